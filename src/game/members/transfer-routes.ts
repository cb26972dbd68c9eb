import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { idSchema, namedEntries, strictObject } from '../kernel/schema.ts'
import { olderProcessAnswer, processDetailAnswer } from '../processes/answer-schema.ts'
import { olderProcess, processDetail, showProcess, type ProcessFacts } from '../processes/show.ts'
import { adminTeamAnswer, olderTeamAnswer } from '../teams/answer-schema.ts'
import { adminTeam, olderTeam, showTeam, type TeamFacts } from '../teams/show.ts'
import { defineTransferFor, defineTransfer } from './transfer.ts'

const player = { method: 'POST', resource: 'runtime', caller: 'player' } as const
const operator = { api: 'v2', method: 'POST', resource: 'admin', caller: 'operator' } as const

type Roles = Readonly<Record<string, unknown>>
const roles = namedEntries.default({})
const newOwner = () => strictObject({ id: idSchema, roles })
interface NewOwner {
  readonly id: string
  readonly roles: Roles
}

const inProcess = { params: () => z.object({ process_id: z.string() }) } as const
const inTeam = { params: () => z.object({ team_id: z.string() }) } as const

const process = {
  ...player,
  ...inProcess,
  summary: "Transfer the player's own process",
  op: defineTransfer('processes.transfer', showProcess),
  body: () => strictObject({ new_owner_id: idSchema, roles }),
  input: ({ params, body }: { params: { process_id: string }; body: { new_owner_id: string; roles: Roles } }) => ({
    subject: { kind: 'process', id: params.process_id } as const,
    player: body.new_owner_id,
    roles: body.roles,
  }),
  out: () => olderProcessAnswer,
  present: (facts: ProcessFacts) => olderProcess(facts),
  faults: ['process_instance_not_found', 'player_not_found', 'access_denied', 'invalid_lane', 'invalid_role'],
} as const

const team = {
  ...player,
  ...inTeam,
  summary: "Transfer the player's own team",
  op: defineTransfer('teams.transfer', showTeam),
  body: newOwner,
  input: ({ params, body }: { params: { team_id: string }; body: NewOwner }) => ({
    subject: { kind: 'team', id: params.team_id } as const,
    player: body.id,
    roles: body.roles,
  }),
  out: () => olderTeamAnswer,
  present: (facts: TeamFacts) => olderTeam(facts),
  faults: ['team_instance_not_found', 'player_not_found', 'access_denied', 'invalid_role', 'forbidden', 'team_locked'],
} as const

/** Routes that transfer processes and teams to another player. Spec 1, 2, 3, 5.5. */
export const transferRoutes = [
  defineRoute({ ...process, api: 'v2', path: '/runtime/processes/:process_id/transfer' }),
  defineRoute({ ...process, api: 'v1', path: '/processes/:process_id/transfer' }),
  defineRoute({
    ...operator,
    ...inProcess,
    path: '/admin/processes/:process_id/transfer',
    summary: 'Transfer a process to another player',
    op: defineTransferFor('processes.transfer-for', showProcess),
    body: newOwner,
    input: ({ params, body }) => ({
      subject: { kind: 'process' as const, id: params.process_id },
      player: body.id,
      roles: body.roles,
    }),
    out: () => processDetailAnswer,
    present: (facts) => processDetail(facts),
    faults: process.faults,
  }),
  defineRoute({ ...team, api: 'v2', path: '/runtime/teams/:team_id/transfer' }),
  defineRoute({ ...team, api: 'v1', path: '/teams/:team_id/transfer' }),
  defineRoute({
    ...operator,
    ...inTeam,
    path: '/admin/teams/:team_id/transfer',
    summary: 'Transfer a team to another player',
    op: defineTransferFor('teams.transfer-for', showTeam),
    body: newOwner,
    input: team.input,
    out: () => adminTeamAnswer,
    present: (facts) => adminTeam(facts),
    faults: ['team_instance_not_found', 'player_not_found', 'access_denied', 'invalid_role', 'forbidden'],
  }),
] as const
