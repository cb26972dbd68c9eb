import { expect } from 'vitest'
import { controlAnswers, type ControlRoute } from '../../src/interface/control-answers.ts'
import type { Reply } from '../support/http.ts'
import type { Success } from './success-case.ts'

const snapshot = { call: 'POST /_gamify/snapshots', ask: { body: { name: 'one' } } }
const rule = { route: 'GET /v2/runtime/player', delay_ms: 5, status: 418, drop: false, rate: 0.5, times: 2 }
const faultRule = { call: 'POST /_gamify/faults', ask: { body: rule } }
const list = { data: expect.any(Array) as unknown, total: expect.any(Number) as unknown }
const play = { call: 'POST /v2/runtime/actions/like/play', ask: { as: 'neo', body: {} } }

/** The table of successes of the control routes that answer JSON. Spec 6.6. */
export const controlSuccesses: readonly Success[] = [
  { routes: ['GET /_gamify/health'], ask: { client: null }, answer: { status: 'ready', game: expect.any(String) } },
  { routes: ['GET /_gamify/live'], ask: { client: null }, answer: { status: 'live' } },
  { routes: ['GET /_gamify/ready'], ask: { client: null }, answer: { status: 'ready' } },
  { routes: ['GET /_gamify/clock'], answer: { frozen: true } },
  {
    routes: ['PATCH /_gamify/clock'],
    ask: { body: { advance: '1d' } },
    answer: { frozen: true },
    events: ['clock:set'],
  },
  {
    routes: ['POST /_gamify/commands'],
    ask: { raw: '{"action":"like","as":"neo"}\n{"action":"nothing","as":"neo"}\n' },
    answer: { done: 1, failed: [{ line: 2, error: 'action_not_found' }] },
    events: ['action'],
  },
  {
    routes: ['GET /_gamify/history/density'],
    ask: { query: { buckets: 1 } },
    answer: { first: { seq: 1 }, buckets: [{ seq: 1 }] },
  },
  { routes: ['GET /_gamify/requests'], answer: list },
  { routes: ['GET /_gamify/requests/:number'], params: { number: '1' }, answer: { number: 1 } },
  { routes: ['DELETE /_gamify/state'], answer: { players: 0 } },
  { routes: ['GET /_gamify/design'], answer: { directory: null, problems: [] } },
  {
    routes: ['GET /_gamify/design'],
    when: 'some of latest is not deployed',
    ask: { client: 'gamify-production' },
    answer: {},
  },
  { routes: ['GET /_gamify/design/deployed'], answer: { bootstrap: {} } },
  { routes: ['GET /_gamify/design/versions'], answer: list },
  { routes: ['POST /_gamify/design/reevaluate'], ask: { body: { dry_run: true } }, answer: { dry_run: true } },
  { routes: ['GET /_gamify/snapshots'], first: [snapshot], answer: { total: 1 } },
  { routes: ['POST /_gamify/snapshots'], ask: { body: { name: 'one' } }, answer: { name: 'one' } },
  {
    routes: ['POST /_gamify/snapshots/:name/restore'],
    params: { name: 'one' },
    first: [snapshot],
    answer: { name: 'one' },
  },
  { routes: ['DELETE /_gamify/snapshots/:name'], params: { name: 'one' }, first: [snapshot], answer: { name: 'one' } },
  { routes: ['POST /_gamify/rewind'], first: [play], ask: { body: { to: 3 } }, answer: { seq: 3 } },
  { routes: ['GET /_gamify/actions'], ask: { query: { player_id: 'neo' } }, answer: list },
  {
    routes: ['GET /_gamify/players'],
    ask: { query: { search: 'neo', sort: 'scores.xp', order: 'descending', metrics: 'xp' } },
    answer: { data: [{ id: 'neo', enabled: true }], total: 1, seq: expect.any(Number) },
  },
  {
    routes: ['GET /_gamify/players/:player_id'],
    params: { player_id: 'neo' },
    answer: { id: 'neo', enabled: true, processes: list },
  },
  {
    routes: ['GET /_gamify/processes'],
    ask: { query: { definition: 'tour', state: 'ACTIVE', pattern: 'neo/*', limit: '1' } },
    answer: { data: [{ definition: 'tour', state: 'ACTIVE' }], total: expect.any(Number) },
  },
  {
    routes: ['GET /_gamify/funnel/:process_definition_id'],
    params: { process_definition_id: 'tour' },
    answer: {
      id: 'tour',
      name: 'Tour',
      begun: expect.any(Number),
      completed: expect.any(Number),
      activities: expect.arrayContaining([
        { id: 'study', name: 'Study', type: 'task', reached: expect.any(Number), open: expect.any(Number) },
      ]),
    },
  },
  { routes: ['GET /_gamify/leaderboards'], answer: expect.arrayContaining([]) },
  {
    routes: ['GET /_gamify/leaderboards/:leaderboard_id'],
    params: { leaderboard_id: 'top' },
    ask: { query: { cycle: 'alltime', limit: -1 } },
    answer: { total: 2 },
  },
  {
    routes: ['GET /_gamify/leaderboards/:leaderboard_id/trend'],
    params: { leaderboard_id: 'top' },
    ask: { query: { cycle: 'daily', entity_ids: 'neo', start: '2030-01-05', end: '2030-01-06' } },
    answer: [{ player: { id: 'neo' }, data: [{ rank: -1 }, { rank: 1 }] }],
  },
  { routes: ['GET /_gamify/coverage', 'DELETE /_gamify/coverage'], answer: { kinds: expect.any(Object) } },
  {
    routes: ['GET /_gamify/checks'],
    ask: { query: { since: '1' } },
    answer: { data: [], total: 0, seq: expect.any(Number) },
  },
  { routes: ['GET /_gamify/why/:event_id'], params: ({ liked }) => ({ event_id: liked }), answer: { follows: null } },
  {
    routes: ['POST /_gamify/why-not'],
    ask: { body: { player_id: 'neo', action: 'like' } },
    answer: { part: { kind: 'action', id: 'like' } },
  },
  { routes: ['GET /_gamify/faults', 'DELETE /_gamify/faults'], first: [faultRule], answer: { total: 1 } },
  { routes: ['POST /_gamify/faults'], ask: { body: rule }, answer: { rate: 0.5, hits: 0 } },
  {
    routes: ['DELETE /_gamify/faults/:fault_id'],
    params: { fault_id: 'fault-1' },
    first: [faultRule],
    answer: { times: 2 },
  },
]

/** Refuses an answer with a field too few, of another type, or that its schema does not have. */
export async function expectInShape(route: string, { body }: Pick<Reply, 'body'>): Promise<void> {
  const schema = await controlAnswers[route as ControlRoute]()
  expect(schema.parse(body)).toEqual(body)
}
