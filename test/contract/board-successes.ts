import { expect } from 'vitest'
import { twins, type Success } from './success-case.ts'
import { refer } from './success-parts.ts'

const as = { as: 'neo' }
const top = { leaderboard_id: 'top' }
const entities = { body: { entity_ids: ['neo', 'trinity'], scopes: ['week'] } }
const best = { leaderboard_definition_id: 'best' }

/** Documents 1 to 3 "Leaderboards", "Metrics", 4.2, 4.11. */
export const boardSuccesses: readonly Success[] = [
  {
    routes: twins('GET', 'definitions/metrics'),
    ask: as,
    answer: expect.arrayContaining([
      { id: 'xp', name: 'XP', type: 'point' },
      { id: 'badges', name: 'Badges', type: 'set', items: ['Rookie', 'constructor', '__proto__', 'Secret'] },
      { id: 'rank', name: 'Rank', type: 'state', states: [{ name: 'Novice' }, { name: 'Bronze' }, { name: 'Silver' }] },
    ]),
    older: {
      answer: expect.arrayContaining([
        { id: 'xp', name: 'XP', type: 'point' },
        expect.objectContaining({
          id: 'badges',
          items: JSON.parse('{"Rookie":{"description":"Liked something"},"constructor":{},"__proto__":{},"Secret":{}}'),
        }),
        expect.objectContaining({
          id: 'rank',
          states: { Novice: { description: 'New here' }, Bronze: {}, Silver: {} },
        }),
      ]),
    },
  },
  {
    routes: twins('GET', 'leaderboards'),
    ask: as,
    answer: expect.arrayContaining([
      {
        id: 'top',
        name: 'Top',
        entity_type: 'players',
        metric: { id: 'xp', name: 'XP', type: 'point' },
        scope: { type: 'game' },
        cycles: ['alltime', 'daily'],
      },
    ]),
  },
  {
    routes: twins('GET', 'leaderboards/:leaderboard_id'),
    params: top,
    ask: { ...as, query: { cycle: 'alltime', limit: -1 } },
    answer: {
      total: 2,
      data: [
        { player: refer('neo'), score: '50', rank: 1 },
        { player: refer('trinity'), rank: 2 },
      ],
    },
  },
  {
    routes: ['GET /v2/runtime/leaderboard/:leaderboard_id/trend', 'GET /v1/leaderboards/:leaderboard_id/trend'],
    params: top,
    ask: { ...as, query: { cycle: 'daily', entity_ids: 'neo', start: '2030-01-05', end: '2030-01-06' } },
    answer: [
      {
        player: refer('neo'),
        data: [
          { date: '2030-01-05', rank: -1 },
          { date: '2030-01-06', score: '50', rank: 1 },
        ],
      },
    ],
  },
  {
    routes: ['POST /v2/admin/leaderboards/:leaderboard_definition_id/register'],
    params: best,
    ask: entities,
    answer: { ok: 1 },
    events: ['leaderboard:registered'],
  },
  {
    routes: ['POST /v2/admin/leaderboards/:leaderboard_definition_id/deregister'],
    first: [{ call: 'POST /v2/admin/leaderboards/best/register', ask: entities }],
    params: best,
    ask: entities,
    answer: { ok: 1 },
    events: ['leaderboard:deregistered'],
  },
]
