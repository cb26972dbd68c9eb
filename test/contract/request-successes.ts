import { expect } from 'vitest'
import { twins, type Success } from './success-case.ts'
import { named, refer } from './success-parts.ts'
import type { RequestFacts } from './world-requests.ts'
import type { Facts } from './world.ts'

const asked = { process_id: 'neo/asked' }
const guild = { team_id: 'asked-guild' }
const invite =
  (name: keyof RequestFacts, more: Readonly<Record<string, string>> = {}) =>
  ({ requests }: Facts) => ({ ...more, invite_id: requests[name] })
const request =
  (name: keyof RequestFacts, more: Readonly<Record<string, string>>) =>
  ({ requests }: Facts) => ({ ...more, request_id: requests[name] })

const timestamp = expect.any(String) as string
const invitation = { event: 'invite', timestamp, actor: refer('neo'), invitee: refer('oracle') }
const wish = { event: 'join:request', timestamp, actor: refer('oracle') }
const page = (item: object) => ({
  total: expect.any(Number),
  data: expect.arrayContaining([expect.objectContaining(item)]),
})

/** What a player got and asked for: documents 1 and 3 "Game and player". */
const own: readonly Success[] = [
  {
    routes: twins('GET', 'approvals'),
    ask: { as: 'oracle' },
    answer: page({ ...wish, process: named('neo/asked'), state: 'PENDING' }),
  },
  {
    routes: twins('GET', 'invites'),
    ask: { as: 'oracle' },
    answer: page({ ...invitation, process: named('neo/asked'), state: 'PENDING' }),
  },
  {
    routes: twins('POST', 'invites/:invite_id'),
    params: invite('oracleIntoTour'),
    ask: { as: 'oracle' },
    answer: { ...invitation, process: named('neo/asked'), state: 'ACCEPTED', accepted_at: timestamp },
    events: ['invite:accept'],
  },
  {
    routes: twins('DELETE', 'invites/:invite_id'),
    params: invite('oracleIntoGuild'),
    ask: { as: 'oracle' },
    answer: {
      ...invitation,
      team: named('asked-guild'),
      state: 'REJECTED',
      accepted_at: timestamp,
      rejected_at: timestamp,
    },
    events: ['invite:reject'],
  },
]

/** What is asked for about a process or a team: documents 1 and 3 "Processes", "Teams". */
const about = (
  path: string,
  params: Readonly<Record<string, string>>,
  roles: object,
  names: { readonly invited: keyof RequestFacts; readonly asks: keyof RequestFacts },
): readonly Success[] => [
  {
    routes: twins('GET', `${path}/invites`),
    params,
    ask: { as: 'neo' },
    answer: page({ ...invitation, state: 'PENDING' }),
  },
  {
    routes: twins('POST', `${path}/invites`),
    params,
    ask: { as: 'neo', body: { id: 'smith', roles } },
    answer: { ...invitation, invitee: refer('smith'), roles, state: 'PENDING' },
    events: ['invite'],
  },
  {
    routes: twins('DELETE', `${path}/invites/:invite_id`),
    params: invite(names.invited, params),
    ask: { as: 'neo' },
    answer: { ...invitation, state: 'CANCELLED', cancelled_at: timestamp },
    events: ['request:cancelled'],
  },
  {
    routes: twins('GET', `${path}/approvals`),
    params,
    ask: { as: 'neo' },
    answer: page({ ...wish, state: 'PENDING' }),
  },
  {
    routes: twins('POST', `${path}/approvals/:request_id`),
    params: request(names.asks, params),
    ask: { as: 'neo' },
    answer: { ...wish, state: 'ACCEPTED', accepted_at: timestamp, accepted_by: refer('neo') },
    events: ['join:request:accept'],
  },
  {
    routes: twins('DELETE', `${path}/approvals/:request_id`),
    params: request(names.asks, params),
    ask: { as: 'neo' },
    answer: { ...wish, state: 'REJECTED', rejected_at: timestamp, rejected_by: refer('neo') },
    events: ['join:request:reject'],
  },
]

/** Successes of the routes about invitations and requests. */
export const requestSuccesses: readonly Success[] = [
  ...own,
  ...about('processes/:process_id', asked, { guide: 'player' }, { invited: 'oracleIntoTour', asks: 'oracleAsksTour' }),
  ...about('teams/:team_id', guild, { member: true }, { invited: 'oracleIntoGuild', asks: 'oracleAsksGuild' }),
]
