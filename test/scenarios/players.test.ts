import { badges, coins, from, newPlayer, NOON, played, rank, scenarios, worth, xp } from './scenario.ts'

const neo = newPlayer('neo')
const trinity = { call: 'POST /v2/admin/players', ask: { body: { id: 'trinity', alias: 'Trinity of Zion' } } }
const refNeo = { id: 'neo', alias: 'neo' }
const started = [
  { metric: coins, value: '3' },
  { metric: worth, value: '3' },
]
const profile = { id: 'neo', alias: 'neo', created: NOON, enabled: true, scores: started, teams: [] }

scenarios([
  {
    name: 'a player is made, with what the bootstrap gives, which the answer does not show yet',
    v2: {
      call: 'POST /v2/admin/players',
      ask: { body: { id: 'neo', alias: 'The One' } },
      body: { id: 'neo', alias: 'The One', created: NOON, enabled: true, scores: [], teams: [], bootstrap: true },
    },
    v1: {
      call: 'POST /v1/game/players',
      ask: { body: { id: 'neo', alias: 'The One' } },
      body: { id: 'neo', alias: 'The One', created: NOON, enabled: true, scores: [], teams: [], bootstrap: true },
    },
    events: [
      {
        event: 'player:created',
        player: { id: 'neo', alias: 'The One' },
        email: null,
        changes: [from(null, coins, '3'), from(null, worth, '3')],
      },
    ],
  },
  {
    name: 'a player is made without an alias, and with an email that no answer shows',
    v2: {
      call: 'POST /v2/admin/players',
      ask: { body: { id: 'neo', email: 'neo@zion.example' } },
      body: { ...profile, scores: [], bootstrap: true },
    },
    events: [
      {
        event: 'player:created',
        player: refNeo,
        email: 'neo@zion.example',
        changes: [from(null, coins, '3'), from(null, worth, '3')],
      },
    ],
  },
  {
    name: 'a player reads its own profile',
    given: [neo, trinity],
    v2: { call: 'GET /v2/runtime/player', ask: { as: 'neo' }, body: profile },
    v1: { call: 'GET /v1/player', ask: { as: 'neo' }, body: profile },
    events: [],
  },
  {
    name: 'a detailed profile has the items not yet earned, but the hidden ones',
    given: [neo, played('like', 'neo')],
    v2: { call: 'GET /v2/runtime/player', ask: { as: 'neo', query: { detailed: 'true' } }, body: detailed() },
    v1: { call: 'GET /v1/player', ask: { as: 'neo', query: { detailed: 1 } }, body: detailed() },
    events: [],
  },
  {
    name: 'an operator reads a profile',
    given: [neo],
    v2: { call: 'GET /v2/admin/players/neo', body: profile },
    v1: { call: 'GET /v1/game/players/neo', body: profile },
    events: [],
  },
  {
    name: 'an operator lists players, a page at a time',
    given: [neo, trinity, newPlayer('smith'), { call: 'PUT /v2/admin/players/smith/disable' }],
    v2: {
      call: 'GET /v2/admin/players',
      ask: { query: { skip: 1, limit: 2 } },
      body: {
        data: [
          { id: 'trinity', alias: 'Trinity of Zion', enabled: true },
          { id: 'smith', alias: 'smith', enabled: false },
        ],
        total: 3,
      },
    },
    v1: {
      call: 'GET /v1/game/players',
      ask: { query: { skip: 2 } },
      body: { data: [{ id: 'smith', alias: 'smith', enabled: false }], total: 3 },
    },
    events: [],
  },
  {
    name: 'a player lists all players',
    given: [neo, trinity],
    v2: {
      call: 'GET /v2/runtime/players',
      ask: { as: 'neo', query: { limit: 1 } },
      body: { data: [{ id: 'neo', alias: 'neo', enabled: true }], total: 2 },
    },
    v1: {
      call: 'GET /v1/players',
      ask: { as: 'neo', query: { skip: 1 } },
      body: { data: [{ id: 'trinity', alias: 'Trinity of Zion', enabled: true }], total: 2 },
    },
    events: [],
  },
  {
    name: 'an id is free',
    given: [neo],
    v2: {
      call: 'GET /v2/admin/validation/player/available',
      ask: { query: { value: 'neo2' } },
      body: { message: "The player ID 'neo2' is available" },
    },
    v1: {
      call: 'GET /v1/game/validation/player/exists',
      ask: { query: { value: 'Neo' } },
      body: { message: "The player ID 'Neo' is available" },
    },
    events: [],
  },
  {
    name: 'players are found by a part of the alias, whatever its case',
    given: [neo, trinity, newPlayer('smith')],
    v2: {
      call: 'GET /v2/admin/query/players',
      ask: { query: { pattern: 'T*zion' } },
      body: [{ alias: 'Trinity of Zion', id: 'trinity' }],
    },
    v1: {
      call: 'GET /v1/query/players',
      ask: { query: { pattern: 'N', skip: 1, limit: 1 } },
      body: [{ alias: 'Trinity of Zion', id: 'trinity' }],
    },
    events: [],
  },
  {
    name: 'a player takes another alias and an email',
    given: [neo],
    v2: {
      call: 'PATCH /v2/runtime/player',
      ask: { as: 'neo', body: { alias: 'The One', email: 'one@zion.example' } },
      body: { ...profile, alias: 'The One' },
    },
    events: [{ event: 'player:updated', player: { id: 'neo', alias: 'The One' }, email: 'one@zion.example' }],
  },
  {
    name: 'taking the alias that one has is no event',
    given: [neo],
    v2: { call: 'PATCH /v2/runtime/player', ask: { as: 'neo', body: { alias: 'neo' } }, body: profile },
    events: [],
  },
  {
    name: 'a player is disabled',
    given: [neo],
    v2: { call: 'PUT /v2/admin/players/neo/disable', body: { ...profile, enabled: false } },
    events: [{ event: 'player:disabled', player: refNeo }],
  },
  {
    name: 'disabling a disabled player changes nothing and is no error',
    given: [neo, { call: 'PUT /v2/admin/players/neo/disable' }],
    v2: { call: 'PUT /v2/admin/players/neo/disable', body: { ...profile, enabled: false } },
    events: [],
  },
  {
    name: 'a disabled player is enabled, and acts again',
    given: [
      neo,
      { call: 'PUT /v2/admin/players/neo/disable' },
      { call: 'PUT /v2/admin/players/neo/enable' },
      { call: 'GET /v2/runtime/player', ask: { as: 'neo' } },
      { call: 'PUT /v2/admin/players/neo/disable' },
    ],
    v2: { call: 'PUT /v2/admin/players/neo/enable', body: profile },
    events: [{ event: 'player:enabled', player: refNeo }],
  },
  {
    name: 'a dummy is reset',
    given: [neo, played('like', 'neo')],
    v2: { call: 'POST /v2/admin/players/neo/reset', body: { ...profile, scores: [] } },
    v1: { call: 'PUT /v1/game/players/neo/reset', body: { ...profile, scores: [] } },
    events: [{ event: 'player:reset', player: refNeo }],
  },
  {
    name: 'a player is deleted',
    given: [neo, played('like', 'neo')],
    v2: { call: 'DELETE /v2/admin/players/neo', body: { message: "Player 'neo' has been deleted" } },
    v1: { call: 'DELETE /v1/game/players/neo', body: { message: "Player 'neo' has been deleted" } },
    events: [{ event: 'player:deleted', player: refNeo }],
  },
  {
    name: 'who comes under the id of a deleted player starts anew, with a feed of its own',
    given: [neo, played('like', 'neo'), { call: 'DELETE /v2/admin/players/neo' }, neo],
    v2: { call: 'GET /v2/runtime/activity', ask: { as: 'neo' }, body: [] },
    v1: { call: 'GET /v1/player', ask: { as: 'neo' }, body: profile },
    events: [],
  },
  {
    name: 'an operator changes scores, and what follows from them follows',
    given: [neo],
    v2: {
      call: 'PATCH /v2/admin/players/neo/scores',
      ask: {
        body: {
          rewards: [
            { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '25 + 0.5' },
            { metric: { id: 'coins', type: 'point' }, verb: 'set', value: '1000' },
            { metric: { id: 'coins', type: 'point' }, verb: 'remove', value: '0.25' },
            { metric: { id: 'badges', type: 'set' }, verb: 'add', value: { Rookie: '5', Secret: '2' } },
          ],
        },
      },
      body: {
        ...profile,
        scores: [
          {
            metric: badges,
            value: {
              Rookie: { name: 'Rookie', description: 'Liked something', count: '1' },
              Secret: { name: 'Secret', count: '2' },
            },
          },
          { metric: coins, value: '99.75' },
          {
            metric: rank,
            value: { name: 'Bronze' },
            meta: { low: '25', high: '100', base_metric: { id: 'xp', name: 'XP' } },
          },
          { metric: worth, value: '150.75' },
          { metric: xp, value: '25.5' },
        ],
      },
    },
    events: [
      {
        event: 'score',
        player: refNeo,
        admin: true,
        changes: [
          from(null, xp, '25.5'),
          from('3', coins, '100'),
          from('100', coins, '99.75'),
          { metric: badges, delta: { Rookie: { old: null, new: '1' }, Secret: { old: null, new: '2' } } },
          from('3', worth, '150.75'),
        ],
      },
      { event: 'level', actor: refNeo, rule: { id: 'ladder' }, changes: [from(null, rank, 'Bronze')] },
    ],
  },
  {
    name: 'a change of scores that changes nothing is no event',
    given: [neo],
    v2: {
      call: 'PATCH /v2/admin/players/neo/scores',
      ask: { body: { rewards: [{ metric: { id: 'coins', type: 'point' }, verb: 'set', value: '3.00' }] } },
      body: profile,
    },
    events: [],
  },
])

function detailed(): unknown {
  return {
    ...profile,
    scores: [
      {
        metric: badges,
        // JSON may have a key that a literal would take for the prototype.
        value: JSON.parse(
          `{ "Rookie": { "name": "Rookie", "description": "Liked something", "count": "1" },
             "constructor": { "name": "constructor", "count": "0" },
             "__proto__": { "name": "__proto__", "count": "0" } }`,
        ),
      },
      { metric: coins, value: '3' },
      {
        metric: rank,
        value: { name: 'Novice', description: 'New here' },
        meta: { low: '-Infinity', high: '25', base_metric: { id: 'xp', name: 'XP' } },
      },
      { metric: worth, value: '23' },
      { metric: xp, value: '10' },
    ],
  }
}
