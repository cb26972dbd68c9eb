import { contractDesign } from '../contract/game-design.ts'
import { anId, badges, coins, from, newPlayer, NOON, played, rank, scenarios, worth, xp } from './scenario.ts'

const neo = newPlayer('neo')
const refNeo = { id: 'neo', alias: 'neo' }
const tenXp = [{ metric: xp, value: '10', verb: 'add', probability: 1 }]
const badge = { metric: { id: 'badges', type: 'set' }, verb: 'add', value: { Secret: '1', constructor: '2' } }

/** Two actions of the contract's, and three of luck: one has none, one for a reward, one gives what is no number. */
const design = {
  ...contractDesign,
  actions: [
    ...contractDesign.actions.filter((each) => ['like', 'secret'].includes((each as { id: string }).id)),
    {
      id: 'dud',
      name: 'Dud',
      probability: 0,
      rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }], requires: {} }],
    },
    {
      id: 'find',
      name: 'Find',
      description: 'Find a badge',
      rules: [
        { rewards: [badge, { ...badge, probability: 0 }], requires: {} },
        {
          rewards: [{ metric: { id: 'rank', type: 'state' }, verb: 'set', value: 'Silver' }],
          requires: { type: 'metric', context: { id: 'xp', type: 'point', operator: 'gt', value: '0' } },
        },
      ],
    },
  ],
}

const found = {
  id: 'find',
  name: 'Find',
  description: 'Find a badge',
  count: 0,
  variables: [],
  rewards: [
    { metric: badges, value: { Secret: '1', constructor: '2' }, verb: 'add', probability: 1 },
    { metric: badges, value: { Secret: '1', constructor: '2' }, verb: 'add', probability: 0 },
  ],
}
const dud = { id: 'dud', name: 'Dud', count: 0, variables: [], rewards: tenXp }
const liked = { id: 'like', name: 'Like', description: 'Like a post', count: 0, variables: [], rewards: tenXp }
interface Listed {
  readonly id: string
  readonly rewards: readonly unknown[]
}

/** How the list of version 2 has rewards, how version 1, and the answers of plays. */
const bothKeys = (list: readonly Listed[]) => list.map((each) => ({ ...each, actions: each.rewards }))
const asActions = (list: readonly Listed[]) => list.map(({ rewards, ...each }) => ({ ...each, actions: rewards }))

const actionEvent = (parts: object) => ({ event: 'action', actor: refNeo, count: 1, changes: [], scopes: [], ...parts })
const like = { id: 'like', name: 'Like', vars: {} }
const shown = (event: object) => ({ ...event, id: anId, timestamp: NOON })

const firstLike = [
  actionEvent({ action: like, changes: [from(null, xp, '10'), from('3', worth, '23')] }),
  { event: 'level', actor: refNeo, rule: { id: 'ladder' }, changes: [from(null, rank, 'Novice')] },
  {
    event: 'achievement',
    actor: refNeo,
    rule: { id: 'rookie' },
    changes: [{ metric: badges, delta: { Rookie: { old: null, new: '1' } } }],
  },
] as const
const [playedLike, ...followed] = firstLike.map(shown)

const fourLikes = [
  actionEvent({ action: like, count: 4, changes: [from(null, xp, '40'), from('3', worth, '83')] }),
  { ...firstLike[1], changes: [from(null, rank, 'Bronze')] },
  firstLike[2],
]
const [playedFour, ...followedFour] = fourLikes.map(shown)

const answered = actionEvent({
  action: { id: 'answer', name: 'Answer', vars: { votes: 2, note: 'none' } },
  changes: [from(null, xp, '25'), from('3', worth, '53')],
})
const scoped = [{ id: 'best/week-1', entity_id: 'neo' }]
const quiet = { query: false }

scenarios([
  {
    name: 'the actions that may be seen are listed, with the rewards whose requirements are met',
    design,
    given: [neo],
    v2: { call: 'GET /v2/runtime/actions', ask: { as: 'neo' }, body: bothKeys([dud, found, liked]) },
    v1: { call: 'GET /v1/definitions/actions', ask: { as: 'neo' }, body: asActions([dud, found, liked]) },
    events: [],
  },
  {
    name: 'a play gives points, a level and an achievement, and lists what can be played now',
    design,
    given: [neo],
    v2: {
      call: 'POST /v2/runtime/actions/like/play',
      ask: { as: 'neo', body: {} },
      body: {
        actions: [
          dud,
          { ...found, rewards: [...found.rewards, { metric: rank, value: 'Silver', verb: 'set', probability: 1 }] },
          { ...liked, count: 1 },
        ],
        events: { local: [playedLike], global: followed },
      },
    },
    v1: {
      call: 'POST /v1/action/play',
      ask: { as: 'neo', body: { id: 'like' } },
      body: {
        actions: asActions([
          dud,
          { ...found, rewards: [...found.rewards, { metric: rank, value: 'Silver', verb: 'set', probability: 1 }] },
          { ...liked, count: 1 },
        ]),
        events: { local: [playedLike], global: followed },
      },
    },
    events: firstLike,
  },
  {
    name: 'a count multiplies the rewards, and levels look at the final value only',
    given: [neo],
    v2: {
      call: 'POST /v2/runtime/actions/like/play',
      ask: { as: 'neo', body: { count: 4, ...quiet } },
      body: { actions: [], events: { local: [playedFour], global: followedFour } },
    },
    v1: {
      call: 'POST /v1/action/play',
      ask: { as: 'neo', body: { id: 'like', count: 4, ...quiet } },
      body: { actions: [], events: { local: [playedFour], global: followedFour } },
    },
    events: fourLikes,
  },
  {
    name: 'variables are read, defaults included; undeclared ones are ignored',
    given: [neo, played('like', 'neo'), { call: 'POST /v2/admin/players/neo/reset' }, newPlayer('trinity')],
    v2: {
      call: 'POST /v2/runtime/actions/answer/play',
      ask: { as: 'trinity', body: { variables: { votes: '2', mood: 'good' }, ...quiet } },
      body: {
        actions: [],
        events: {
          local: [shown({ ...answered, actor: { id: 'trinity', alias: 'trinity' } })],
          global: [shown({ ...firstLike[1], actor: { id: 'trinity', alias: 'trinity' } })],
        },
      },
    },
    v1: {
      call: 'POST /v1/action/play',
      ask: { as: 'trinity', body: { id: 'answer', variables: { votes: 2 }, ...quiet } },
      body: {
        actions: [],
        events: {
          local: [shown({ ...answered, actor: { id: 'trinity', alias: 'trinity' } })],
          global: [shown({ ...firstLike[1], actor: { id: 'trinity', alias: 'trinity' } })],
        },
      },
    },
    events: [
      {
        ...answered,
        actor: { id: 'trinity', alias: 'trinity' },
        engine: { rate: { kind: 'LEAKY', count: 2, windowMs: 3_600_000 }, zoneOffsetMs: 0 },
      },
      { ...firstLike[1], actor: { id: 'trinity', alias: 'trinity' } },
    ],
  },
  {
    name: 'an unlucky play is an event without changes, and counts',
    design,
    given: [neo],
    v2: {
      call: 'POST /v2/runtime/actions/dud/play',
      ask: { as: 'neo', body: quiet },
      body: {
        actions: [],
        events: { local: [shown(actionEvent({ action: { id: 'dud', name: 'Dud', vars: {} } }))], global: [] },
      },
    },
    v1: {
      call: 'POST /v1/action/play',
      ask: { as: 'neo', body: { id: 'dud', ...quiet } },
      body: {
        actions: [],
        events: { local: [shown(actionEvent({ action: { id: 'dud', name: 'Dud', vars: {} } }))], global: [] },
      },
    },
    events: [actionEvent({ action: { id: 'dud', name: 'Dud', vars: {} } })],
  },
  {
    name: 'items are given, those of an unlucky reward are not',
    design,
    given: [neo],
    v2: {
      call: 'POST /v2/runtime/actions/find/play',
      ask: { as: 'neo', body: { ...quiet, count: 2 } },
      body: {
        actions: [],
        events: {
          local: [
            shown(
              actionEvent({
                action: { id: 'find', name: 'Find', vars: {} },
                count: 2,
                changes: [
                  { metric: badges, delta: { Secret: { old: null, new: '2' }, constructor: { old: null, new: '4' } } },
                ],
              }),
            ),
          ],
          global: [],
        },
      },
    },
    events: [
      actionEvent({
        action: { id: 'find', name: 'Find', vars: {} },
        count: 2,
        changes: [{ metric: badges, delta: { Secret: { old: null, new: '2' }, constructor: { old: null, new: '4' } } }],
      }),
    ],
  },
  {
    name: 'scopes are kept in the event',
    given: [neo, played('like', 'neo')],
    v2: {
      call: 'POST /v2/runtime/actions/like/play',
      ask: { as: 'neo', body: { ...quiet, scopes: scoped } },
      body: {
        actions: [],
        events: {
          local: [
            shown(
              actionEvent({ action: like, scopes: scoped, changes: [from('10', xp, '20'), from('23', worth, '43')] }),
            ),
          ],
          global: [],
        },
      },
    },
    v1: {
      call: 'POST /v1/action/play',
      ask: { as: 'neo', body: { id: 'like', ...quiet, scopes: scoped } },
      body: {
        actions: [],
        events: {
          local: [
            shown(
              actionEvent({ action: like, scopes: scoped, changes: [from('10', xp, '20'), from('23', worth, '43')] }),
            ),
          ],
          global: [],
        },
      },
    },
    events: [actionEvent({ action: like, scopes: scoped, changes: [from('10', xp, '20'), from('23', worth, '43')] })],
  },
  {
    name: 'an action that is used up can be played again when its window is over',
    given: [
      neo,
      played('burst', 'neo', { count: 2 }),
      { call: 'PATCH /_gamify/clock', ask: { body: { advance: '90s' } } },
    ],
    v2: {
      call: 'POST /v2/runtime/actions/burst/play',
      ask: { as: 'neo', body: quiet },
      body: {
        actions: [],
        events: {
          local: [
            {
              ...shown(actionEvent({ action: { id: 'burst', name: 'Burst', vars: {} } })),
              timestamp: '2030-01-06T12:01:30.000Z',
            },
          ],
          global: [],
        },
      },
    },
    v1: {
      call: 'POST /v1/action/play',
      ask: { as: 'neo', body: { id: 'burst', ...quiet } },
      body: {
        actions: [],
        events: {
          local: [
            {
              ...shown(actionEvent({ action: { id: 'burst', name: 'Burst', vars: {} } })),
              timestamp: '2030-01-06T12:01:30.000Z',
            },
          ],
          global: [],
        },
      },
    },
    events: [
      actionEvent({
        action: { id: 'burst', name: 'Burst', vars: {} },
        engine: { rate: { kind: 'ROLLING', count: 2, windowMs: 90_000 }, zoneOffsetMs: 0 },
      }),
    ],
  },
  {
    name: 'a play that is refused is nothing at all',
    given: [neo, played('visit', 'neo')],
    v2: {
      call: 'POST /v2/runtime/actions/visit/play',
      ask: { as: 'neo', body: {} },
      status: 429,
      body: {
        error: 'rate_limit_exceeded',
        error_description: "The Action 'visit' can only be triggered 1 times every day",
      },
    },
    v1: {
      call: 'POST /v1/action/play',
      ask: { as: 'neo', body: { id: 'visit' } },
      status: 429,
      body: {
        error: 'rate_limit_exceeded',
        error_description: "The Action 'visit' can only be triggered 1 times every day",
      },
    },
    events: [],
  },
  {
    name: 'the metrics are listed, each version in its own shape',
    given: [neo],
    v2: {
      call: 'GET /v2/runtime/definitions/metrics',
      ask: { as: 'neo' },
      body: [
        { ...badges, items: ['Rookie', 'constructor', '__proto__', 'Secret'] },
        coins,
        { id: 'flow', name: 'Flow', type: 'compound', formula: '100 / $scores.water' },
        { ...rank, states: [{ name: 'Novice' }, { name: 'Bronze' }, { name: 'Silver' }] },
        { id: 'water', name: 'Water', type: 'point' },
        { ...worth, formula: '$scores.xp * 2 + $scores.coins' },
        xp,
      ],
    },
    v1: {
      call: 'GET /v1/definitions/metrics',
      ask: { as: 'neo' },
      body: [
        {
          ...badges,
          items: JSON.parse(
            '{ "Rookie": { "description": "Liked something" }, "constructor": {}, "__proto__": {}, "Secret": {} }',
          ),
        },
        coins,
        { id: 'flow', name: 'Flow', type: 'compound', formula: '100 / $scores.water' },
        { ...rank, states: { Novice: { description: 'New here' }, Bronze: {}, Silver: {} } },
        { id: 'water', name: 'Water', type: 'point' },
        { ...worth, formula: '$scores.xp * 2 + $scores.coins' },
        xp,
      ],
    },
    events: [],
  },
])
