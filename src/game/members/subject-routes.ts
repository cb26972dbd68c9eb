import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { message, paged, playerReference } from '../kernel/answer-shapes.ts'
import type { Paged } from '../kernel/page.ts'
import type { Api } from '../kernel/route.ts'
import { idSchema, instanceName, optionalPaging, strictObject } from '../kernel/schema.ts'
import { performerProfileV1 } from '../players/answer-schema.ts'
import type { PlayerReference } from '../players/player.ts'
import { showsProfile, showsProfileV1, type Profile } from '../players/show.ts'
import { olderProcessAnswer, processDetailAnswer } from '../processes/answer-schema.ts'
import { olderProcess, processDetail, showProcess } from '../processes/show.ts'
import { olderTeamAnswer } from '../teams/answer-schema.ts'
import { olderTeam, showTeam } from '../teams/show.ts'
import { listMembers, listMembersFor, readMember } from './listing.ts'
import { defineDelete, defineDeleteFor, defineUpdate } from './ownership.ts'
import type { Subject } from './subject.ts'

const updateProcess = defineUpdate('processes.update', showProcess)
const updateTeam = defineUpdate('teams.update', showTeam)
const deleteProcess = defineDelete('processes.delete')
const deleteTeam = defineDelete('teams.delete')
const deleteProcessFor = defineDeleteFor('processes.delete-for')
const deleteTeamFor = defineDeleteFor('teams.delete-for')

const own = { resource: 'runtime', caller: 'player' } as const
const operator = { api: 'v2', resource: 'admin', caller: 'operator' } as const

interface OfProcess {
  readonly params: { readonly process_id: string }
}
interface OfTeam {
  readonly params: { readonly team_id: string }
}
interface Range {
  readonly query: { readonly skip: number; readonly limit: number }
}
interface Changes {
  readonly body: { readonly name?: string | undefined; readonly access?: string | undefined }
}

const processParams = () => z.object({ process_id: z.string() })
const teamParams = () => z.object({ team_id: z.string() })
const processOf = ({ params: { process_id: id } }: OfProcess): Subject => ({ kind: 'process', id })
const teamOf = ({ params: { team_id: id } }: OfTeam): Subject => ({ kind: 'team', id })

const update = {
  ...own,
  method: 'PATCH',
  body: () => strictObject({ name: instanceName.optional(), access: z.string().optional() }),
} as const

const updateOfProcess = {
  ...update,
  summary: 'Change the name and access of a process',
  op: updateProcess,
  params: processParams,
  input: (request: OfProcess & Changes) => ({ subject: processOf(request), ...request.body }),
  faults: ['process_instance_not_found', 'access_denied', 'invalid_access_setting'],
} as const

const updateOfTeam = {
  ...update,
  summary: 'Change the name and access of a team',
  op: updateTeam,
  params: teamParams,
  input: (request: OfTeam & Changes) => ({ subject: teamOf(request), ...request.body }),
  out: () => olderTeamAnswer,
  present: (facts: ReturnType<typeof showTeam>) => olderTeam(facts),
  faults: ['team_instance_not_found', 'access_denied', 'invalid_access_setting'],
} as const

const deletion = {
  method: 'DELETE',
  out: () => message,
} as const
const deletionOfProcess = {
  ...deletion,
  summary: 'Delete a process',
  params: processParams,
  input: (request: OfProcess) => ({ subject: processOf(request) }),
} as const
const deletionOfTeam = {
  ...deletion,
  summary: 'Delete a team',
  params: teamParams,
  input: (request: OfTeam) => ({ subject: teamOf(request) }),
} as const

const performers = {
  method: 'GET',
  summary: 'List the performers of a process',
  params: processParams,
  query: () => z.object(optionalPaging),
  input: (request: OfProcess & Range) => ({ subject: processOf(request), ...request.query }),
  out: () => z.array(playerReference),
  present: ({ data }: Paged<PlayerReference>) => data,
} as const

const members = {
  method: 'GET',
  summary: 'List the members of a team',
  params: teamParams,
  query: () => z.object(optionalPaging),
  input: (request: OfTeam & Range) => ({ subject: teamOf(request), ...request.query }),
  out: () => paged(playerReference),
} as const

const performer = {
  ...own,
  method: 'GET',
  summary: 'Read the profile of a performer',
  op: readMember,
  params: () => z.object({ process_id: z.string(), performer_id: idSchema }),
  input: (request: { params: { process_id: string; performer_id: string } }) => ({
    subject: processOf(request),
    player: request.params.performer_id,
  }),
  faults: ['process_instance_not_found', 'performer_not_found', 'access_denied'],
} as const

const member = {
  ...own,
  method: 'GET',
  summary: 'Read the profile of a member',
  op: readMember,
  params: () => z.object({ team_id: z.string(), member_id: idSchema }),
  input: (request: { params: { team_id: string; member_id: string } }) => ({
    subject: teamOf(request),
    player: request.params.member_id,
  }),
  faults: ['team_instance_not_found', 'player_not_found', 'access_denied'],
} as const

/** The routes that are the same in both versions. */
const inBoth = <const A extends Api, const Base extends string>(api: A, base: Base) =>
  [
    defineRoute({
      ...own,
      ...deletionOfProcess,
      api,
      path: `${base}/processes/:process_id`,
      op: deleteProcess,
      faults: ['process_instance_not_found', 'access_denied'],
    }),
    defineRoute({
      ...own,
      ...performers,
      api,
      path: `${base}/processes/:process_id/performers`,
      op: listMembers,
      faults: ['invalid_request', 'process_instance_not_found', 'access_denied'],
    }),
    defineRoute({ ...updateOfTeam, api, path: `${base}/teams/:team_id` }),
    defineRoute({
      ...own,
      ...deletionOfTeam,
      api,
      path: `${base}/teams/:team_id`,
      op: deleteTeam,
      faults: ['team_instance_not_found', 'access_denied'],
    }),
    defineRoute({
      ...own,
      ...members,
      api,
      path: `${base}/teams/:team_id/members`,
      op: listMembers,
      faults: ['invalid_request', 'team_instance_not_found', 'access_denied'],
    }),
  ] as const

/** Routes that update and delete processes and teams and list their members. Spec 1 "Processes", "Teams", 2, 3, 4.10, 5.5. */
export const subjectRoutes = [
  ...inBoth('v2', '/runtime'),
  ...inBoth('v1', ''),
  defineRoute({ ...member, ...showsProfile, api: 'v2', path: '/runtime/teams/:team_id/members/:member_id' }),
  defineRoute({ ...member, ...showsProfileV1, api: 'v1', path: '/teams/:team_id/members/:member_id' }),
  defineRoute({
    ...updateOfProcess,
    api: 'v2',
    path: '/runtime/processes/:process_id',
    out: () => processDetailAnswer,
    present: (facts) => processDetail(facts),
  }),
  defineRoute({
    ...updateOfProcess,
    api: 'v1',
    path: '/processes/:process_id',
    out: () => olderProcessAnswer,
    present: (facts) => olderProcess(facts),
  }),
  defineRoute({
    ...performer,
    ...showsProfile,
    api: 'v2',
    path: '/runtime/processes/:process_id/performers/:performer_id',
  }),
  defineRoute({
    ...performer,
    api: 'v1',
    path: '/processes/:process_id/performers/:performer_id',
    out: () => performerProfileV1,
    present: ({ id, alias, scores, teams }: Profile) => ({ id, alias, scores, teams }),
  }),
  defineRoute({
    ...operator,
    ...deletionOfProcess,
    path: '/admin/processes/:process_id',
    op: deleteProcessFor,
    faults: ['process_instance_not_found'],
  }),
  defineRoute({
    ...operator,
    ...performers,
    path: '/admin/processes/:process_id/performers',
    op: listMembersFor,
    faults: ['invalid_request', 'process_instance_not_found'],
  }),
  defineRoute({
    ...operator,
    ...deletionOfTeam,
    path: '/admin/teams/:team_id',
    op: deleteTeamFor,
    faults: ['team_instance_not_found'],
  }),
  defineRoute({
    ...operator,
    ...members,
    path: '/admin/teams/:team_id/members',
    op: listMembersFor,
    faults: ['invalid_request', 'team_instance_not_found'],
  }),
] as const
