import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  all,
  become,
  compound,
  custom,
  designOf,
  formulas,
  levels,
  played,
  point,
  put,
  remove,
  score,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'
import { GameRun } from '../../../test/support/game-run.ts'
import { given } from '../../../test/support/given.ts'
import { remembering } from '../../../test/support/observed.ts'
import { playAction } from '../actions/operations.ts'
import { readingAt } from '../players/acting.ts'
import { createPlayer } from '../players/administration.ts'
import { updateScores } from '../players/score-update.ts'
import { findPlayer } from '../players/state.ts'
import { MAX_ROUNDS, applyRules } from './apply-rules.ts'
import { evaluateRule } from './operations.ts'

const xp = point('xp', { min: '-Infinity' })
const rank = state('rank', 'Novice', 'Bronze', 'Gold')
const ladder = levels('ladder', 'xp', 'rank', ['Novice', '25'], ['Bronze', '100'], ['Gold'])

/** A player of some XP in a game with a ladder, whose action `gain` gives XP. */
const climbing = (from: string, gain: string, rule: object = ladder) =>
  given(
    designOf({
      metrics: [xp, rank],
      actions: [action('gain', [add('xp', gain)])],
      rules: [rule],
      bootstrap: { scores: [start(put('xp', from))] },
    }),
  )

describe('a level', () => {
  test.each([
    ['-1000', 'Novice'],
    ['0', 'Novice'],
    ['25', 'Novice'],
    ['25.0000001', 'Bronze'],
    ['100', 'Bronze'],
    ['101', 'Gold'],
    ['9'.repeat(100), 'Gold'],
  ])('reaches up to its threshold: %s is %s', (points, level) => {
    climbing('0', points).when(playAction, { action: 'gain' }).leaves({ xp: points, rank: level })
  })

  test('follows in an event of its own, after the play', () => {
    climbing('20', '10')
      .when(playAction, { action: 'gain' })
      .emits('action', 'level')
      .changes({ xp: ['20', '30'], rank: ['Novice', 'Bronze'] })
  })

  test('that stays is no event', () => {
    climbing('20', '5').when(playAction, { action: 'gain' }).emits('action')
  })

  test('may be lost again, and may be jumped over', () => {
    climbing('200', '-170')
      .when(playAction, { action: 'gain' })
      .changes({ xp: ['200', '30'], rank: ['Gold', 'Bronze'] })
    climbing('0', '200')
      .when(playAction, { action: 'gain' })
      .changes({ xp: ['0', '200'], rank: ['Novice', 'Gold'] })
  })

  test('goes by the final value alone, wherever the rewards led in between', () => {
    const rewards = [add('xp', '500'), remove('xp', '495')]
    given(
      designOf({
        metrics: [xp, rank],
        actions: [action('gain', rewards)],
        rules: [ladder],
        bootstrap: { scores: [start(put('xp', '0'))] },
      }),
    )
      .when(playAction, { action: 'gain' })
      .emits('action')
      .leaves({ xp: '5', rank: 'Novice' })
  })

  test('above the last threshold stays the last level', () => {
    climbing('0', '1000', levels('ladder', 'xp', 'rank', ['Novice', '25'], ['Bronze', '100']))
      .when(playAction, { action: 'gain' })
      .leaves({ xp: '1000', rank: 'Bronze' })
  })

  test('is none as long as the base metric has no entry', () => {
    given(designOf({ metrics: [xp, rank], actions: [action('gain')], rules: [ladder] }))
      .when(playAction, { action: 'gain' })
      .emits('action')
      .leaves({})
  })

  test('goes by a compound too, from its first entry on', () => {
    const metrics = [xp, point('gold'), compound('wealth', '$scores.xp + $scores.gold * 10'), rank]
    given(
      designOf({
        metrics,
        actions: [action('gain', [add('gold', '5')])],
        rules: [levels('ladder', 'wealth', 'rank', ['Novice', '25'], ['Gold'])],
      }),
    )
      .when(playAction, { action: 'gain' })
      .emits('action', 'level')
      .changes({ gold: [null, '5'], wealth: [null, '50'], rank: [null, 'Gold'] })
  })

  test('is judged after every play, also after one that changed no score', () => {
    const idle = { metrics: [xp, rank], actions: [action('idle')], bootstrap: { scores: [start(put('xp', '50'))] } }
    given(designOf(idle))
      .deploying(designOf({ ...idle, rules: [ladder] }))
      .when(playAction, { action: 'idle' })
      .emits('action', 'level')
      .changes({ rank: [null, 'Bronze'] })
  })

  test('set by hand to another goes back where the points are', () => {
    climbing('50', '0')
      .when(updateScores, { id: 'neo', rewards: [become('rank', 'Gold')] })
      .emits('score', 'level')
      .changes({
        rank: [
          ['Bronze', 'Gold'],
          ['Gold', 'Bronze'],
        ],
      })
  })

  test('event has the level metric first, then the compounds that read it', () => {
    const metrics = [xp, state('stars', '1', '5'), compound('price', '$scores.stars * 100')]
    const outcome = given(
      designOf({
        metrics,
        actions: [action('gain', [add('xp', '50')])],
        rules: [levels('ladder', 'xp', 'stars', ['1', '25'], ['5'])],
        bootstrap: { scores: [start(put('xp', '0'))] },
      }),
    ).when(playAction, { action: 'gain' })
    outcome.emits('action', 'level')
    expect(outcome.events[1]).toEqual({
      event: 'level',
      actor: { id: 'neo', alias: 'neo' },
      rule: { id: 'ladder' },
      changes: [
        { metric: { id: 'stars', name: 'stars', type: 'state' }, delta: { old: '1', new: '5' } },
        { metric: { id: 'price', name: 'price', type: 'compound' }, delta: { old: '100', new: '500' } },
      ],
    })
  })
})

describe('an achievement', () => {
  const badges = set('badges', ['Fan', 'Pro', 'Rich'])
  const fan = achievement('fan', 'badges', { Fan: '1' }, played('like', 'ge', 2))
  const fans = (...rules: object[]) =>
    given(designOf({ metrics: [xp, badges], actions: [action('like', [add('xp', '5')])], rules }))

  test('is given once, when its requirement is met', () => {
    const game = fans(fan)
    game.when(playAction, { action: 'like' }).emits('action')
    game
      .when(playAction, { action: 'like' })
      .emits('action', 'achievement')
      .changes({ xp: ['5', '10'], badges: { Fan: [null, '1'] } })
    game.when(playAction, { action: 'like' }).emits('action')
  })

  test('is never taken away', () => {
    const game = fans(achievement('poor', 'badges', { Fan: '1' }, score('xp', 'le', 5)))
    game.when(playAction, { action: 'like' }).changes({ xp: [null, '5'], badges: { Fan: [null, '1'] } })
    game
      .when(playAction, { action: 'like' })
      .emits('action')
      .leaves({ xp: '10', badges: { Fan: '1' } })
  })

  test('adds those of its items that the player has not got', () => {
    fans(achievement('both', 'badges', { Fan: '3', Pro: '2' }, {}))
      .after(updateScores, { id: 'neo', rewards: [] })
      .when(playAction, { action: 'like' })
      .emits('action')
    const some = [start(put('badges', { Fan: '1' }))]
    given(
      designOf({
        metrics: [badges],
        actions: [action('idle')],
        rules: [achievement('both', 'badges', { Fan: '3', Pro: '2' }, {})],
        bootstrap: { scores: some },
      }),
    )
      .when(playAction, { action: 'idle' })
      .changes({ badges: { Pro: [null, '2'] } })
  })

  test('whose item was taken away may come again', () => {
    const game = fans(achievement('any', 'badges', { Fan: '1' }, {})).after(playAction, { action: 'like' })
    game.when(updateScores, { id: 'neo', rewards: [remove('badges', { Fan: '1' })] }).emits('score', 'achievement')
  })

  test('can unlock another, in the same play, also one before it', () => {
    const rules = [
      achievement('a-rich', 'badges', { Rich: '1' }, score('badges', 'ge', 1, 'Pro')),
      achievement('b-pro', 'badges', { Pro: '1' }, score('badges', 'ge', 1, 'Fan')),
      achievement('c-fan', 'badges', { Fan: '1' }, {}),
    ]
    const outcome = fans(...rules).when(playAction, { action: 'like' })
    outcome.emits('action', 'achievement', 'achievement', 'achievement')
    expect(outcome.events.slice(1).map((event) => (event as unknown as { rule: { id: string } }).rule.id)).toEqual([
      'c-fan',
      'b-pro',
      'a-rich',
    ])
  })

  test('can be unlocked by a level, and a level by what it gives', () => {
    const metrics = [
      point('xp'),
      badges,
      compound('worth', '$scores.xp + $scores.badges.Fan * 100'),
      state('rank', 'Low', 'High'),
    ]
    const rules = [
      levels('ladder', 'worth', 'rank', ['Low', '50'], ['High']),
      achievement('fan', 'badges', { Fan: '1' }, score('rank', 'eq', 'Low')),
      achievement('rich', 'badges', { Rich: '1' }, score('rank', 'eq', 'High')),
    ]
    given(designOf({ metrics, actions: [action('like', [add('xp', '5')])], rules }))
      .when(playAction, { action: 'like' })
      .emits('action', 'level', 'achievement', 'level', 'achievement')
      .leaves({ xp: '5', badges: { Fan: '1', Rich: '1' }, worth: '105', rank: 'High' })
  })

  test('follows the custom rule and the score update too, and one that changed nothing', () => {
    const rules = [achievement('rich', 'badges', { Rich: '1' }, score('xp', 'ge', 0)), custom('gift', [])]
    const game = () =>
      given(designOf({ metrics: [xp, badges], rules: rules.slice(1) })).deploying(
        designOf({ metrics: [xp, badges], rules }),
      )
    game()
      .when(evaluateRule, { rule: 'gift', data: [{ player_ids: ['neo'], variables: {} }] })
      .emits('custom_rule', 'achievement')
    game().when(updateScores, { id: 'neo', rewards: [] }).emits('achievement')
  })

  test('over max_items is not given', () => {
    const one = set('badges', ['Fan', 'Pro'], { max_items: '1' })
    const rules = [achievement('fan', 'badges', { Fan: '1' }, {}), achievement('pro', 'badges', { Pro: '1' }, {})]
    given(designOf({ metrics: [one], actions: [action('idle')], rules }))
      .when(playAction, { action: 'idle' })
      .emits('action', 'achievement')
      .leaves({ badges: { Fan: '1' } })
  })

  test('whose requirement cannot be computed refuses the play', () => {
    fans(
      achievement('fan', 'badges', { Fan: '1' }, formulas('1 / $scores.xp', 'gt', '0')),
      achievement('pro', 'badges', { Pro: '1' }, formulas('1 / 0', 'gt', '0')),
    )
      .when(playAction, { action: 'like' })
      .refuses('invalid_formula', { formula: 'requires of pro', message: 'division by zero' })
  })
})

describe('rounds', () => {
  test('are at most 16', () => {
    expect(MAX_ROUNDS).toBe(16)
  })

  const names = Array.from({ length: 20 }, (_, i) => `b${String(i).padStart(2, '0')}`)
  const chain = names.map((name, i) =>
    achievement(
      `rule-${name}`,
      'badges',
      { [name]: '1' },
      all(...names.slice(i + 1, i + 2).map((next) => score('badges', 'ge', 1, next))),
    ),
  )
  const game = given(designOf({ metrics: [set('badges', names)], actions: [action('idle')], rules: chain }))

  test(`end after ${MAX_ROUNDS}; what is left comes with the next play`, () => {
    const first = game.when(playAction, { action: 'idle' })
    expect(first.events.length - 1).toBe(MAX_ROUNDS)
    first.game.when(playAction, { action: 'idle' }).emits('action', ...names.slice(MAX_ROUNDS).map(() => 'achievement'))
  })

  test('end too when they come to too much; what is left comes with the next plays', () => {
    const items = Array.from({ length: 120 }, (_, i) => `b${i}`)
    const sums = Array.from({ length: 100 }, (_, i) => compound(`c${i}`, `$scores['badges'] + ${i}`))
    const design = designOf({
      metrics: [set('badges', items), ...sums],
      actions: [action('idle')],
      rules: items.map((item) => achievement(`rule-${item}`, 'badges', { [item]: '1' }, {})),
    })
    const first = given(design).when(playAction, { action: 'idle' })
    const came = first.events.length - 1
    expect(came).toBeGreaterThan(50)
    expect(came).toBeLessThan(100)
    const second = first.game.when(playAction, { action: 'idle' })
    expect(second.events.length - 1).toBe(120 - came)
    second.game.when(playAction, { action: 'idle' }).emits('action')
  })

  test('are not too much for a thousand achievements at once', () => {
    const items = Array.from({ length: 1000 }, (_, i) => `b${i}`)
    const rules = items.map((item) => achievement(`rule-${item}`, 'badges', { [item]: '1' }, {}))
    const design = designOf({ metrics: [set('badges', items)], actions: [action('idle')], rules })
    expect(given(design).when(playAction, { action: 'idle' }).events).toHaveLength(1001)
  })

  test('that never come to rest end too: two ladders over one state', () => {
    const metrics = [xp, state('rank', 'a', 'b')]
    const rules = [levels('one', 'xp', 'rank', ['a']), levels('two', 'xp', 'rank', ['b'])]
    const outcome = given(designOf({ metrics, actions: [action('gain', [add('xp', '1')])], rules })).when(playAction, {
      action: 'gain',
    })
    expect(outcome.events.length - 1).toBe(2 * MAX_ROUNDS)
  })
})

test('an observer is told of each rule that is looked at, in order, and whether anything came of it', () => {
  const rules = [
    ladder,
    achievement('fan', 'badges', { Fan: '1' }, score('rank', 'eq', 'Gold')),
    achievement('pro', 'badges', { Pro: '1' }, score('xp', 'lt', 0)),
  ]
  const design = designOf({ metrics: [xp, rank, set('badges', ['Fan', 'Pro'])], rules })
  const run = new GameRun(design)
  run.execute(createPlayer, { id: 'neo' }, { client: 'test' })
  const player = { ...findPlayer(run.state.players, 'neo')!, scores: { 'p:xp': 500 } }
  const { observer, told } = remembering()
  const read = readingAt(run.state, { ...run.context({ client: 'test' }), observer })
  applyRules(design, player, read)
  const seen = told.map(([kind, ...facts]) => {
    if (kind === 'examined') return [facts[2], (facts[0] as { id: string }).id]
    return kind === 'judged' ? [kind, facts[1], facts[2]] : [kind]
  })
  expect(seen).toEqual([
    [1, 'ladder'],
    ['ranked'],
    ['followed'],
    [1, 'fan'],
    ['judged', true, { text: 'Gold' }],
    ['gave'],
    ['followed'],
    [1, 'pro'],
    ['judged', false, 500],
    [2, 'ladder'],
    ['ranked'],
    [2, 'fan'],
    [2, 'pro'],
    ['judged', false, 500],
  ])
})
