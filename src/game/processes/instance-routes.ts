import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { paged } from '../kernel/answer-shapes.ts'
import { accessSettings } from '../kernel/game-info.ts'
import { idSchema, instanceName, paging, optionalPaging, strictObject } from '../kernel/schema.ts'
import {
  adminProcessItemAnswer,
  foundProcessAnswer,
  olderProcessAnswer,
  processDefinition,
  processDetailAnswer,
  processItemAnswer,
} from './answer-schema.ts'
import { createProcess, createProcessFor } from './creation.ts'
import type { ProcessDefinition } from './definition.ts'
import {
  listDefinitions,
  listProcesses,
  readProcess,
  listAllProcesses,
  readAnyProcess,
  searchProcesses,
} from './instances.ts'
import { processId, processName } from './names.ts'
import { processStates, type ProcessState } from './shapes.ts'
import { olderProcess, processDetail, type ProcessFacts } from './show.ts'

const playerRoute = { resource: 'runtime', caller: 'player' } as const
const operatorRoute = { api: 'v2', resource: 'admin', caller: 'operator' } as const

const byId = {
  params: () => z.object({ process_id: z.string() }),
  input: ({ params: { process_id: id } }: { params: { process_id: string } }) => ({ id }),
} as const

const detailAnswer = {
  out: () => processDetailAnswer,
  present: (facts: ProcessFacts) => processDetail(facts),
} as const

const listDefinitionsRoute = {
  ...playerRoute,
  method: 'GET',
  summary: 'List the processes that players can create',
  op: listDefinitions,
  input: () => ({}),
  out: () => z.array(processDefinition),
  present: (found: readonly ProcessDefinition[]) =>
    found.map(({ id, name, lanes, access }) => ({ id, name, lanes: [...lanes], access: access.toReversed() })),
  faults: [],
} as const

const statesQuery = z
  .string()
  .default('ACTIVE')
  .transform((text, check) => {
    const found = text.split(',')
    if (found.every((one): one is ProcessState => (processStates as readonly string[]).includes(one))) return found
    check.addIssue(`The 'state' parameter must be a list of ${processStates.join(', ')}`)
    return z.NEVER
  })

const listRoute = {
  ...playerRoute,
  method: 'GET',
  summary: 'List the processes that the player can see',
  op: listProcesses,
  query: () => z.object({ ...paging, state: statesQuery }),
  input: ({ query: { state, ...range } }: { query: { skip: number; limit: number; state: ProcessState[] } }) => ({
    ...range,
    states: state,
  }),
  out: () => paged(processItemAnswer),
  faults: ['invalid_request'],
} as const

const readRoute = {
  ...playerRoute,
  ...byId,
  method: 'GET',
  summary: 'Read a process',
  op: readProcess,
  faults: ['process_instance_not_found', 'access_denied'],
} as const

/** An unknown access setting is an invalid body here, but an invalid setting where it is changed. Spec 4.9. */
const newFields = { id: processName.optional(), access: z.enum(accessSettings).optional() }

const createRoute = {
  ...playerRoute,
  method: 'POST',
  summary: 'Create a process',
  op: createProcess,
  faults: [
    'process_definition_not_found',
    'forbidden',
    'invalid_formula',
    'invalid_access_setting',
    'process_instance_exists',
  ],
} as const

/** The routes that create, list and read processes. */
export const processRoutes = [
  defineRoute({ ...listDefinitionsRoute, api: 'v2', path: '/runtime/definitions/processes' }),
  defineRoute({ ...listDefinitionsRoute, api: 'v1', path: '/definitions/processes' }),
  defineRoute({ ...listRoute, api: 'v2', path: '/runtime/processes' }),
  defineRoute({ ...listRoute, api: 'v1', path: '/processes' }),
  defineRoute({ ...readRoute, ...detailAnswer, api: 'v2', path: '/runtime/processes/:process_id' }),
  defineRoute({
    ...readRoute,
    api: 'v1',
    path: '/processes/:process_id',
    out: () => olderProcessAnswer,
    present: (facts) => olderProcess(facts),
  }),
  defineRoute({
    ...createRoute,
    ...detailAnswer,
    api: 'v2',
    path: '/runtime/processes',
    body: () => strictObject({ ...newFields, definition: idSchema }),
    input: ({ body }) => body,
  }),
  defineRoute({
    ...createRoute,
    api: 'v1',
    path: '/definitions/processes/:process_definition_id',
    params: () => z.object({ process_definition_id: idSchema }),
    body: () => strictObject(newFields),
    input: ({ params: { process_definition_id: definition }, body }) => ({ ...body, definition }),
    out: () => olderProcessAnswer,
    // Version 1 leaves out the name of a process that was just created. Spec 3.
    present: (facts) => {
      const { name: _, ...unnamed } = olderProcess(facts)
      return unnamed
    },
  }),
  defineRoute({
    ...operatorRoute,
    method: 'GET',
    path: '/admin/processes',
    summary: 'List all processes',
    op: listAllProcesses,
    query: () => z.object(optionalPaging),
    input: ({ query }) => query,
    out: () => paged(adminProcessItemAnswer),
    faults: ['invalid_request'],
  }),
  defineRoute({
    ...operatorRoute,
    ...detailAnswer,
    method: 'POST',
    path: '/admin/processes',
    summary: 'Create a process for a player',
    op: createProcessFor,
    body: () =>
      strictObject({
        ...newFields,
        id: processId.optional(),
        name: instanceName.optional(),
        definition: idSchema,
        owner_id: idSchema,
      }),
    input: ({ body: { owner_id: owner, ...body } }) => ({ ...body, owner }),
    faults: [
      'process_definition_not_found',
      'player_not_found',
      'access_denied',
      'forbidden',
      'invalid_access_setting',
      'process_instance_exists',
    ],
  }),
  defineRoute({
    ...operatorRoute,
    ...byId,
    ...detailAnswer,
    method: 'GET',
    path: '/admin/processes/:process_id',
    summary: 'Read any process',
    op: readAnyProcess,
    faults: ['process_instance_not_found'],
  }),
  defineRoute({
    ...operatorRoute,
    method: 'GET',
    path: '/admin/query/processes',
    summary: 'Search processes by id and name',
    op: searchProcesses,
    query: () => z.object({ ...paging, pattern: z.string().default('') }),
    input: ({ query }) => query,
    out: () => z.array(foundProcessAnswer),
    faults: ['invalid_request'],
  }),
] as const
