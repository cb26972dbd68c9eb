import { describe, expect, test } from 'vitest'
import { achievement, action, levels, point, problemsOf, set, state } from '../../../test/support/design-parts.ts'
import { compileDesign } from './design.ts'
import { emptyDesign, type DesignSource, type Kind } from './source.ts'

const metrics = [point('xp'), set('badges', ['Fan']), state('rank', 'Novice')]
const guild = { id: 'guild', name: 'Guild', permissions: [['member', {}]] }
const tour = { id: 'tour', name: 'Tour' }
const inTeam = (context: object) => ({ type: 'team', context })
const played = (id: string) => ({ type: 'action', context: { id, operator: 'ge', value: 1 } })

const found = (parts: Partial<DesignSource>): string[] =>
  problemsOf({ metrics, actions: [action('like')], teams: [guild], processes: [tour], ...parts })

const board = (more: object) => ({
  id: 'top',
  name: 'Top',
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
  ...more,
})
const reward = (id: string) => ({ metric: { id, type: 'point' }, verb: 'add', value: '1' })
const task = (more: object) => ({ id: 'study', name: 'Study', type: 'task', ...more })

/** Each with what is wrong where `x` is absent; nothing is where it is there. */
const cases: readonly (readonly [string, (x: string) => Partial<DesignSource>, string, string])[] = [
  [
    'a board its metric',
    (x) => ({ leaderboards: [board({ metric: { id: x, type: 'point' } })] }),
    'xp',
    "leaderboards/top metric.id: unknown metric 'nope'",
  ],
  [
    'a board an item',
    (x) => ({ leaderboards: [board({ metric: { id: 'badges', type: 'set', item: x } })] }),
    'Fan',
    "leaderboards/top metric.item: metric 'badges' has no item 'nope'",
  ],
  [
    'a board the team of its scope',
    (x) => ({ leaderboards: [board({ scope: { type: 'team_definition', id: x } })] }),
    'guild',
    "leaderboards/top scope.id: unknown team 'nope'",
  ],
  [
    'a board the team of its members',
    (x) => ({ leaderboards: [board({ scope: { type: 'team_instance', id: x } })] }),
    'guild',
    "leaderboards/top scope.id: unknown team 'nope'",
  ],
  [
    'a board what it requires',
    (x) => ({ leaderboards: [board({ requires: played(x) })] }),
    'like',
    "leaderboards/top requires.context.id: unknown action 'nope'",
  ],
  [
    'a team what it requires',
    (x) => ({ teams: [guild, { id: 'crew', name: 'Crew', settings: { requires: inTeam({ definition_id: x }) } }] }),
    'guild',
    "teams/crew settings.requires.context.definition_id: unknown team 'nope'",
  ],
  [
    'a process what it requires',
    (x) => ({ processes: [{ ...tour, settings: { requires: inTeam({ definition: x }) } }] }),
    'guild',
    "processes/tour settings.requires.context.definition: unknown team 'nope'",
  ],
  [
    'a requirement a role',
    (x) => ({ actions: [{ ...action('like'), requires: inTeam({ definition_id: 'guild', role: x }) }] }),
    'member',
    "actions/like requires.context.role: team 'guild' has no role 'nope'",
  ],
  [
    'a task its reward',
    (x) => ({ processes: [{ ...tour, activities: [task({ rewards: [reward(x)] })] }] }),
    'xp',
    "processes/tour activities.0.rewards.0.metric.id: unknown metric 'nope'",
  ],
  [
    'a task what it requires',
    (x) => ({ processes: [{ ...tour, activities: [task({ requires: played(x) })] }] }),
    'like',
    "processes/tour activities.0.requires.context.id: unknown action 'nope'",
  ],
  [
    'a task within a sub_process its reward',
    (x) => ({
      processes: [
        {
          ...tour,
          activities: [{ id: 's', name: 'S', type: 'sub_process', activities: [task({ rewards: [reward(x)] })] }],
        },
      ],
    }),
    'xp',
    "processes/tour activities.0.activities.0.rewards.0.metric.id: unknown metric 'nope'",
  ],
  [
    'the bootstrap a metric',
    (x) => ({ bootstrap: { scores: [{ metric: { id: x, type: 'point' }, value: '1' }] } }),
    'xp',
    "bootstrap/ scores.0.metric.id: unknown metric 'nope'",
  ],
  [
    'the bootstrap a process',
    (x) => ({ bootstrap: { processes: [{ definition: x, id: 'first' }] } }),
    'tour',
    "bootstrap/ processes.0.definition: unknown process 'nope'",
  ],
  [
    'the bootstrap a team',
    (x) => ({ bootstrap: { teams: [{ definition: x, id: 'all' }] } }),
    'guild',
    "bootstrap/ teams.0.definition: unknown team 'nope'",
  ],
  [
    'the bootstrap a role',
    (x) => ({ bootstrap: { teams: [{ definition: 'guild', id: 'all', roles: ['member', x] }] } }),
    'member',
    "bootstrap/ teams.0.roles.1: team 'guild' has no role 'nope'",
  ],
]

describe('a design names what it refers to in vain (4.13)', () => {
  test.each(cases)('%s', (_, parts, there, problem) => {
    expect(found(parts(there))).toEqual([])
    expect(found(parts('nope'))).toEqual([problem])
  })

  test('and does not blame what refers to a broken team or process', () => {
    const broken = { id: 'guild', name: 'Guild', colour: 'red' }
    const scope = { type: 'team_definition', id: 'guild' }
    const bootstrap = {
      teams: [{ definition: 'guild', id: 'all' }],
      processes: [{ definition: 'tour', id: 'first' }],
    }
    const noTour = { id: 'tour' }
    expect(found({ teams: [broken], processes: [noTour], leaderboards: [board({ scope })], bootstrap })).toEqual([
      "teams/guild colour: unknown field 'colour'",
      'processes/tour name: missing; expected string',
    ])
  })
})

describe('all that is wrong is told at once (4.13)', () => {
  const metrics = [point('xp'), set('badges', ['Fan']), state('rank', 'Novice')]

  test('the formula of a reward, whatever its metric', () => {
    const rewards = [
      { metric: { id: 'gold', type: 'point' }, verb: 'add', value: '$vars.n + $scores.silver' },
      { metric: { id: 'xp', type: 'set' }, verb: 'add', value: { Fan: '$vars.m' } },
    ]
    expect(problemsOf({ metrics, actions: [action('like', rewards)] })).toEqual([
      "actions/like rules.0.rewards.0.metric.id: unknown metric 'gold'",
      "actions/like rules.0.rewards.0.value: unknown variable 'n'",
      "actions/like rules.0.rewards.0.value: unknown metric 'silver'",
      "actions/like rules.0.rewards.1.metric.type: metric 'xp' is of type point, not set",
      "actions/like rules.0.rewards.1.value.Fan: unknown variable 'm'",
    ])
  })

  test('the formula of an item that there is none of', () => {
    const fan = (metric: string, key: string) => achievement('fan', metric, { [key]: '$vars.n' }, {})
    const formula =
      "rules/fan items.0.value: the variable 'n' is not available here, only in rules of an action or custom rule that declares it"
    expect(problemsOf({ metrics, rules: [fan('badges', 'Fan')] })).toEqual([formula])
    expect(problemsOf({ metrics, rules: [fan('badges', 'Pro')] })).toEqual([
      formula,
      "rules/fan items.0.key: metric 'badges' has no item 'Pro'",
    ])
    expect(problemsOf({ metrics, rules: [fan('medals', 'Fan')] })).toEqual([
      "rules/fan metric.id: unknown metric 'medals'",
      formula,
    ])
  })

  test('the ranks of a ladder, whatever it goes by', () => {
    expect(problemsOf({ metrics, rules: [levels('up', 'gold', 'rank', ['Master'])] })).toEqual([
      "rules/up base_metric: unknown metric 'gold'",
      "rules/up levels.0.rank: metric 'rank' has no state 'Master'",
    ])
  })

  test('that a metric is of another type, rather than what would follow from that', () => {
    const items = { metric: { id: 'xp', type: 'set' }, verb: 'add', value: '1' }
    const points = { metric: { id: 'badges', type: 'point' }, verb: 'add', value: { Fan: '1' }, colour: 'red' }
    const states = { metric: { id: 'xp', type: 'state' }, verb: 'add', value: '1' }
    expect(problemsOf({ metrics, actions: [action('like', [items, points, states])] })).toEqual([
      "actions/like rules.0.rewards.0.metric.type: metric 'xp' is of type point, not set",
      "actions/like rules.0.rewards.1.colour: unknown field 'colour'",
      "actions/like rules.0.rewards.1.metric.type: metric 'badges' is of type set, not point",
      "actions/like rules.0.rewards.2.metric.type: metric 'xp' is of type point, not state",
    ])
    expect(
      problemsOf({ metrics, actions: [action('like', [{ ...items, metric: { id: 'gold', type: 'set' } }])] }),
    ).toEqual([
      'actions/like rules.0.rewards.0.value: expected an object of items and their counts',
      "actions/like rules.0.rewards.0.metric.id: unknown metric 'gold'",
    ])
  })
})

test('what refers to a kind of which something could not be read is not blamed', () => {
  const design = { ...emptyDesign, actions: [action('like', [reward('xp')], { requires: played('hug') })] }
  const problems = (...unread: Kind[]) => {
    const compiled = compileDesign(design, new Map(unread.map((kind) => [kind, undefined])))
    return 'source' in compiled ? [] : compiled.problems.map(({ message }) => message)
  }
  expect(problems()).toEqual(["unknown action 'hug'", "unknown metric 'xp'"].toReversed())
  expect(problems('metrics')).toEqual(["unknown action 'hug'"])
  expect(problems('metrics', 'actions')).toEqual([])
  const known = compileDesign(
    design,
    new Map([
      ['metrics', new Set(['xp'])],
      ['actions', new Set(['like'])],
    ]),
  )
  expect(known).toMatchObject({ problems: [{ message: "unknown action 'hug'" }] })
})

describe('a bootstrap is refused (4.12)', () => {
  const gold = point('gold')
  const start = (value: string, id = 'xp') => ({ scores: [{ metric: { id, type: 'point' }, value }] })
  const found = (bootstrap: object, parts: Partial<DesignSource> = {}) =>
    problemsOf({ metrics: [point('xp'), gold], bootstrap, ...parts })

  test.each([
    ['1/0', "the formula '1/0' cannot be computed for a new player: division by zero"],
    ["'a'", `the formula ''a'' cannot be computed for a new player: "a" is not a number`],
    ['1 / $scores.gold', "the formula '1 / $scores.gold' cannot be computed for a new player: division by zero"],
  ])('whose value nobody can be given: %s', (value, problem) => {
    expect(found(start('1'))).toEqual([])
    expect(found(start(value))).toEqual([`bootstrap/ scores.0.value: ${problem}`])
  })

  test.each(['processes', 'teams'] as const)('with an id twice in its %s', (kind) => {
    const definition = kind === 'teams' ? 'guild' : 'tour'
    const list = ['a', 'b', 'a'].map((id) => ({ definition, id }))
    expect(found({ [kind]: list }, { teams: [guild], processes: [tour] })).toEqual([
      `bootstrap/ ${kind}.2.id: the id 'a' is already used by number 1`,
    ])
  })

  test.each(['processes', 'teams'] as const)('with an access in its %s that the definition does not allow', (kind) => {
    const limited = { id: 'it', name: 'It', settings: { access: ['PUBLIC', 'PRIVATE'] } }
    const made = (access: string, definition = 'it') => ({ [kind]: [{ definition, id: 'one', access }] })
    const parts = { [kind]: [limited, { id: 'any', name: 'Any' }] }
    expect(found(made('PRIVATE'), parts)).toEqual([])
    expect(found(made('PROTECTED', 'any'), parts)).toEqual([])
    expect(found(made('PROTECTED'), parts)).toEqual([
      `bootstrap/ ${kind}.0.access: the ${kind === 'teams' ? 'team' : 'process'} 'it' does not allow PROTECTED; expected one of PRIVATE, PUBLIC`,
    ])
  })
})
