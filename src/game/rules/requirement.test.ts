import { describe, expect, test } from 'vitest'
import {
  action,
  add,
  all,
  any,
  become,
  clock,
  compound,
  designOf,
  formulas,
  not,
  played,
  point,
  problemsOf,
  put,
  rule,
  score,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'
import { GameRun } from '../../../test/support/game-run.ts'
import { given } from '../../../test/support/given.ts'
import { remembering } from '../../../test/support/observed.ts'
import { listActions, playAction } from '../actions/operations.ts'
import { problemsOf as problemsOfInput } from '../kernel/schema-problems.ts'
import { readingAt } from '../players/acting.ts'
import { createPlayer } from '../players/administration.ts'
import { findPlayer } from '../players/state.ts'
import { judge } from './judge.ts'
import { requirementSchema } from './requirement.ts'

const metrics = [
  point('xp'),
  point('never', { default: '7' }),
  set('badges', ['Fan', 'Pro']),
  state('rank', '1', '1.0', 'Gold'),
  state('mood', 'glad'),
  compound('total', '$scores.xp * 2'),
]
const scores = [start(put('xp', '10')), start(put('badges', { Fan: '3' })), start(become('rank', '1'))]

interface Setting {
  readonly at?: string
  readonly plays?: number
}

/** Whether the action `secret` of these requirements is offered to a player who has played `like` some times. */
function holds(requires: object, { at = '2030-05-15T12:00Z', plays = 2 }: Setting = {}): boolean {
  const actions = [action('like'), action('secret', [], { requires })]
  const design = designOf({
    metrics,
    actions,
    teams: [{ id: 'guild', name: 'Guild', permissions: [['chief', {}]] }],
    bootstrap: { scores },
  })
  const game = given(design, { at: Date.parse(at) })
  for (let i = 0; i < plays; i += 1) game.after(playAction, { action: 'like' })
  return game.when(listActions, {}).result.some(({ id }) => id === 'secret')
}

describe('a requirement', () => {
  test('of nothing is always met', () => {
    expect(holds({})).toBe(true)
  })

  test.each<[string, boolean, boolean, boolean]>([
    ['eq', false, true, false],
    ['ne', true, false, true],
    ['neq', true, false, true],
    ['gt', true, false, false],
    ['ge', true, true, false],
    ['lt', false, false, true],
    ['le', false, true, true],
  ])('compares by %s', (operator, less, same, more) => {
    const compare = (value: string) => holds(score('xp', operator as 'eq', value))
    expect([compare('9.99'), compare('10.0'), compare('10.01')]).toEqual([less, same, more])
  })

  test('on points reads the default where they were never given', () => {
    expect(holds(score('never', 'eq', '7'))).toBe(true)
  })

  test('on a compound reads what it comes to', () => {
    expect(holds(score('total', 'eq', '20'))).toBe(true)
  })

  test('on a compound that cannot be computed fails as its formula does', () => {
    const ratio = score('ratio', 'eq', '0')
    const design = designOf({
      metrics: [point('xp'), compound('ratio', '1 / $scores.xp')],
      actions: [action('seen', [], { requires: ratio }), action('like', [], { rules: [rule(ratio, add('xp', '1'))] })],
    })
    for (const id of ['seen', 'like'])
      given(design)
        .when(playAction, { action: id })
        .refuses('invalid_formula', {
          message: 'division by zero',
          formula: id === 'seen' ? 'requires of seen' : 'rules.0.requires',
        })
    given(design)
      .when(listActions, {})
      .answers([expect.objectContaining({ id: 'like', rewards: [] })])
  })

  test('on a set counts the distinct items, or one of them', () => {
    expect(holds(score('badges', 'eq', '1'))).toBe(true)
    expect(holds(score('badges', 'eq', 3, 'Fan'))).toBe(true)
    expect(holds(score('badges', 'eq', 0, 'Pro'))).toBe(true)
  })

  test('on a state compares names, also where they look like numbers', () => {
    expect(holds(score('rank', 'eq', '1'))).toBe(true)
    expect(holds(score('rank', 'eq', '1.0'))).toBe(false)
    expect(holds(score('rank', 'ne', '1.0'))).toBe(true)
  })

  test('on a state that was never set: it equals nothing, so it is unequal to all', () => {
    expect(holds(score('mood', 'eq', 'glad'))).toBe(false)
    expect(holds(score('mood', 'ne', 'glad'))).toBe(true)
  })

  test('on an action counts how often the player has played it', () => {
    expect(holds(played('like', 'eq', 2))).toBe(true)
    expect(holds(played('secret', 'eq', 0))).toBe(true)
    expect(holds(played('like', 'ge', '1'), { plays: 0 })).toBe(false)
  })

  test('on a team is not met while there are none', () => {
    expect(holds({ type: 'team', context: { definition_id: 'guild' } })).toBe(false)
    expect(holds({ type: 'team', context: { definition: 'guild', role: 'chief' } })).toBe(false)
    expect(holds(not({ type: 'team', context: { definition: 'guild' } }))).toBe(true)
  })

  test('on formulas compares what they come to: numbers as numbers, texts as texts', () => {
    expect(holds(formulas('$scores.xp * 2', 'eq', '20.0'))).toBe(true)
    expect(holds(formulas("'10'", 'eq', '$scores.xp'))).toBe(true)
    expect(holds(formulas("'9'", 'lt', "'10'"))).toBe(true)
    expect(holds(formulas("'b'", 'gt', "'a'"))).toBe(true)
    expect(holds(formulas('$scores.mood', 'eq', "''"))).toBe(true)
  })

  test('whose formula cannot be computed hides the action', () => {
    expect(holds(formulas('1 / 0', 'eq', '1'))).toBe(false)
    expect(holds(not(formulas('1 / 0', 'eq', '1')))).toBe(false)
  })

  test('can be turned round', () => {
    expect(holds(not(score('xp', 'ge', '10')))).toBe(false)
    expect(holds(not(score('xp', 'ge', '11')))).toBe(true)
    expect(holds({ ...score('xp', 'ge', '10'), not: false })).toBe(true)
  })

  const [yes, no] = [score('xp', 'eq', 10), score('xp', 'eq', 11)]
  test.each<[string, object, boolean]>([
    ['all of two that hold', all(yes, yes), true],
    ['all of two of which one does not', all(yes, no), false],
    ['any of two of which one holds', any(no, yes), true],
    ['any of two that do not', any(no, no), false],
    ['not all', not(all(yes, no)), true],
    ['not any', not(any(no, yes)), false],
    ['all of none', all(), true],
    ['any of none', any(), false],
    ['branches within branches', all(any(no, all(yes, yes)), not(all(no))), true],
    ['an empty one within', all({}, yes), true],
  ])('may have parts: %s', (_, requires, met) => {
    expect(holds(requires)).toBe(met)
  })

  test('looks no further than it has to', () => {
    const failing = formulas('1 / 0', 'eq', '1')
    expect(holds(any(yes, failing))).toBe(true)
    expect(holds(not(all(no, failing)))).toBe(true)
    expect(holds(any(failing, yes))).toBe(false)
    expect(holds(not(any(failing, no)))).toBe(false)
    expect(holds(not(all(failing, yes)))).toBe(false)
  })

  test('has operators, types and functions of these names only', () => {
    const bad = [
      score('xp', 'above' as 'gt', '1'),
      { type: 'xor', expression: [] },
      { type: 'metric' },
      { context: { id: 'xp', operator: 'ge', value: '1' } },
      { ...score('xp', 'ge', '1'), unless: true },
      clock('minute_of_hour', 'eq', 1),
      clock('hour_of_day', 'eq', 'noon'),
      score('xp', 'ge', 1.5),
      'always',
      null,
    ]
    const problems = bad.map((requires) => problemsOf({ metrics, actions: [action('like', [], { requires })] }))
    expect(problems.filter((found) => found.length === 0)).toEqual([])
  })
})

describe('a requirement that is refused on save', () => {
  const told = (requires: object) => {
    const { error } = requirementSchema.safeParse(requires, { reportInput: true })
    return error ? problemsOfInput(error).map(({ path, message }) => `${path.join('.')}: ${message}`) : []
  }

  test('names fields that no requirement has, and not those that go by the type', () => {
    const type = expect.stringMatching(/^type: missing; expected one of 'metric', /)
    expect(told({ zzz: 1 })).toEqual([type, "zzz: unknown field 'zzz'"])
    expect(told({ contxt: {}, expression: [] })).toEqual([
      type,
      "contxt: unknown field 'contxt' (did you mean 'context'?)",
    ])
    expect(told(all({ zzz: 1 }))).toEqual([
      expect.stringMatching(/^expression\.0\.type: /),
      "expression.0.zzz: unknown field 'zzz'",
    ])
    expect(told({ ...played('like', 'ge', 1), zzz: 1 })).toEqual(["zzz: unknown field 'zzz'"])
  })

  test('of a team needs its name', () => {
    expect(told({ type: 'team', context: {} })).toEqual(['context.definition_id: missing; expected string'])
    expect(told({ type: 'team', context: { definition: 'guild' } })).toEqual([])
  })
})

describe('a requirement of time', () => {
  test.each<[string, string, number]>([
    ['hour_of_day', '2030-05-15T00:59:59Z', 0],
    ['hour_of_day', '2030-05-15T23:00:00Z', 23],
    ['day_of_week', '2030-05-19T12:00Z', 1],
    ['day_of_week', '2030-05-18T12:00Z', 7],
    ['day_of_month', '2030-05-31T23:59:59Z', 31],
    ['day_of_year', '2030-01-01T00:00Z', 1],
    ['day_of_year', '2028-12-31T00:00Z', 366],
    ['week_of_year', '2027-01-01T00:00Z', 53],
    ['week_of_year', '2029-12-31T00:00Z', 1],
    ['month_of_year', '2030-12-31T23:59:59Z', 12],
    ['month_of_year', '2030-01-01T00:00Z', 1],
  ])('%s at %s is %i', (func, at, value) => {
    expect(holds(clock(func, 'eq', value), { at })).toBe(true)
    expect(holds(clock(func, 'ne', String(value)), { at })).toBe(false)
  })

  test('may call itself timed', () => {
    expect(holds({ ...clock('hour_of_day', 'eq', 12), type: 'timed' })).toBe(true)
  })

  test('reads the wall in the zone of the game', () => {
    const design = designOf({ actions: [action('night', [], { requires: clock('hour_of_day', 'lt', 6) })] })
    const at = Date.parse('2030-05-15T22:30:00Z')
    const offered = (hours: number) =>
      given(design, { at, zoneOffset: () => hours * 3_600_000 }).when(listActions, {}).result.length
    expect([offered(0), offered(2), offered(7), offered(8)]).toEqual([0, 1, 1, 0])
  })
})

describe('while an action is played', () => {
  test('its own count is the one before the play; what follows sees the new one', () => {
    const first = { requires: played('like', 'eq', 0), rewards: [add('xp', '1')] }
    const design = designOf({
      metrics: [point('xp'), set('badges', ['First'])],
      actions: [action('like', [], { rules: [first] })],
      rules: [
        {
          id: 'first',
          name: 'first',
          type: 'achievement',
          metric: 'badges',
          items: [{ key: 'First', value: '1' }],
          requires: played('like', 'ge', 1),
        },
      ],
    })
    const outcome = given(design).when(playAction, { action: 'like' })
    outcome.changes({ xp: [null, '1'], badges: { First: [null, '1'] } })
    outcome.game.when(playAction, { action: 'like' }).changes({})
  })
})

test('an observer is told of each part that is judged, with the values compared', () => {
  const run = new GameRun(
    designOf({
      metrics,
      actions: [action('like', [], { requires: all(score('xp', 'ge', 5), not(played('like', 'ge', 1))) })],
      bootstrap: { scores },
    }),
  )
  run.execute(createPlayer, { id: 'neo' }, { client: 'test' })
  const player = findPlayer(run.state.players, 'neo')!
  const requirement = run.design.actions.get('like')!.requires
  const { observer, told } = remembering()
  expect(judge(requirement, readingAt(run.state, { ...run.context({ client: 'test' }), observer })(player))).toBe(true)
  const [first, second] = requirement.kind === 'and' ? requirement.parts : []
  expect(told).toEqual([
    ['judged', first, true, 10, 5],
    ['judged', second, true, 0, 1],
    ['judged', requirement, true],
  ])
})
