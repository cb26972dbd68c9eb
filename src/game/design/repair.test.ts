import { describe, expect, test } from 'vitest'
import { action, add, become, point, problemsOf, set, state } from '../../../test/support/design-parts.ts'

const metrics = [point('xp'), set('badges', ['Fan'])]
const gold = add('gold', '1')

describe('all that is wrong with a component is told at once', () => {
  test.each<[string, object, readonly string[]]>([
    ['an unknown field', { colour: 'red' }, ["colour: unknown field 'colour'"]],
    ['a value of another type', { probability: 'often' }, ['probability: expected number, found string']],
    ['a name that is missing', { name: undefined }, ['name: missing; expected string']],
    [
      'two fields',
      { description: 5, tags: 'x' },
      ['description: expected string, found number', 'tags: expected array, found string'],
    ],
    [
      'a rate without an end',
      { rate: [1, 5] },
      ['rate: expected a list such as [1, 86400000, "FIXED"], or [1, "1d", "FIXED"] in a file'],
    ],
    [
      'a text for a rate',
      { rate: 'daily' },
      ['rate: expected a list such as [1, 86400000, "FIXED"], or [1, "1d", "FIXED"] in a file'],
    ],
  ])('%s, and a name that is not there', (_, more, told) => {
    expect(problemsOf({ metrics, actions: [{ ...action('play', [gold]), ...more }] })).toEqual([
      ...told.map((each) => `actions/play ${each}`),
      "actions/play rules.0.rewards.0.metric.id: unknown metric 'gold'",
    ])
  })

  test('a wrong verb, and all that is wrong in the rewards beside it', () => {
    const rewards = [{ ...add('xp', '1'), verb: 'plus' }, { ...add('xp', '1 +'), chance: 1 }, add('badges', '1'), gold]
    expect(problemsOf({ metrics, actions: [action('play', rewards)] })).toEqual([
      "actions/play rules.0.rewards.0.verb: expected one of 'add', 'remove', 'set'",
      "actions/play rules.0.rewards.1.chance: unknown field 'chance'",
      'actions/play rules.0.rewards.1.value: expected a number, a string, $vars, $scores or a parenthesis, found the end at character 4 of the formula',
      expect.stringContaining('rules.0.rewards.2'),
      "actions/play rules.0.rewards.3.metric.id: unknown metric 'gold'",
    ])
  })

  test.each<[string, object]>([
    ['a rate whose window has no meaning', { rate: [1, 'day', 'FIXED'] }],
    ['a rate whose window is none of a FIXED rate', { rate: [1, 86_400, 'FIXED'] }],
    ['a rate of an unknown kind', { rate: [1, 5, 'SLIDING'] }],
    ['an id that is no id', { id: 'my play' }],
  ])('%s, and an unknown variable', (_, more) => {
    const told = problemsOf({ metrics, actions: [{ ...action('play', [add('xp', '$vars.wordz')]), ...more }] })
    expect(told).toHaveLength(2)
    expect(told[1]).toContain("rules.0.rewards.0.value: unknown variable 'wordz'")
  })

  test('a misspelt type, and the fields that it decides', () => {
    const rule = { id: 'ladder', name: 5, type: 'levl', base_metric: 'xp', level_metric: 'rank' }
    const levels = [{ rank: 'Low', treshold: '5' }, { rank: 'High' }]
    expect(problemsOf({ metrics: [point('xp'), state('rank', 'Low', 'High')], rules: [{ ...rule, levels }] })).toEqual([
      "rules/ladder type: expected one of 'level', 'achievement', 'custom' (did you mean 'level'?)",
      'rules/ladder name: expected string, found number',
      "rules/ladder levels.0.treshold: unknown field 'treshold' (did you mean 'threshold'?)",
    ])
  })

  test.each(['set', 'pont', 'state'])('a metric of type %j, and a broken formula beside it', (type) => {
    const reward = { metric: { id: 'xp', type }, verb: 'add', value: '1 +' }
    const told = problemsOf({ metrics, actions: [action('play', [reward])] })
    expect(told).toHaveLength(2)
    expect(told[0]).toContain('rules.0.rewards.0.metric.type: ')
    expect(told[1]).toContain('at character 4 of the formula')
  })

  test('a metric that is a string, and what is wrong in other rewards', () => {
    const rewards = [{ ...add('xp', '1'), metric: 'xp' }, become('rank', 'Golf'), add('xp', '1 +')]
    expect(problemsOf({ metrics: [...metrics, state('rank', 'Gold')], actions: [action('play', rewards)] })).toEqual([
      'actions/play rules.0.rewards.0.metric: expected object, found string',
      expect.stringContaining('rules.0.rewards.2.value: '),
      "actions/play rules.0.rewards.1.value: metric 'rank' has no state 'Golf' (did you mean 'Gold'?)",
    ])
  })

  test('a broken bootstrap', () => {
    const bootstrap = { scores: [{ metric: { id: 'gold', type: 'point' }, value: '1' }], quests: [] }
    expect(problemsOf({ metrics, bootstrap })).toEqual([
      expect.stringContaining("quests: unknown field 'quests'"),
      expect.stringContaining("scores.0.metric.id: unknown metric 'gold'"),
    ])
  })
})

test('a start that nobody can be given is told beside what is wrong elsewhere', () => {
  const bootstrap = { scores: [{ metric: { id: 'xp', type: 'point' }, value: '1/0' }] }
  expect(problemsOf({ metrics, bootstrap, actions: [action('play', [gold])] })).toEqual([
    expect.stringContaining("unknown metric 'gold'"),
    expect.stringContaining('division by zero'),
  ])
})

describe('what follows from a mistake is not told', () => {
  test('a variable whose declaration is misspelt, or wrong', () => {
    const rewards = [add('xp', '$vars.n')]
    const told = (more: object) => problemsOf({ metrics, actions: [{ ...action('play', rewards), ...more }] })
    expect(told({ variabels: [{ name: 'n', type: 'int' }] })).toHaveLength(1)
    expect(told({ variables: { n: 'int' } })).toHaveLength(1)
    expect(told({ variables: [{ name: 'n', type: 'integer' }] })).toHaveLength(1)
    expect(told({ variables: [{ name: 'n' }] })).toHaveLength(1)
  })

  test('a role whose permissions are wrong', () => {
    const team = { id: 'guild', name: 'Guild', permissions: 'boss', creator_roles: ['boss'] }
    expect(problemsOf({ teams: [team] })).toHaveLength(1)
  })

  test('what holds of stand-ins alone', () => {
    const ladder = { id: 'ladder', name: 'Ladder', type: 'level', base_metric: 'xp', level_metric: 'gold' }
    const levels = [{ threshold: '1' }, { threshold: '2' }, {}]
    expect(problemsOf({ metrics, rules: [{ ...ladder, levels }] })).toEqual([
      'rules/ladder levels.0.rank: missing; expected string',
      'rules/ladder levels.1.rank: missing; expected string',
      'rules/ladder levels.2.rank: missing; expected string',
      "rules/ladder level_metric: unknown metric 'gold'",
    ])
  })

  test('a type that is not known, or wrong in a reward', () => {
    const ladder = { id: 'ladder', name: 'Ladder', type: 'magic', base_metric: 'badges', levels: [] }
    expect(problemsOf({ metrics, rules: [ladder] })).toHaveLength(1)
    const named = { ...add('xp', 'Gold'), metric: 'rank', verb: 'set' }
    expect(problemsOf({ metrics, actions: [action('play', [named])] })).toHaveLength(1)
  })

  test('a limit that another one is compared with', () => {
    const metric = { id: 'xp', name: 'XP', type: 'point', constraints: { mix: '5', default: '3' } }
    expect(problemsOf({ metrics: [metric] })).toEqual([expect.stringContaining("unknown field 'mix'")])
  })

  test('a reference to what is broken, and what it lacks', () => {
    const broken = { ...set('badges', []), constraints: { items: 'Fan' } }
    const reward = { metric: { id: 'badges', type: 'set' }, verb: 'add', value: { Fan: '1' } }
    expect(problemsOf({ metrics: [broken], actions: [action('play', [reward])] })).toHaveLength(1)
  })
})
