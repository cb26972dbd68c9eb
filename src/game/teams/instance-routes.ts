import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { paged } from '../kernel/answer-shapes.ts'
import { idSchema, instanceName, paging, optionalPaging, strictObject } from '../kernel/schema.ts'
import { listAllTeams, readAnyTeam, searchTeams } from './administration.ts'
import {
  adminTeamAnswer,
  adminTeamItemAnswer,
  foundTeamAnswer,
  olderTeamAnswer,
  teamDefinition,
  teamDetailAnswer,
  teamItemAnswer,
} from './answer-schema.ts'
import { createTeam, createTeamFor } from './creation.ts'
import type { TeamDefinition } from './design.ts'
import { listDefinitions, listTeams, lockTeam, readTeam, unlockTeam } from './instances.ts'
import { adminTeam, olderTeam, teamDetail } from './show.ts'

const own = { resource: 'runtime', caller: 'player' } as const
const operator = { api: 'v2', resource: 'admin', caller: 'operator' } as const

const byId = {
  params: () => z.object({ team_id: z.string() }),
  input: ({ params: { team_id: id } }: { params: { team_id: string } }) => ({ id }),
} as const

const shapeA = { out: () => teamDetailAnswer, present: teamDetail } as const
const shapeB = { out: () => olderTeamAnswer, present: olderTeam } as const
const forOperator = {
  out: () => adminTeamAnswer,
  present: adminTeam,
} as const

const definitions = {
  ...own,
  method: 'GET',
  summary: 'List the teams that the player can create',
  op: listDefinitions,
  input: () => ({}),
  out: () => z.array(teamDefinition),
  present: (found: readonly TeamDefinition[]) =>
    found.map(({ id, name, roles, access }) => ({ id, name, roles: [...roles.keys()], access: access.toReversed() })),
  faults: [],
} as const

const list = {
  ...own,
  method: 'GET',
  summary: 'List the teams that the player can see',
  op: listTeams,
  query: () => z.object(paging),
  input: ({ query }: { query: { skip: number; limit: number } }) => query,
  out: () => paged(teamItemAnswer),
  faults: ['invalid_request'],
} as const

const ofOne = { ...own, ...byId, faults: ['team_instance_not_found', 'access_denied'] } as const
const read = { ...ofOne, method: 'GET', summary: 'Read a team', op: readTeam } as const
const lock = { ...ofOne, method: 'PUT', summary: 'Lock a team', op: lockTeam } as const
const unlock = {
  ...ofOne,
  method: 'DELETE',
  summary: 'Unlock a team',
  op: unlockTeam,
} as const

/** `access` is a plain string, so that an unknown value answers `invalid_access_setting`. Spec 4.10. */
const newFields = { id: idSchema.optional(), name: instanceName.optional(), access: z.string().optional() }

const create = {
  ...own,
  ...shapeB,
  method: 'POST',
  summary: 'Create a team',
  op: createTeam,
  faults: [
    'team_definition_not_found',
    'forbidden',
    'invalid_formula',
    'invalid_access_setting',
    'team_instance_exists',
  ],
} as const

/** Routes that list, read, create, lock and search teams. */
export const teamRoutes = [
  defineRoute({ ...definitions, api: 'v2', path: '/runtime/definitions/teams' }),
  defineRoute({ ...definitions, api: 'v1', path: '/definitions/teams' }),
  defineRoute({ ...list, api: 'v2', path: '/runtime/teams' }),
  defineRoute({ ...list, api: 'v1', path: '/teams' }),
  defineRoute({ ...read, ...shapeA, api: 'v2', path: '/runtime/teams/:team_id' }),
  defineRoute({ ...read, ...shapeB, api: 'v1', path: '/teams/:team_id' }),
  defineRoute({ ...lock, ...shapeA, api: 'v2', path: '/runtime/teams/:team_id/lock' }),
  defineRoute({ ...lock, ...shapeB, api: 'v1', path: '/teams/:team_id/lock' }),
  defineRoute({ ...unlock, ...shapeA, api: 'v2', path: '/runtime/teams/:team_id/lock' }),
  defineRoute({ ...unlock, ...shapeB, api: 'v1', path: '/teams/:team_id/lock' }),
  defineRoute({
    ...create,
    api: 'v2',
    path: '/runtime/teams',
    body: () => strictObject({ ...newFields, definition: idSchema }),
    input: ({ body }) => body,
  }),
  defineRoute({
    ...create,
    api: 'v1',
    path: '/definitions/teams/:team_definition_id',
    params: () => z.object({ team_definition_id: idSchema }),
    body: () => strictObject(newFields),
    input: ({ params: { team_definition_id: definition }, body }) => ({ ...body, definition }),
  }),
  defineRoute({
    ...operator,
    method: 'GET',
    path: '/admin/teams',
    summary: 'List all teams',
    op: listAllTeams,
    query: () => z.object(optionalPaging),
    input: ({ query }) => query,
    out: () => paged(adminTeamItemAnswer),
    faults: ['invalid_request'],
  }),
  defineRoute({
    ...operator,
    ...forOperator,
    method: 'POST',
    path: '/admin/teams',
    summary: 'Create a team without an owner',
    op: createTeamFor,
    body: () => strictObject({ ...newFields, definition: idSchema }),
    input: ({ body }) => body,
    faults: ['team_definition_not_found', 'forbidden', 'invalid_access_setting', 'team_instance_exists'],
  }),
  defineRoute({
    ...operator,
    ...byId,
    ...forOperator,
    method: 'GET',
    path: '/admin/teams/:team_id',
    summary: 'Read any team',
    op: readAnyTeam,
    faults: ['team_instance_not_found'],
  }),
  defineRoute({
    ...operator,
    method: 'GET',
    path: '/admin/query/teams',
    summary: 'Search teams by id and name',
    op: searchTeams,
    query: () => z.object({ ...paging, pattern: z.string().default('') }),
    input: ({ query }) => query,
    out: () => z.array(foundTeamAnswer),
    faults: ['invalid_request'],
  }),
] as const
