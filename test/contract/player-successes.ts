import { expect } from 'vitest'
import { operators, twins, type Success } from './success-case.ts'
import { form, refer } from './success-parts.ts'

const as = { as: 'neo' }
const neo = { player_id: 'neo' }
const xp = { id: 'xp', name: 'XP', type: 'point' }
const profile = { ...refer('neo'), enabled: true, scores: expect.any(Array), teams: expect.any(Array) }
const item = { ...refer('neo'), enabled: true }
const liked = { event: 'action', action: { id: 'like', name: 'Like', vars: {} } }
const gift = { data: [{ player_ids: ['trinity', 'neo'], variables: { gift: 2 } }] }
const gave = (player_id: string) => ({ player_id, events: { local: [{ event: 'custom_rule' }], global: [] } })

/** The player that acts: documents 1 and 3 "Game and player", "Actions", 5.5. */
const acting: readonly Success[] = [
  { routes: twins('GET', 'player'), ask: as, answer: profile },
  {
    routes: ['PATCH /v2/runtime/player'],
    ask: { ...as, body: { alias: 'The One', email: 'neo@example.com' } },
    answer: { ...profile, alias: 'The One' },
    events: ['player:updated'],
  },
  { routes: twins('GET', 'players'), ask: as, answer: { total: 5, data: expect.arrayContaining([item]) } },
  { routes: twins('GET', 'activity'), ask: as, answer: expect.arrayContaining([expect.objectContaining(liked)]) },
  { routes: twins('GET', 'notifications/token'), ask: as, answer: { token: expect.stringMatching(/./) } },
  {
    routes: twins('GET', 'notifications'),
    ask: as,
    answer: { data: expect.arrayContaining([expect.objectContaining({ event: 'level', seen: false })]), unseen: 4 },
  },
  {
    routes: twins('POST', 'notifications'),
    ask: ({ leveled }) => ({ ...as, body: { ids: [leveled] } }),
    answer: { ok: 1, unseen: 3 },
    events: ['notifications:seen'],
  },
  {
    routes: ['GET /v2/runtime/actions', 'GET /v1/definitions/actions'],
    ask: as,
    answer: expect.arrayContaining([
      expect.objectContaining({
        id: 'like',
        name: 'Like',
        description: 'Like a post',
        count: 1,
        actions: [{ metric: xp, value: '10', verb: 'add', probability: 1 }],
      }),
    ]),
  },
  {
    routes: ['POST /v2/runtime/actions/:action_id/play', 'POST /v1/action/play'],
    params: { action_id: 'like' },
    ask: { ...as, body: { count: 2 } },
    answer: {
      actions: expect.arrayContaining([expect.objectContaining({ id: 'like', rewards: expect.any(Array) })]),
      events: { local: [{ ...liked, count: 2, changes: expect.any(Array) }], global: [] },
    },
    older: {
      ask: { ...as, body: { id: 'like', count: 2 } },
      answer: {
        actions: expect.arrayContaining([expect.objectContaining({ id: 'like', actions: expect.any(Array) })]),
        events: { local: [{ ...liked, count: 2, changes: expect.any(Array) }], global: [] },
      },
    },
    events: ['action'],
  },
  {
    routes: ['POST /v2/runtime/player', 'POST /v2/runtime/player/image'],
    ask: { ...as, ...form },
    answer: { id: expect.any(String), tags: [], album: expect.any(String), sizes: expect.any(Array) },
    events: ['player:pictured'],
  },
]

/** What an operator does with players: documents 2 "Players", "Search", 3 "Game operator routes". */
const operating: readonly Success[] = [
  { routes: operators('GET', 'players'), answer: { total: 5, data: expect.arrayContaining([item]) } },
  {
    routes: ['GET /v2/admin/validation/player/available', 'GET /v1/game/validation/player/exists'],
    ask: { query: { value: 'newbie' } },
    answer: { message: "The player ID 'newbie' is available" },
  },
  {
    routes: operators('POST', 'players'),
    ask: { body: { id: 'newbie', alias: 'New Bie' } },
    answer: { id: 'newbie', alias: 'New Bie', enabled: true, bootstrap: true, scores: [], teams: [] },
    events: ['player:created'],
  },
  {
    routes: operators('DELETE', 'players/:player_id'),
    params: neo,
    answer: { message: expect.stringContaining("'neo'") },
    events: ['player:deleted'],
  },
  {
    routes: ['POST /v2/admin/players/:player_id/reset', 'PUT /v1/game/players/:player_id/reset'],
    params: neo,
    answer: { ...profile, scores: [] },
    events: ['player:reset'],
  },
  { routes: operators('GET', 'players/:player_id'), params: neo, answer: profile },
  {
    routes: operators('GET', 'players/:player_id/activity'),
    params: neo,
    answer: expect.arrayContaining([expect.objectContaining(liked)]),
  },
  {
    routes: ['PUT /v2/admin/players/:player_id/disable'],
    params: neo,
    answer: { ...profile, enabled: false },
    events: ['player:disabled'],
  },
  {
    routes: ['PUT /v2/admin/players/:player_id/enable'],
    params: { player_id: 'smith' },
    answer: { ...profile, ...refer('smith') },
    events: ['player:enabled'],
  },
  {
    routes: ['PATCH /v2/admin/players/:player_id/scores'],
    params: { player_id: 'oracle' },
    ask: { body: { rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '7' }] } },
    answer: { ...profile, ...refer('oracle'), scores: expect.arrayContaining([{ metric: xp, value: '7' }]) },
    events: ['score', 'level'],
  },
  {
    routes: ['POST /v2/admin/players/:player_id/revert'],
    params: neo,
    ask: ({ liked: id }) => ({ body: { event_ids: [id] } }),
    answer: expect.arrayContaining([expect.objectContaining({ status: 'reverted' })]),
    events: ['reverted'],
  },
  { routes: ['GET /v2/admin/', 'GET /v2/admin'], answer: { version: 'v2', status: 'ok', game: { id: 'contract' } } },
  { routes: operators('GET', 'activity'), answer: expect.any(Array) },
  {
    routes: ['GET /v2/admin/rules', 'GET /v1/game/rule'],
    answer: expect.arrayContaining([
      {
        id: 'welcome',
        name: 'Welcome',
        type: 'custom',
        variables: [
          { name: 'gift', type: 'int', required: true },
          { name: 'note', type: 'string', required: false, default: 'hello' },
        ],
      },
    ]),
    older: {
      answer: expect.arrayContaining([
        {
          id: 'welcome',
          name: 'Welcome',
          type: 'custom',
          variables: [
            { name: 'gift', type: 'int' },
            { name: 'note', type: 'string' },
          ],
        },
      ]),
    },
  },
  {
    routes: ['POST /v2/admin/rules/:rule_id', 'POST /v1/game/rule/:rule_id'],
    params: { rule_id: 'welcome' },
    ask: { body: gift },
    answer: [[gave('trinity'), gave('neo')]],
    events: ['custom_rule', 'custom_rule'],
  },
  {
    routes: ['GET /v2/admin/query/players', 'GET /v1/query/players'],
    ask: { query: { pattern: 'n*o' } },
    answer: [refer('neo')],
  },
]

/** Successes of the routes about players, actions and custom rules. */
export const playerSuccesses: readonly Success[] = [...acting, ...operating]
