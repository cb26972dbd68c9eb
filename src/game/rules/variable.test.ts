import { describe, expect, test } from 'vitest'
import { action, add, designOf, point, problemsOf } from '../../../test/support/design-parts.ts'
import { given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'
import { evaluateRule } from './operations.ts'

const withVariables = (...variables: object[]) => given(designOf({ actions: [action('play', [], { variables })] }))

/** The variables of the event of a play. */
function played(variables: object[], given: Record<string, unknown>): unknown {
  const { events } = withVariables(...variables).when(playAction, { action: 'play', variables: given })
  return (events[0] as unknown as { action: { vars: unknown } } | undefined)?.action.vars
}

const int = (more: object = {}) => ({ name: 'n', type: 'int', ...more })
const text = (more: object = {}) => ({ name: 's', type: 'string', ...more })

describe('a variable', () => {
  test.each<[unknown, number | string]>([
    [5, 5],
    [-5, -5],
    [0, 0],
    [-0, 0],
    ['5', 5],
    ['-12', -12],
    ['+3', 3],
    ['007', 7],
    [9007199254740991, 9007199254740991],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['-00123456789012345678901234567890', '-123456789012345678901234567890'],
  ])('of type int takes %j', (value, n) => {
    expect(played([int()], { n: value })).toEqual({ n })
  })

  test.each([1.5, '1.5', '', ' 5', '5 ', '1e3', 'NaN', 1e21, 2 ** 53, '5.0', '9'.repeat(400), null, true, [5], {}])(
    'of type int does not take %j',
    (n) => {
      withVariables(int())
        .when(playAction, { action: 'play', variables: { n } })
        .refuses('validation_exception')
        .naming('variables.n')
    },
  )

  test('of type int is a number in formulas, however large, and joins nothing', () => {
    const design = designOf({
      metrics: [point('xp')],
      actions: [action('play', [add('xp', '$vars.n + $vars.n')], { variables: [int()] })],
    })
    given(design)
      .when(playAction, { action: 'play', variables: { n: '9007199254740993' } })
      .changes({ xp: [null, '18014398509481986'] })
  })

  test('of type string takes a string of at most 4096 characters', () => {
    expect(played([text()], { s: '' })).toEqual({ s: '' })
    expect(played([text()], { s: 'x'.repeat(4096) })).toEqual({ s: 'x'.repeat(4096) })
    const { run } = withVariables(text())
    const tooLong = { action: 'play', count: 1, variables: { s: 'x'.repeat(4097) }, scopes: [], query: true }
    expect(run.execute(playAction, tooLong, { client: 'test', player: 'neo' }).result).toMatchObject({
      fault: 'validation_exception',
      problems: [{ path: 'variables.s', message: 'expected a string of at most 4096 characters' }],
    })
    expect(played([text()], { s: '5' })).toEqual({ s: '5' })
    withVariables(text())
      .when(playAction, { action: 'play', variables: { s: 5 } })
      .refuses('validation_exception')
      .naming('variables.s')
    withVariables(text())
      .when(playAction, { action: 'play', variables: { s: null } })
      .refuses('validation_exception')
  })

  test('that is not given takes its default, as its type has it', () => {
    expect(played([int({ default: '7' }), text({ default: 'x' })], {})).toEqual({ n: 7, s: 'x' })
    expect(played([int({ default: 7 })], { n: 1 })).toEqual({ n: 1 })
  })

  test('that is not given and has no default is left out', () => {
    expect(played([int(), text()], { n: 1 })).toEqual({ n: 1 })
  })

  test('that is not given and has no default counts as 0 or no text, in rewards and requirements', () => {
    const over = (lhs: string, rhs: string) => ({ type: 'var', context: { lhs, operator: 'eq', rhs } })
    const rules = [
      { rewards: [add('xp', '$vars.n + 5')], requires: over('$vars.n', '0') },
      { rewards: [add('xp', '100 * $vars.n')], requires: over('$vars.s', "''") },
      { rewards: [add('gold', '20 - $vars.n')], requires: over("$vars.s + 'a'", "'a'") },
    ]
    const variables = [int(), text({ required: false })]
    const metrics = [point('xp'), point('gold')]
    given(designOf({ metrics, actions: [{ id: 'play', name: 'Play', variables, rules }] }))
      .when(playAction, { action: 'play' })
      .changes({ xp: [null, '5'], gold: [null, '20'] })
    given(designOf({ metrics, actions: [{ id: 'play', name: 'Play', variables, rules }] }))
      .when(playAction, { action: 'play', variables: { n: 1, s: 'b' } })
      .changes({})
    const custom = designOf({ metrics, rules: [{ id: 'gift', name: 'Gift', type: 'custom', variables, rules }] })
    const data = [{ player_ids: ['neo'], variables: {} }]
    given(custom)
      .when(evaluateRule, { rule: 'gift', data, scopes: [] })
      .changes({ xp: [null, '5'], gold: [null, '20'] })
  })

  test('that is required must be given, whatever its default', () => {
    withVariables(int({ required: true, default: 7 }), text({ required: true }))
      .when(playAction, { action: 'play' })
      .refuses('validation_exception')
      .naming('variables.n', 'variables.s')
  })

  test('that is missing is named with the misspelt one that was given', () => {
    const { result } = withVariables(int({ name: 'votes', required: true })).run.execute(
      playAction,
      { action: 'play', count: 1, variables: { vote: 3, other: 1 }, scopes: [], query: true },
      { client: 'test', player: 'neo' },
    )
    expect(result).toMatchObject({
      problems: [
        {
          path: 'variables.votes',
          message: "the variable 'votes' of type int is required (the play has 'vote' instead)",
        },
      ],
    })
  })

  test('that is not declared is ignored, and no part of the history', () => {
    expect(played([int()], { n: 1, m: 2, toString: 3 })).toEqual({ n: 1 })
    const given = { n: 1, m: 'x'.repeat(10_000), constructor: {} }
    const { entry } = withVariables(int()).when(playAction, { action: 'play', count: 2, variables: given })
    expect(entry?.input).toEqual({ action: 'play', count: 2, variables: { n: 1 }, scopes: [], query: true })
  })

  test('that is inherited by every object is not given', () => {
    expect(played([text({ name: 'constructor', default: 'x' })], {})).toEqual({ constructor: 'x' })
  })

  test('may be called __proto__', () => {
    const name = '__proto__'
    const vars = played([int({ name })], JSON.parse('{"__proto__":3}') as Record<string, unknown>)
    expect(JSON.stringify(vars)).toBe('{"__proto__":3}')
  })
})

describe('a declaration', () => {
  const problems = (...variables: object[]) => problemsOf({ actions: [action('play', [], { variables })] })

  test.each([
    [int({ default: 'x' }), 'variables.0.default: expected a default of type int'],
    [text({ default: 5 }), 'variables.0.default: expected a default of type string'],
    [text({ default: 'x'.repeat(4097) }), 'variables.0.default: expected a string of at most 4096 characters'],
    [int({ min: 1 }), "variables.0.min: unknown field 'min'"],
  ])('%j is refused', (variable, problem) => {
    expect(problems(variable)).toEqual([`actions/play ${problem}`])
  })

  test('of one name twice is refused', () => {
    expect(problems(int(), text({ name: 'n' }))).toEqual(['actions/play variables: expected each variable name once'])
  })

  test('has a type of int or string', () => {
    expect(problems({ name: 'n', type: 'float' })).toHaveLength(1)
  })
})
