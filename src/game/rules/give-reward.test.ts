import { describe, expect, test } from 'vitest'
import {
  action,
  add,
  become,
  compound,
  designOf,
  point,
  put,
  remove,
  rule,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'
import { given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'

/** A game in which `play` gives these rewards. */
const giving = (metrics: readonly object[], rewards: readonly object[], scores: readonly object[] = []) =>
  given(designOf({ metrics, actions: [action('play', rewards)], bootstrap: { scores } }))

describe('points', () => {
  const capped = (constraints: object, ...rewards: object[]) =>
    giving([point('xp', constraints)], rewards, [start(add('xp', '0'))])

  test('are added, removed and set', () => {
    capped({}, add('xp', '5'))
      .when(playAction, { action: 'play' })
      .changes({ xp: ['0', '5'] })
    capped({ min: '-Infinity' }, remove('xp', '5'))
      .when(playAction, { action: 'play' })
      .changes({ xp: ['0', '-5'] })
    capped({}, put('xp', '5'))
      .when(playAction, { action: 'play' })
      .changes({ xp: ['0', '5'] })
  })

  test('of a negative amount: adding lowers, removing raises', () => {
    capped({ min: '-Infinity' }, add('xp', '-5'))
      .when(playAction, { action: 'play' })
      .changes({ xp: ['0', '-5'] })
    capped({}, remove('xp', '-5'))
      .when(playAction, { action: 'play' })
      .changes({ xp: ['0', '5'] })
  })

  test('go no higher than the max, and the event tells what they came to', () => {
    capped({ max: '100' }, add('xp', '10'))
      .when(playAction, { action: 'play', count: 101 })
      .changes({ xp: ['0', '100'] })
  })

  test('go no lower than the min, which is 0 unless said', () => {
    capped({}, add('xp', '3'), remove('xp', '10'))
      .when(playAction, { action: 'play' })
      .changes({
        xp: [
          ['0', '3'],
          ['3', '0'],
        ],
      })
    capped({ min: '-5' }, remove('xp', '10'))
      .when(playAction, { action: 'play' })
      .changes({ xp: ['0', '-5'] })
  })

  test('that stay as they were are no change', () => {
    capped({ max: '0' }, add('xp', '10')).when(playAction, { action: 'play' }).changes({}).emits('action')
    capped({}, put('xp', '0.0')).when(playAction, { action: 'play' }).changes({})
  })

  test('are exact: a tenth and two tenths are three tenths', () => {
    capped({}, add('xp', '0.1'), add('xp', '0.2'))
      .when(playAction, { action: 'play' })
      .changes({
        xp: [
          ['0', '0.1'],
          ['0.1', '0.3'],
        ],
      })
  })

  test('keep every digit beyond 2^53', () => {
    capped({}, add('xp', '9007199254740993'))
      .when(playAction, { action: 'play', count: 3 })
      .changes({ xp: ['0', '27021597764222979'] })
  })

  test('that were never given have no old value, and are counted from the default', () => {
    giving([point('xp', { default: '50' })], [add('xp', '1')])
      .when(playAction, { action: 'play' })
      .changes({ xp: [null, '51'] })
  })

  test('set to the default, where there were none, are no change', () => {
    giving([point('xp', { default: '50' })], [put('xp', '50')])
      .when(playAction, { action: 'play' })
      .changes({})
      .leaves({})
  })

  test('of too many digits refuse the play', () => {
    giving([point('xp')], [add('xp', '9'.repeat(256))], [start(put('xp', '1'))])
      .when(playAction, { action: 'play', count: 2 })
      .refuses('invalid_formula', { formula: '9'.repeat(256), message: 'a number with too many digits' })
  })
})

describe('a count', () => {
  const metrics = [point('xp'), point('gold'), set('badges', ['Fan'])]

  test('multiplies what is added and removed, of items too, and not what is set', () => {
    const rewards = [add('xp', '2'), put('gold', '7'), add('badges', { Fan: '1' })]
    giving(metrics, rewards)
      .when(playAction, { action: 'play', count: 3 })
      .changes({ xp: [null, '6'], gold: [null, '7'], badges: { Fan: [null, '3'] } })
    giving(
      metrics,
      [remove('xp', '2'), remove('badges', { Fan: '1' })],
      [start(put('xp', '10')), start(put('badges', { Fan: '5' }))],
    )
      .when(playAction, { action: 'play', count: 3 })
      .changes({ xp: ['10', '4'], badges: { Fan: ['5', '2'] } })
  })

  test('evaluates a formula once', () => {
    giving(metrics, [add('xp', '$scores.xp + 1')], [start(put('xp', '10'))])
      .when(playAction, { action: 'play', count: 3 })
      .changes({ xp: ['10', '43'] })
  })

  test('multiplies before it clamps', () => {
    giving([point('xp', { max: '5' })], [add('xp', '-2'), add('xp', '4')])
      .when(playAction, { action: 'play', count: 2 })
      .changes({ xp: [null, '5'] })
  })
})

describe('items', () => {
  const badges = (limits: object = {}) => set('badges', ['Fan', { name: 'Pro', max: '2' }, '7', '__proto__'], limits)

  test('that were not held have no old value; the last one taken leaves "0"', () => {
    const held = [start(put('badges', { Fan: '2' }))]
    giving([badges()], [add('badges', { Pro: '1' }), remove('badges', { Fan: '2' })], held)
      .when(playAction, { action: 'play' })
      .changes({ badges: [{ Pro: [null, '1'] }, { Fan: ['2', '0'] }] })
      .leaves({ badges: { Pro: '1' } })
  })

  test('are kept between 0 and their max', () => {
    giving([badges()], [add('badges', { Pro: '5' }), remove('badges', { Fan: '5' })])
      .when(playAction, { action: 'play' })
      .changes({ badges: { Pro: [null, '2'] } })
  })

  test('that are set leave the others as they are', () => {
    giving([badges()], [put('badges', { Fan: '4', Pro: '0' })], [start(put('badges', { Pro: '1', 7: '9' }))])
      .when(playAction, { action: 'play' })
      .changes({ badges: { Fan: [null, '4'], Pro: ['1', '0'] } })
      .leaves({ badges: { Fan: '4', 7: '9' } })
  })

  test('over max_items, which counts distinct ones, are not given; more of one that is held is', () => {
    giving(
      [badges({ max_items: '2' })],
      [add('badges', { Fan: '1', Pro: '1', 7: '1' })],
      [start(put('badges', { Fan: '1' }))],
    )
      .when(playAction, { action: 'play' })
      .changes({ badges: { 7: [null, '1'], Fan: ['1', '2'] } })
  })

  test('that leave within a reward make room for those behind them', () => {
    const one = badges({ max_items: '1' })
    giving([one], [remove('badges', { Fan: '1' }), add('badges', { Pro: '1' })], [start(put('badges', { Fan: '1' }))])
      .when(playAction, { action: 'play' })
      .changes({ badges: [{ Fan: ['1', '0'] }, { Pro: [null, '1'] }] })
    giving([one], [put('badges', { Fan: '0', Pro: '1' })], [start(put('badges', { Fan: '1' }))])
      .when(playAction, { action: 'play' })
      .changes({ badges: { Fan: ['1', '0'], Pro: [null, '1'] } })
  })

  test('may have any name', () => {
    giving([badges()], [{ ...add('badges', {}), value: JSON.parse('{"__proto__":"2","7":"1"}') as object }])
      .when(playAction, { action: 'play' })
      .changes({ badges: JSON.parse('{"7":[null,"1"],"__proto__":[null,"2"]}') as Record<string, [null, string]> })
      .leaves({ badges: JSON.parse('{"7":"1","__proto__":"2"}') as Record<string, string> })
  })

  test('may be counted by a formula', () => {
    giving([point('xp'), badges()], [add('badges', { Fan: '$scores.xp / 2' })], [start(put('xp', '5'))])
      .when(playAction, { action: 'play' })
      .changes({ badges: { Fan: [null, '2.5'] } })
  })
})

describe('a state', () => {
  const rank = state('rank', 'Novice', 'Gold')

  test('is set, and has no old one at first', () => {
    const outcome = giving([rank], [become('rank', 'Gold')]).when(playAction, { action: 'play' })
    outcome.changes({ rank: [null, 'Gold'] }).leaves({ rank: 'Gold' })
    outcome.game.when(playAction, { action: 'play' }).changes({}).emits('action')
  })

  test('is not multiplied', () => {
    giving([rank], [become('rank', 'Gold')])
      .when(playAction, { action: 'play', count: 5 })
      .changes({ rank: [null, 'Gold'] })
  })
})

describe('formulas in rewards', () => {
  const metrics = [point('xp'), point('gold'), set('badges', ['Gold Fan', 'gold fan'])]
  const held = [start(put('xp', '10')), start(put('badges', { 'Gold Fan': '3', 'gold fan': '4' }))]

  test('read the scores before the play, whatever the rewards before them did', () => {
    giving(metrics, [add('xp', '5'), add('gold', '$scores.xp')], held)
      .when(playAction, { action: 'play' })
      .changes({ xp: ['10', '15'], gold: [null, '10'] })
  })

  test('read 0 for an item that is not held, the default for points that were never given', () => {
    giving([point('xp', { default: '4' }), set('badges', ['Fan'])], [add('xp', '$scores.xp + $scores.badges.Fan')])
      .when(playAction, { action: 'play' })
      .changes({ xp: [null, '8'] })
  })

  test('match an item by its name, and else in any case', () => {
    giving(metrics, [put('gold', "$scores.badges['Gold Fan'] * 10 + $scores.badges['gold fan']")], held)
      .when(playAction, { action: 'play' })
      .changes({ gold: [null, '34'] })
    giving(
      [point('gold'), set('badges', ['Fan'])],
      [put('gold', "$scores['badges']['FAN']")],
      [start(put('badges', { Fan: '3' }))],
    )
      .when(playAction, { action: 'play' })
      .changes({ gold: [null, '3'] })
  })

  test('read the distinct items of a set as a whole', () => {
    giving(metrics, [put('gold', '$scores.badges')], held)
      .when(playAction, { action: 'play' })
      .changes({ gold: [null, '2'] })
  })

  test('read variables, as numbers too where they are strings', () => {
    const variables = [
      { name: 'n', type: 'int' },
      { name: 'text', type: 'string', default: '1.5' },
    ]
    given(designOf({ metrics, actions: [action('play', [put('gold', '$vars.n * $vars["text"]')], { variables })] }))
      .when(playAction, { action: 'play', variables: { n: 4 } })
      .changes({ gold: [null, '6'] })
  })

  test.each([
    ['a division by zero', '1 / $scores.gold', 'division by zero'],
    ['a text that is no number', "'a' + 'b'", '"ab" is not a number'],
    ['a text where a number must be', '$vars.s * 2', '"" is not a number'],
  ])('that come to %s refuse the play whole', (_, formula, message) => {
    const variables = [{ name: 's', type: 'string' }]
    given(designOf({ metrics, actions: [action('play', [add('xp', '5'), add('gold', formula)], { variables })] }))
      .when(playAction, { action: 'play' })
      .refuses('invalid_formula', { formula, message })
  })

  test('are not evaluated where their rule does not hold, or their luck does not', () => {
    const never = { type: 'action', context: { id: 'play', operator: 'lt', value: 0 } }
    const failing = add('xp', '1 / 0')
    given(
      designOf({
        metrics,
        actions: [
          action('play', [], { rules: [rule(never, failing), rule({}, add('gold', '1 / 0', { probability: 0 }))] }),
        ],
      }),
    )
      .when(playAction, { action: 'play' })
      .changes({})
  })
})

describe('compounds', () => {
  const metrics = [
    point('xp'),
    point('gold'),
    compound('total', '$scores.xp + $scores.gold'),
    compound('twice', '$scores.total * 2'),
  ]

  test('follow in the same event, last, each after those that it reads; their first entry is a change from none', () => {
    const outcome = giving(metrics, [add('xp', '5'), add('gold', '1')]).when(playAction, { action: 'play' })
    outcome.changes({ xp: [null, '5'], gold: [null, '1'], total: [null, '6'], twice: [null, '12'] })
    const [event] = outcome.events as unknown as { changes: { metric: { id: string } }[] }[]
    expect(event?.changes.map(({ metric }) => metric.id)).toEqual(['xp', 'gold', 'total', 'twice'])
    outcome.game
      .when(playAction, { action: 'play' })
      .changes({ xp: ['5', '10'], gold: ['1', '2'], total: ['6', '12'], twice: ['12', '24'] })
  })

  test('that come to what they were are no change', () => {
    giving(metrics, [add('xp', '5'), remove('gold', '5')], [start(put('gold', '9')), start(put('xp', '1'))])
      .when(playAction, { action: 'play' })
      .changes({ xp: ['1', '6'], gold: ['9', '4'] })
  })

  test('have no entry before one of the metrics that they read has one', () => {
    giving([...metrics, point('other')], [add('other', '1')])
      .when(playAction, { action: 'play' })
      .changes({ other: [null, '1'] })
      .leaves({ other: '1' })
  })

  test('of a new formula are computed at the next change of what they read, not before', () => {
    const of = (formula: string) => {
      const actions = [action('earn', [add('xp', '1')]), action('dig', [add('gold', '1')])]
      return designOf({ metrics: [point('xp'), point('gold'), compound('total', formula)], actions })
    }
    const game = given(of('$scores.xp * 2')).after(playAction, { action: 'earn' }).deploying(of('$scores.xp * 3'))
    game.when(playAction, { action: 'dig' }).changes({ gold: [null, '1'] })
    game.when(playAction, { action: 'earn' }).changes({ xp: ['1', '2'], total: ['2', '6'] })
  })

  test('that cannot be computed refuse the play', () => {
    giving([point('a'), point('b'), compound('ratio', '$scores.a / $scores.b')], [add('a', '1')])
      .when(playAction, { action: 'play' })
      .refuses('invalid_formula', { formula: '$scores.a / $scores.b', message: 'division by zero' })
  })

  test('are computed where a formula reads one that has no entry yet', () => {
    giving(
      [point('xp', { default: '5' }), compound('total', '$scores.xp * 3'), point('gold')],
      [add('gold', '$scores.total')],
    )
      .when(playAction, { action: 'play' })
      .changes({ gold: [null, '15'] })
  })

  test('that cannot be computed tell a formula that reads them why', () => {
    giving([point('a'), compound('ratio', '1 / $scores.a'), point('gold')], [add('gold', '$scores.ratio + 1')])
      .when(playAction, { action: 'play' })
      .refuses('invalid_formula', { formula: '$scores.ratio + 1', message: 'division by zero' })
  })

  test('that read each other twenty times over are each computed once', () => {
    const towers = Array.from({ length: 16 }, (_, i) => {
      const below = i === 0 ? '$scores.xp' : `$scores.c${i - 1}`
      return compound(`c${i}`, Array.from({ length: 20 }, () => below).join(' + '))
    })
    giving([point('xp', { default: '1' }), point('gold'), ...towers], [add('gold', '$scores.c15')])
      .when(playAction, { action: 'play' })
      .changes({ gold: [null, String(20n ** 16n)] })
  })
})
