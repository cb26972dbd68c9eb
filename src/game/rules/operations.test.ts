import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  custom,
  designOf,
  formulas,
  levels,
  point,
  problemsOf,
  rule,
  score,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'
import { createPlayer, disablePlayer } from '../players/administration.ts'
import { evaluateRule, listRules, MAX_EVALUATIONS } from './operations.ts'

const variables = [
  { name: 'gift', type: 'int', required: true },
  { name: 'why', type: 'string', default: 'because' },
]

const design = designOf({
  metrics: [point('xp'), set('badges', ['Rich']), state('rank', 'Low', 'High')],
  actions: [action('like')],
  rules: [
    custom('gift', [add('xp', '$vars.gift')], { variables }),
    custom('once', [], { rules: [rule(score('xp', 'eq', 0), add('xp', '5')), rule({}, add('badges', { Rich: '0' }))] }),
    custom('broken', [add('xp', '1 / $scores.xp')]),
    achievement('rich', 'badges', { Rich: '1' }, score('xp', 'ge', 10)),
    levels('ladder', 'xp', 'rank', ['Low', '5'], ['High']),
  ],
})

const game = () => given(design).after(createPlayer, { id: 'trinity', alias: 'Trinity' })
const one = (gift: unknown, ...player_ids: string[]) => ({ player_ids, variables: { gift } })

describe('a custom rule', () => {
  test('is listed with its variables', () => {
    const listed = game().when(listRules, {}).result
    expect(listed.map(({ id }) => id)).toEqual(['broken', 'gift', 'once'])
    expect(listed[1]).toEqual({ id: 'gift', name: 'gift', type: 'custom', variables })
  })

  test('gives an event to each player that is named, and what follows from it right behind', () => {
    const outcome = game().when(evaluateRule, { rule: 'gift', data: [one(12, 'neo', 'trinity')] })
    outcome.emits('custom_rule', 'level', 'achievement', 'custom_rule', 'level', 'achievement')
    outcome.leaves({ xp: '12', badges: { Rich: '1' }, rank: 'High' }, 'neo')
    outcome.leaves({ xp: '12', badges: { Rich: '1' }, rank: 'High' }, 'trinity')
    expect(outcome.events[3]).toEqual({
      event: 'custom_rule',
      actor: { id: 'trinity', alias: 'Trinity' },
      rule: { id: 'gift', name: 'gift', vars: { gift: 12, why: 'because' } },
      changes: [{ metric: { id: 'xp', name: 'xp', type: 'point' }, delta: { old: null, new: '12' } }],
    })
  })

  test('answers element by element, player by player: local its own event, global what followed', () => {
    const { result } = game().when(evaluateRule, {
      rule: 'gift',
      data: [one(1, 'neo'), one(12, 'trinity', 'neo'), one(1)],
    })
    const shape = result.map((element) =>
      element.map(({ player_id, events: { local, global } }) => [
        player_id,
        local.map(({ event }) => event),
        global.map(({ event }) => event),
      ]),
    )
    expect(shape).toEqual([
      [['neo', ['custom_rule'], ['level']]],
      [
        ['trinity', ['custom_rule'], ['level', 'achievement']],
        ['neo', ['custom_rule'], ['level', 'achievement']],
      ],
      [],
    ])
    const ids = result.flat().flatMap(({ events: { local, global } }) => [...local, ...global].map(({ id }) => id))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('is applied in the order of the call; a player named twice gets it twice', () => {
    game()
      .when(evaluateRule, { rule: 'once', data: [{ player_ids: ['neo', 'neo'], variables: {} }] })
      .emits('custom_rule', 'level', 'custom_rule')
      .leaves({ xp: '5', rank: 'Low' })
  })

  test('whose requirements fail gives its event, without changes', () => {
    const outcome = game()
      .after(evaluateRule, { rule: 'gift', data: [one(1, 'neo')] })
      .when(evaluateRule, { rule: 'once', data: [{ player_ids: ['neo'], variables: {} }] })
    outcome.emits('custom_rule').changes({})
  })

  test('leaves undeclared variables out of the history', () => {
    const element = { ...one(1, 'neo'), scopes: [] }
    const strange = { ...element, variables: { gift: 1, more: 'x'.repeat(10_000) } }
    const { entry } = game().when(evaluateRule, { rule: 'gift', data: [strange, element] })
    expect(entry?.input).toEqual({ rule: 'gift', data: [element, element], scopes: [] })
  })

  test('is not played: no action count rises, no rate and no luck is asked', () => {
    const { events } = game().when(evaluateRule, { rule: 'gift', data: [one(1, 'neo')] })
    expect(Object.keys(events[0] ?? {})).toEqual(['event', 'actor', 'rule', 'changes'])
  })

  test('reaches players who are disabled', () => {
    game()
      .after(disablePlayer, { id: 'neo' })
      .when(evaluateRule, { rule: 'gift', data: [one(1, 'neo')] })
      .emits('custom_rule', 'level')
  })

  test('with nobody named does nothing', () => {
    game().when(evaluateRule, { rule: 'gift', data: [] }).emits().answers([])
    game()
      .when(evaluateRule, { rule: 'gift', data: [one(1)] })
      .emits()
      .answers([[]])
  })
})

describe('a call with anything bad in it changes nothing at all', () => {
  test('an unknown rule, an action, another kind of rule', () => {
    for (const id of ['nothing', 'like', 'ladder', 'rich', '__proto__'])
      game()
        .when(evaluateRule, { rule: id, data: [one(1, 'neo')] })
        .refuses('rule_not_found', { id })
  })

  test('an unknown player', () => {
    game()
      .when(evaluateRule, { rule: 'gift', data: [one(1, 'neo'), one(1, 'smith')] })
      .refuses('player_not_found', { id: 'smith' })
  })

  test('a bad variable, all of them named', () => {
    game()
      .when(evaluateRule, {
        rule: 'gift',
        data: [one(1, 'neo'), one('x', 'neo'), { player_ids: [], variables: { why: 5 } }],
      })
      .refuses('validation_exception')
      .naming('data.1.variables.gift', 'data.2.variables.gift', 'data.2.variables.why')
  })

  test('a formula that fails for one of the players', () => {
    game()
      .after(evaluateRule, { rule: 'gift', data: [one(1, 'neo')] })
      .when(evaluateRule, { rule: 'broken', data: [{ player_ids: ['neo', 'trinity'], variables: {} }] })
      .refuses('invalid_formula', { formula: '1 / $scores.xp', message: 'division by zero' })
  })

  test('a scope that is none', () => {
    const bad = [{ id: 'board/a b', entity_id: 'x' }]
    game()
      .when(evaluateRule, { rule: 'gift', data: [one(1, 'neo')], scopes: bad })
      .refuses('invalid_request')
    game()
      .when(evaluateRule, { rule: 'gift', data: [{ ...one(1, 'neo'), scopes: bad }] })
      .refuses('invalid_request')
  })

  test('what is looked at first: scope, then rule, then players, then variables', () => {
    const bad = [{ id: '', entity_id: 'x' }]
    game()
      .when(evaluateRule, { rule: 'nothing', data: [one('x', 'smith')], scopes: bad })
      .refuses('invalid_request')
    game()
      .when(evaluateRule, { rule: 'nothing', data: [one('x', 'smith')] })
      .refuses('rule_not_found')
    game()
      .when(evaluateRule, { rule: 'gift', data: [one('x', 'smith')] })
      .refuses('player_not_found')
  })
})

describe('scopes', () => {
  const outer = [{ id: 'a', entity_id: 'x' }]
  const inner = [{ id: 'b', entity_id: 'y' }]
  const recorded = (input: object) =>
    (
      game().when(evaluateRule, { rule: 'gift', ...input }).events as unknown as {
        event: string
        engine?: { scopes: unknown }
      }[]
    )
      .filter(({ event }) => event === 'custom_rule')
      .map(({ engine }) => engine?.scopes)

  test('stand beside the data, or inside an element, which then wins, empty too', () => {
    const data = [one(1, 'neo'), { ...one(1, 'neo'), scopes: inner }, { ...one(1, 'neo'), scopes: [] }]
    expect(recorded({ data, scopes: outer })).toEqual([outer, inner, undefined])
    expect(recorded({ data })).toEqual([undefined, inner, undefined])
  })
})

describe('a call of much work', () => {
  const items = Array.from({ length: 1000 }, (_, i) => `item ${i}`)
  const things = set('things', items)
  const all = Object.fromEntries(items.map((item) => [item, '1']))
  const evaluation = (players: number) => ({
    rule: 'gift',
    data: [{ player_ids: Array.from({ length: players }, () => 'neo'), variables: {} }],
  })

  test('is done where it holds nobody up, and else refused with the way out', () => {
    const game = () => given(designOf({ metrics: [things], rules: [custom('gift', [add('things', all)])] }))
    game()
      .when(evaluateRule, evaluation(5))
      .emits(...Array.from({ length: 5 }, () => 'custom_rule'))
    const { result } = game()
      .when(evaluateRule, evaluation(100))
      .refuses('invalid_request')
      .game.run.execute(evaluateRule, { ...evaluation(100), scopes: [] }, { client: 'test' })
    expect(result).toMatchObject({
      facts: { message: expect.stringMatching(/players remain after \d+ events; name fewer/) },
    })
  })

  test('may name as many players as ever where the rule is small', () => {
    const small = given(
      designOf({ metrics: [point('xp')], rules: [custom('gift', [add('xp', '1'), add('xp', '$scores.xp')])] }),
    )
    small.when(evaluateRule, evaluation(MAX_EVALUATIONS))
  })

  test('counts the text that every event takes over from the call, variables and scopes', () => {
    const wordy = given(designOf({ rules: [custom('gift', [], { variables: [{ name: 's', type: 'string' }] })] }))
    const ids = (count: number) => Array.from({ length: count }, () => 'neo')
    const told = (count: number) => ({
      rule: 'gift',
      data: [{ player_ids: ids(count), variables: { s: 'x'.repeat(4096) } }],
    })
    wordy.when(evaluateRule, told(400)).emits(...ids(400).map(() => 'custom_rule'))
    wordy.when(evaluateRule, told(600)).refuses('invalid_request')
    const scopes = Array.from({ length: 100 }, (_, i) => ({ id: `s${i}`, entity_id: 'x'.repeat(256) }))
    wordy
      .when(evaluateRule, { rule: 'gift', data: [{ player_ids: ids(100), variables: {} }], scopes })
      .refuses('invalid_request')
  })

  test('counts the formulas too', () => {
    const long = custom('gift', [add('xp', `1${'+1'.repeat(2000)}`)])
    given(designOf({ metrics: [point('xp')], rules: [long] }))
      .when(evaluateRule, evaluation(20))
      .refuses('invalid_request')
  })

  test.each([
    [
      'actions',
      action(
        'give',
        Array.from({ length: 13 }, () => add('things', all)),
      ),
      'rules',
    ],
    [
      'rules',
      custom(
        'give',
        Array.from({ length: 13 }, () => add('things', all)),
      ),
      'rules',
    ],
    [
      'actions',
      action(
        'give',
        Array.from({ length: 10 }, () => add('xp', `1${'+1'.repeat(2000)}`)),
      ),
      'rules',
    ],
  ])('is not for one play: a design with such %s is refused', (kind, component, path) => {
    expect(problemsOf({ metrics: [things, point('xp')], [kind]: [component] })).toEqual([
      `${kind}/give ${path}: expected at most 8000 amounts and items in all, and fewer with long formulas`,
    ])
  })
})

test('more events than an entry can hold are refused, not a defect', () => {
  const ranks = Array.from({ length: 18 }, (_, i) => `rank ${i}`)
  const restless = ranks.map((rank, i) => levels(`to-${i}`, 'xp', 'rank', [rank]))
  const many = designOf({
    metrics: [point('xp'), state('rank', ...ranks)],
    rules: [custom('gift', [add('xp', '1')]), ...restless],
  })
  const ids = Array.from({ length: MAX_EVALUATIONS }, () => 'neo')
  given(many)
    .when(evaluateRule, { rule: 'gift', data: [{ player_ids: ids, variables: {} }] })
    .refuses('invalid_request')
})

test('a rule that judges by formulas reads the variables of the call', () => {
  const conditional = custom('bonus', [], {
    variables: [{ name: 'n', type: 'int', required: true }],
    rules: [rule(formulas('$vars.n', 'gt', '5'), add('xp', '1'))],
  })
  const bonus = given(designOf({ metrics: [point('xp')], rules: [conditional] }))
  const data = (n: number) => [{ player_ids: ['neo'], variables: { n } }]
  bonus.when(evaluateRule, { rule: 'bonus', data: data(5) }).changes({})
  bonus.when(evaluateRule, { rule: 'bonus', data: data(6) }).changes({ xp: [null, '1'] })
  expect(() => bonus.when(playAction, { action: 'bonus' }).result).toThrow('action_not_found')
})
