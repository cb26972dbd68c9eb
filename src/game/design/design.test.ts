import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  any,
  become,
  compound,
  custom,
  designOf,
  formulas,
  levels,
  played,
  point,
  problemsOf,
  score,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'

const metrics = [
  point('xp'),
  set('badges', ['Fan']),
  state('rank', 'Novice', 'Gold'),
  compound('total', '$scores.xp * 2'),
]

describe('a design', () => {
  test('may be empty', () => {
    expect(problemsOf({})).toEqual([])
  })

  test('has its components in order of id, whatever order they were written in', () => {
    const design = designOf({
      metrics: [point('b'), point('B'), point('a-1'), point('a')],
      actions: [action('z'), action('c')],
    })
    expect([...design.metrics.keys()]).toEqual(['B', 'a', 'a-1', 'b'])
    expect([...design.actions.keys()]).toEqual(['c', 'z'])
  })

  test('refuses a second component of an id, but another kind may have it', () => {
    expect(problemsOf({ metrics: [point('xp'), point('xp')] })).toEqual([
      "metrics/xp id: another of the metrics already has the id 'xp'",
    ])
    expect(problemsOf({ metrics: [point('xp')], actions: [action('xp')] })).toEqual([])
  })

  test('tells all that is wrong with it at once', () => {
    const found = problemsOf({
      metrics: [{ id: '1x', name: 'x', type: 'point' }, point('xp', { min: '5', max: '1' }), compound('bad', '1 +')],
      actions: [{ ...action('like'), colour: 'red' }],
      rules: [{ id: 'r', name: 'r', type: 'magic' }],
      bootstrap: { scores: 'many' },
    })
    expect(found).toHaveLength(6)
    expect(found[0]).toContain('metrics/1x id: expected an id')
    expect(found[1]).toBe('metrics/xp constraints.min: expected min to be at most max')
    expect(found[2]).toMatch(/^metrics\/bad constraints\.formula: .* at character 4 of the formula$/)
    expect(found[3]).toBe("actions/like colour: unknown field 'colour'")
    expect(found[4]).toContain('rules/r type')
    expect(found[5]).toContain('bootstrap/ scores')
  })

  test('does not blame what refers to a broken component', () => {
    expect(
      problemsOf({ metrics: [{ ...point('xp'), max: '5' }], actions: [action('like', [add('xp', '1')])] }),
    ).toEqual(["metrics/xp max: unknown field 'max'"])
  })

  test('accepts the fields that every component may have, and what an editor left behind', () => {
    const more = { description: '', image: 'default-point-metric', tags: ['a'], _errors: [{ any: 'thing' }] }
    expect(problemsOf({ metrics: [{ ...point('xp'), ...more }], actions: [{ ...action('like'), ...more }] })).toEqual(
      [],
    )
  })

  test('accepts a point metric of three fields, and variables without default and required', () => {
    expect(problemsOf({ metrics: [{ id: 'xp', name: 'XP', type: 'point' }] })).toEqual([])
    expect(problemsOf({ actions: [action('like', [], { variables: [{ name: 'n', type: 'int' }] })] })).toEqual([])
  })

  test.each([null, 5, 'xp', [], [[]]])('refuses %j for a component', (component) => {
    expect(problemsOf({ metrics: [component] })).not.toEqual([])
  })

  test('refuses a component that is nested 10,000 deep', () => {
    const requires = JSON.parse(`${'{"type":"and","expression":['.repeat(10_000)}{}${']}'.repeat(10_000)}`) as object
    expect(problemsOf({ actions: [action('like', [], { requires })] })).toEqual([
      'actions/like : nested deeper than 64 levels',
    ])
  })

  test('refuses a formula that is nested 10,000 deep', () => {
    const formula = '('.repeat(10_000) + '1' + ')'.repeat(10_000)
    expect(problemsOf({ metrics: [compound('deep', formula)] })).toHaveLength(1)
  })
})

describe('a metric', () => {
  test.each([
    [{ min: '10' }, 10],
    [{ max: '-10', min: '-20' }, -10],
    [{ min: '-5', max: '5' }, 0],
    [{ default: '3' }, 3],
  ])('of limits %j starts at %d', (constraints, expected) => {
    expect(designOf({ metrics: [point('xp', constraints)] }).metrics.get('xp')).toMatchObject({ start: expected })
  })

  test.each([
    [{ default: '11', max: '10' }, 'constraints.default: expected a default between min and max'],
    [{ default: '-1' }, 'constraints.default: expected a default between min and max'],
    [{ min: '2', max: '1' }, 'constraints.min: expected min to be at most max'],
    [{ min: 'Infinity' }, 'constraints: expected min and max to allow at least one amount'],
    [{ max: '-Infinity', min: '-Infinity' }, 'constraints: expected min and max to allow at least one amount'],
    [{ default: 'Infinity' }, 'constraints.default: expected a decimal string such as "10" or "0.5"'],
    [{ max: '1e3' }, 'constraints.max: expected an amount such as "10", or "Infinity" or "-Infinity"'],
    [{ max: '9'.repeat(400) }, 'constraints.max: expected an amount such as "10", or "Infinity" or "-Infinity"'],
  ])('of limits %j is refused', (constraints, problem) => {
    expect(problemsOf({ metrics: [point('xp', constraints)] })).toEqual([`metrics/xp ${problem}`])
  })

  test('of type set has items of different names; their limits are not below 0', () => {
    expect(problemsOf({ metrics: [set('badges', ['a', 'A', '__proto__', 'constructor', '7'])] })).toEqual([])
    expect(problemsOf({ metrics: [set('badges', ['a', 'a'])] })).toEqual([
      'metrics/badges constraints.items: expected each item name once',
    ])
    expect(problemsOf({ metrics: [set('badges', [{ name: 'a', max: '-1' }], { max_items: '-Infinity' })] })).toEqual([
      'metrics/badges constraints.items.0.max: expected a limit of 0 or more',
      'metrics/badges constraints.max_items: expected a limit of 0 or more',
    ])
  })

  test('of type state has states of different names', () => {
    expect(problemsOf({ metrics: [state('rank', 'a', 'b')] })).toEqual([])
    expect(problemsOf({ metrics: [state('rank', 'a', 'a')] })).toEqual([
      'metrics/rank constraints.states: expected each state name once',
    ])
  })

  test('of type compound may read compounds, but not itself, by whatever way', () => {
    const chain = [compound('c', '$scores.b + 1'), compound('b', '$scores.xp'), point('xp')]
    expect(designOf({ metrics: chain }).compounds.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(problemsOf({ metrics: [compound('a', '$scores.a')] })).toEqual([
      "metrics/a constraints.formula: the compound 'a' reads itself, directly or through other compounds",
    ])
    expect(problemsOf({ metrics: [compound('a', '$scores.b'), compound('b', '$scores.a')] })).toHaveLength(2)
  })
})

describe('every reference is looked up', () => {
  const all = { metrics, actions: [action('like')] }

  test.each<[string, object, string]>([
    ['a reward of an unknown metric', add('xq', '1'), "metric.id: unknown metric 'xq' (did you mean 'xp'?)"],
    ['a reward of another type', add('xp', { Fan: '1' }), "metric.type: metric 'xp' is of type point, not set"],
    [
      'a reward of a compound',
      { ...add('total', '1'), metric: { id: 'total', type: 'compound' } },
      "metric: metric 'total' is a compound metric: a formula computes it, so a reward cannot change it",
    ],
    [
      'an unknown item',
      add('badges', { Fam: '1' }),
      "value.Fam: metric 'badges' has no item 'Fam' (did you mean 'Fan'?)",
    ],
    ['an unknown state', become('rank', 'Golf'), "value: metric 'rank' has no state 'Golf' (did you mean 'Gold'?)"],
    ['a state that is added', { ...become('rank', 'Gold'), verb: 'add' }, "verb: use 'set' to give a state"],
    ['an unknown variable', add('xp', '$vars.n'), "value: unknown variable 'n'"],
    ['an unknown metric in a formula', add('xp', '$scores.xq'), "value: unknown metric 'xq' (did you mean 'xp'?)"],
    [
      'an unknown item in a formula',
      add('xp', "$scores.badges['Fam']"),
      "value: metric 'badges' has no item 'Fam' (did you mean 'Fan'?)",
    ],
    ['an item of a metric that has none', add('xp', '$scores.xp.Fan'), "value: metric 'xp' has no item 'Fan'"],
    [
      'a formula that does not parse',
      add('badges', { Fan: '1 +' }),
      'value.Fan: expected a number, a string, $vars, $scores or a parenthesis, found the end at character 4 of the formula',
    ],
    [
      'a recurring reward, which processes alone have',
      { ...add('xp', '1'), recurring: true },
      "recurring: unknown field 'recurring'",
    ],
    ['a probability above 1', add('xp', '1', { probability: 1.5 }), 'probability: expected a number of at most 1'],
  ])('%s', (_, reward, problem) => {
    expect(problemsOf({ metrics, actions: [action('like', [reward])] })).toEqual([
      `actions/like rules.0.rewards.0.${problem}`,
    ])
  })

  test.each<[string, object, string]>([
    ['an unknown metric', score('xq', 'ge', '1'), "context.id: unknown metric 'xq' (did you mean 'xp'?)"],
    [
      'an unknown item',
      score('badges', 'ge', '1', 'fan'),
      "context.item: metric 'badges' has no item 'fan' (did you mean 'Fan'?)",
    ],
    ['an item of points', score('xp', 'ge', '1', 'Fan'), "context.item: metric 'xp' has no item 'Fan'"],
    [
      'an unknown state',
      score('rank', 'eq', 'Golf'),
      "context.value: metric 'rank' has no state 'Golf' (did you mean 'Gold'?)",
    ],
    ['a state that is less', score('rank', 'lt', 'Gold'), "context.operator: use 'eq' or 'ne' to compare a state"],
    ['points that are no number', score('xp', 'ge', 'many'), 'context.value: expected a number'],
    ['an unknown action', played('likes', 'ge', '1'), "context.id: unknown action 'likes' (did you mean 'like'?)"],
    ['an unknown team', { type: 'team', context: { definition_id: 'x' } }, "context.definition_id: unknown team 'x'"],
    ['a team without its name', { type: 'team', context: {} }, 'context.definition_id: missing; expected string'],
    [
      'a variable where there is none',
      formulas('$vars.n', 'eq', '1'),
      "context.lhs: the variable 'n' is not available here, only in rules of an action or custom rule that declares it",
    ],
  ])('a requirement of %s', (_, requires, problem) => {
    const found = problemsOf({ ...all, actions: [action('like', [], { requires })] })
    expect(found).toEqual([`actions/like requires.${problem}`])
  })

  test('a requirement within requirements', () => {
    const requires = any(score('xp', 'ge', '1'), any(score('xq', 'ge', '1')))
    expect(problemsOf({ ...all, actions: [action('like', [], { requires })] })).toEqual([
      "actions/like requires.expression.1.expression.0.context.id: unknown metric 'xq' (did you mean 'xp'?)",
    ])
  })

  test('the metrics and ranks of a level rule', () => {
    expect(problemsOf({ metrics, rules: [levels('up', 'badges', 'xp', ['Novice'])] })).toEqual([
      "rules/up base_metric: metric 'badges' is of type set; a level needs a point metric as its base",
      "rules/up level_metric: metric 'xp' is of type point; a level needs a state metric",
    ])
    expect(problemsOf({ metrics, rules: [levels('up', 'xp', 'rank', ['Novise', '5'], ['Gold'])] })).toEqual([
      "rules/up levels.0.rank: metric 'rank' has no state 'Novise' (did you mean 'Novice'?)",
    ])
    expect(problemsOf({ metrics, rules: [levels('up', 'total', 'rank', ['Novice', '5'], ['Gold'])] })).toEqual([])
  })

  test('the thresholds of a level rule rise, and only the last may be missing', () => {
    expect(problemsOf({ metrics, rules: [levels('up', 'xp', 'rank', ['Novice'], ['Gold'])] })).toEqual([
      'rules/up levels.0.threshold: missing; only the last level can omit it',
    ])
    expect(problemsOf({ metrics, rules: [levels('up', 'xp', 'rank', ['Novice', '5'], ['Gold', '5.0'])] })).toEqual([
      'rules/up levels.1.threshold: expected a threshold above that of the level before',
    ])
  })

  test('the metric and items of an achievement', () => {
    expect(problemsOf({ metrics, rules: [achievement('fan', 'xp', { Fan: '1' }, {})] })).toEqual([
      "rules/fan metric: metric 'xp' is of type point; an achievement needs a set metric",
    ])
    expect(problemsOf({ metrics, rules: [achievement('fan', 'badges', { Fam: '1' }, {})] })).toEqual([
      "rules/fan items.0.key: metric 'badges' has no item 'Fam' (did you mean 'Fan'?)",
    ])
  })

  test('a custom rule has variables of its own and no probability', () => {
    const variables = [{ name: 'n', type: 'int' }]
    expect(problemsOf({ metrics, rules: [custom('gift', [add('xp', '$vars.n')], { variables })] })).toEqual([])
    expect(problemsOf({ metrics, rules: [custom('gift', [add('xp', '1', { probability: 0.5 })])] })).toEqual([
      "rules/gift rules.0.rewards.0.probability: unknown field 'probability'",
    ])
  })

  test('the scores of the bootstrap', () => {
    expect(
      problemsOf({ metrics, bootstrap: { scores: [start(add('xp', '5')), start(become('rank', 'Gold'))] } }),
    ).toEqual([])
    expect(problemsOf({ metrics, bootstrap: { scores: [start(add('xq', '5'))] } })).toEqual([
      "bootstrap/ scores.0.metric.id: unknown metric 'xq' (did you mean 'xp'?)",
    ])
  })

  test('a metric may be named by its id alone in a rule', () => {
    const byId = { ...achievement('fan', 'badges', { Fan: '1' }, {}), metric: 'badges' }
    const byObject = { ...levels('up', 'xp', 'rank', ['Gold']), base_metric: { id: 'xp', type: 'point' } }
    expect(problemsOf({ metrics, rules: [byId, byObject] })).toEqual([])
  })
})
