import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  become,
  compound,
  custom,
  designOf,
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
import { given, scoresOf, type Given } from '../../../test/support/given.ts'
import { listActions, playAction } from '../actions/operations.ts'
import { readPlayerFeed } from '../feeds/operations.ts'
import { eventId } from '../kernel/ids.ts'
import { evaluateRule } from '../rules/operations.ts'
import { createPlayer, deletePlayer, resetPlayer } from './administration.ts'
import { revertEvents } from './revert.ts'
import { updateScores } from './score-update.ts'

const metrics = [
  point('xp', { max: '1000' }),
  point('debt', { min: '-Infinity', default: '10' }),
  set('badges', ['Fan', 'Pro', { name: 'Rare', max: '3' }]),
  state('rank', 'Low', 'High', 'Top'),
  state('mood', 'glad', 'sad'),
]
const actions = [
  action('gain', [add('xp', '10')]),
  action('lose', [remove('xp', '7')]),
  action('borrow', [add('debt', '5')]),
  action('cheer', [become('mood', 'glad')]),
  action('weep', [become('mood', 'sad')]),
  action('wear', [add('badges', { Fan: '2', Rare: '2' })]),
  action('drop', [remove('badges', { Rare: '2' })]),
  action('mixed', [add('xp', '10'), remove('xp', '4'), become('mood', 'glad'), become('mood', 'sad')]),
  action('idle'),
]

/** Plays, and gives the id of the play's own event. */
function play(game: Given, id: string, more: { count?: number; as?: string } = {}): string {
  return game.when(playAction, { action: id, ...more }).result.events.local[0]!.id
}

const plain = () => given(designOf({ metrics, actions }))
const revert = (game: Given, ...eventIds: string[]) => game.when(revertEvents, { id: 'neo', eventIds })

describe('reverting a play', () => {
  test('subtracts its points; those it gave first stay with what is left', () => {
    const game = plain()
    const id = play(game, 'gain')
    revert(game, id)
      .changes({ xp: ['10', '0'] })
      .leaves({ xp: '0' })
  })

  test('subtracts its delta from what there is now, whatever happened since', () => {
    const game = plain()
    const id = play(game, 'gain', { count: 3 })
    play(game, 'gain')
    play(game, 'lose')
    revert(game, id).changes({ xp: ['33', '3'] })
  })

  test('is clamped: points go no lower than the min', () => {
    const game = plain()
    const id = play(game, 'gain')
    play(game, 'lose')
    revert(game, id).changes({ xp: ['3', '0'] })
  })

  test('is clamped: points that were taken come back no higher than the max', () => {
    const game = plain().after(updateScores, { id: 'neo', rewards: [put('xp', '1000')] })
    const id = play(game, 'lose')
    play(game, 'gain')
    revert(game, id).emits('reverted').changes({})
  })

  test('counts from the default what was given to points without an entry', () => {
    const game = plain()
    const id = play(game, 'borrow')
    revert(game, id).changes({ debt: ['15', '10'] })
  })

  test('takes off what the event changed, not what the reward was', () => {
    const game = plain().after(updateScores, { id: 'neo', rewards: [put('xp', '995')] })
    const id = play(game, 'gain')
    revert(game, id).changes({ xp: ['1000', '995'] })
  })

  test('subtracts items, not below 0', () => {
    const game = plain()
    const id = play(game, 'wear')
    game.after(updateScores, { id: 'neo', rewards: [remove('badges', { Fan: '1', Rare: '2' })] })
    revert(game, id)
      .changes({ badges: { Fan: ['1', '0'] } })
      .leaves({ badges: {} })
  })

  test('gives back items, not above their max', () => {
    const game = plain().after(updateScores, { id: 'neo', rewards: [put('badges', { Rare: '3' })] })
    const id = play(game, 'drop')
    game.after(updateScores, { id: 'neo', rewards: [add('badges', { Rare: '2' })] })
    revert(game, id).emits('reverted').changes({})
  })

  test('gives back no item that max_items has no room for', () => {
    const one = designOf({
      metrics: [set('badges', ['Fan', 'Rare'], { max_items: '1' })],
      actions: [action('drop', [remove('badges', { Rare: '2' })])],
    })
    const game = given(one).after(updateScores, { id: 'neo', rewards: [put('badges', { Rare: '2' })] })
    const id = play(game, 'drop')
    game.after(updateScores, { id: 'neo', rewards: [put('badges', { Fan: '1' })] })
    revert(game, id)
      .changes({})
      .leaves({ badges: { Fan: '1' } })
  })

  test('sets a state back while it is the one that the event set, also to none', () => {
    const game = plain()
    const cheer = play(game, 'cheer')
    const weep = play(game, 'weep')
    revert(game, weep).changes({ mood: ['sad', 'glad'] })
    revert(game, cheer)
      .changes({ mood: ['glad', null] })
      .leaves({})
  })

  test('leaves a state that has become another since', () => {
    const game = plain()
    const cheer = play(game, 'cheer')
    play(game, 'weep')
    revert(game, cheer).emits('reverted').changes({}).leaves({ mood: 'sad' })
  })

  test('takes the changes of an event back from the last to the first', () => {
    const game = plain()
    const id = play(game, 'mixed')
    revert(game, id)
      .changes({
        mood: [
          ['sad', 'glad'],
          ['glad', null],
        ],
        xp: [
          ['6', '10'],
          ['10', '0'],
        ],
      })
      .leaves({ xp: '0' })
  })

  test('takes its count off the action count, and not below 0', () => {
    const game = plain()
    const counted = () => game.when(listActions, {}).result.find(({ id }) => id === 'gain')?.count
    const id = play(game, 'gain', { count: 3 })
    play(game, 'gain')
    revert(game, id)
    expect(counted()).toBe(1)
  })

  test('of nothing but luck or unmet requirements changes no score, and is answered all the same', () => {
    const game = plain()
    const id = play(game, 'idle')
    revert(game, id)
      .emits('reverted')
      .answers([{ event: id, changes: [], status: 'reverted' }])
  })

  test('is in no feed, and leaves the event in its own', () => {
    const game = plain()
    const id = play(game, 'gain')
    revert(game, id)
    expect(game.when(readPlayerFeed, { id: 'neo' }).result.map((event) => event.id)).toEqual([id])
  })
})

describe('reverting several', () => {
  test('comes to the same in whichever order they are named: the latest is undone first', () => {
    const outcomes = [true, false].map((inOrder) => {
      const game = plain()
      const ids = [play(game, 'cheer'), play(game, 'gain'), play(game, 'weep'), play(game, 'lose')]
      const outcome = revert(game, ...(inOrder ? ids : ids.toReversed()))
      outcome.leaves({ xp: '0' })
      return outcome.result.toSorted((a, b) => (a.event < b.event ? -1 : 1))
    })
    expect(outcomes[0]).toEqual(outcomes[1])
  })

  test('answers them in the order in which they were named, each with its own changes', () => {
    const game = plain()
    const [gain, lose] = [play(game, 'gain'), play(game, 'lose')]
    const xp = { id: 'xp', name: 'xp', type: 'point' }
    revert(game, gain, lose).answers([
      { event: gain, changes: [{ metric: xp, delta: { old: '10', new: '0' } }], status: 'reverted' },
      { event: lose, changes: [{ metric: xp, delta: { old: '3', new: '10' } }], status: 'reverted' },
    ])
  })

  test('of one twice is refused', () => {
    const game = plain()
    const [id, other] = [play(game, 'gain'), play(game, 'gain')]
    revert(game, other, id, id).refuses('already_reverted', { id })
  })

  test('of none does nothing', () => {
    revert(plain()).emits().answers([])
  })
})

describe('what rules did because of it', () => {
  const ladder = levels('ladder', 'xp', 'rank', ['Low', '15'], ['High', '100'], ['Top'])
  const fan = achievement('fan', 'badges', { Fan: '1' }, played('gain', 'ge', 2))
  const ruled = () => given(designOf({ metrics, actions, rules: [ladder, fan] }))

  test('is undone with it: an item for each event asked for, and for each rule event', () => {
    const game = ruled()
    play(game, 'gain')
    const { result } = game.when(playAction, { action: 'gain' })
    const [level, achieved] = result.events.global
    expect([level?.event, achieved?.event]).toEqual(['level', 'achievement'])
    revert(game, result.events.local[0]!.id)
      .answers([
        {
          event: result.events.local[0]!.id,
          changes: [{ metric: { id: 'xp', name: 'xp', type: 'point' }, delta: { old: '20', new: '10' } }],
          status: 'reverted',
        },
        {
          event: level?.id,
          changes: [{ metric: { id: 'rank', name: 'rank', type: 'state' }, delta: { old: 'High', new: 'Low' } }],
          status: 'reverted',
        },
        {
          event: achieved?.id,
          changes: [{ metric: { id: 'badges', name: 'badges', type: 'set' }, delta: { Fan: { old: '1', new: '0' } } }],
          status: 'reverted',
        },
      ])
      .leaves({ xp: '10', rank: 'Low', badges: {} })
  })

  test('an achievement that was reverted may come again', () => {
    const game = ruled()
    play(game, 'gain')
    revert(game, play(game, 'gain'))
    game.when(playAction, { action: 'gain' }).emits('action', 'level', 'achievement')
  })

  test('levels are evaluated anew, so that they fit the score and not what they were before the event', () => {
    const game = ruled()
    const first = play(game, 'gain', { count: 9 })
    play(game, 'gain', { count: 2 })
    revert(game, first).leaves({ xp: '20', rank: 'High', badges: {} })
  })

  test('a level that no undone event had to do with is told by the first event asked for', () => {
    const game = ruled()
    const first = play(game, 'gain')
    play(game, 'gain')
    const { result } = revert(game, first)
    expect(result).toHaveLength(2)
    expect(result[0]?.changes.map(({ metric }) => metric.id)).toEqual(['xp'])
    expect(result[1]?.changes.map(({ metric }) => metric.id)).toEqual(['rank'])
    revert(game, play(game, 'borrow')).leaves({ xp: '10', rank: 'Low', badges: { Fan: '1' }, debt: '10' })
  })

  test('a level whose ladder has left the design is set back like any state', () => {
    const game = ruled()
    play(game, 'gain')
    const id = play(game, 'gain')
    const without = game.deploying(designOf({ metrics, actions }))
    const { result } = revert(without, id).leaves({ xp: '10', rank: 'Low', badges: {} })
    expect(result[1]?.changes).toMatchObject([{ metric: { id: 'rank' }, delta: { old: 'High', new: 'Low' } }])
  })

  test('cannot be asked for by itself', () => {
    const game = ruled()
    const { result } = game.when(playAction, { action: 'gain', count: 2 })
    for (const { id } of result.events.global) revert(game, id).refuses('invalid_request')
    expect(result.events.global.length).toBeGreaterThan(0)
  })

  test('compounds are computed anew, last of each event, and levels by them too', () => {
    const worth = [compound('worth', '$scores.xp * 2'), compound('more', '$scores.worth + 1')]
    const byWorth = levels('ladder', 'more', 'rank', ['Low', '30'], ['High'])
    const game = given(designOf({ metrics: [...metrics, ...worth], actions, rules: [byWorth] }))
    play(game, 'gain')
    const id = play(game, 'gain')
    revert(game, id)
      .changes({ xp: ['20', '10'], worth: ['40', '20'], more: ['41', '21'], rank: ['High', 'Low'] })
      .leaves({ xp: '10', worth: '20', more: '21', rank: 'Low' })
  })

  test('compounds that read a level follow when it goes back', () => {
    const stars = [state('stars', '1', '5'), compound('price', '$scores.stars * 100')]
    const game = given(
      designOf({
        metrics: [...metrics, ...stars],
        actions,
        rules: [levels('ladder', 'xp', 'stars', ['1', '15'], ['5'])],
      }),
    )
    play(game, 'gain')
    const id = play(game, 'gain')
    revert(game, id).changes({ xp: ['20', '10'], stars: ['5', '1'], price: ['500', '100'] })
  })

  test('is that of this event alone, where a custom rule did it to several', () => {
    const gift = custom('gift', [add('xp', '20')])
    const game = given(designOf({ metrics, actions, rules: [ladder, gift] })).after(createPlayer, { id: 'trinity' })
    const { result } = game.when(evaluateRule, {
      rule: 'gift',
      data: [{ player_ids: ['trinity', 'neo', 'trinity'], variables: {} }],
    })
    const mine = result[0]![1]!.events
    const outcome = revert(game, mine.local[0]!.id)
    outcome.leaves({ xp: '0', rank: 'Low' }).leaves({ xp: '40', rank: 'High' }, 'trinity')
    expect(outcome.result.map(({ event }) => event)).toEqual([mine.local[0]!.id, mine.global[0]!.id])
  })
})

describe('what cannot be reverted', () => {
  test('an unknown player', () => {
    plain().when(revertEvents, { id: 'smith', eventIds: [] }).refuses('player_not_found', { id: 'smith' })
  })

  test('what is looked at first: that all are there, then that all are of a kind to be undone, then that none was', () => {
    const game = given(designOf({ metrics, actions, rules: [levels('ladder', 'xp', 'rank', ['Low'])] }))
    const { local, global } = game.when(playAction, { action: 'gain' }).result.events
    const [done, level] = [local[0]!.id, global[0]!.id]
    revert(game, done)
    revert(game, done, level, 'nothing').refuses('event_not_found', { id: 'nothing' })
    revert(game, done, level).refuses('invalid_request')
    revert(game, done).refuses('already_reverted', { id: done })
  })

  test('more than may be undone at once, but one event always', () => {
    const items = Array.from({ length: 1000 }, (_, i) => `item ${i}`)
    const all = Object.fromEntries(items.map((item) => [item, '1']))
    const game = given(
      designOf({ metrics: [set('things', items)], actions: [action('fill', Array(5).fill(add('things', all)))] }),
    )
    const [first, second] = [play(game, 'fill'), play(game, 'fill')]
    revert(game, first, second).refuses('invalid_request')
    revert(game, first).emits('reverted')
  })

  test("another player's event", () => {
    const game = plain().after(createPlayer, { id: 'trinity' })
    const id = play(game, 'gain', { as: 'trinity' })
    revert(game, id).refuses('event_not_found', { id })
  })

  test('an event of an earlier player of the same id', () => {
    const game = plain()
    const id = play(game, 'gain')
    game.after(deletePlayer, { id: 'neo' }).after(createPlayer, { id: 'neo' })
    play(game, 'gain')
    revert(game, id).refuses('event_not_found', { id })
  })

  test('an event that was reverted already, alone or among others', () => {
    const game = plain()
    const [id, other] = [play(game, 'gain'), play(game, 'gain')]
    revert(game, id)
    revert(game, id).refuses('already_reverted', { id })
    revert(game, other, id).refuses('already_reverted', { id })
    revert(game, other).leaves({ xp: '0' })
  })

  test('a score update, which is no play', () => {
    const game = plain()
    const { entry } = game.when(updateScores, { id: 'neo', rewards: [put('xp', '5')] })
    revert(game, eventId(entry!, 0)).refuses('invalid_request')
  })

  test.each(['', 'neo', '__proto__', '01dc1b1e-5a00-7000-8000-000000000000', 'x'.repeat(10_240)])(
    'an id that is none: %j',
    (id) => {
      const game = plain()
      play(game, 'gain')
      revert(game, id).refuses('event_not_found', { id })
    },
  )

  test('an id that points at a place where nothing happened', () => {
    const game = plain()
    const { entry } = game.when(playAction, { action: 'gain' })
    for (const id of [eventId(entry!, 1), eventId({ ...entry!, seq: 999 }, 0), eventId({ ...entry!, at: 0 }, 0)])
      revert(game, id).refuses('event_not_found', { id })
  })

  test('an id of a history that went otherwise', () => {
    const design = designOf({ metrics, actions })
    const other = given(design, { seed: 'other' })
    const id = play(other, 'gain')
    const game = plain()
    play(game, 'gain')
    revert(game, id).refuses('event_not_found', { id })
  })

  test('one of several: then none of them is', () => {
    const game = plain()
    const id = play(game, 'gain')
    revert(game, id, 'nothing').refuses('event_not_found', { id: 'nothing' })
    revert(game, id).changes({ xp: ['10', '0'] })
  })

  test('a play without which a compound cannot be computed', () => {
    const ratio = compound('ratio', '$scores.xp / $scores.debt')
    const game = given(
      designOf({
        metrics: [point('xp'), point('debt'), ratio],
        actions: [action('both', [add('xp', '1'), add('debt', '1')])],
      }),
    )
    const id = play(game, 'both')
    revert(game, id).refuses('invalid_formula', { formula: '$scores.xp / $scores.debt', message: 'division by zero' })
  })
})

describe('after the design has changed', () => {
  test('hidden scores are undone too, and are right when they come back', () => {
    const design = designOf({ metrics, actions })
    const game = given(design)
    const ids = [play(game, 'gain'), play(game, 'cheer'), play(game, 'wear')]
    play(game, 'gain')
    game.deploying(designOf({ metrics: [state('xp', 'a')] }))
    revert(game, ...ids).leaves({})
    expect(scoresOf(game.deploying(design).run, 'neo')).toEqual({ xp: '10', badges: {} })
  })

  // A deploy changes no score by itself: Spec 4.13.
  test('a compound that was hidden meanwhile comes back as it was, and follows the next change', () => {
    const worth = designOf({ metrics: [...metrics, compound('worth', '$scores.xp * 2')], actions })
    const game = given(worth)
    const id = play(game, 'gain', { count: 2 })
    game.deploying(designOf({ metrics, actions }))
    revert(game, id).changes({ xp: ['20', '0'] })
    const back = game.deploying(worth)
    expect(scoresOf(back.run, 'neo')).toEqual({ xp: '0', worth: '40' })
    back.when(playAction, { action: 'gain' }).changes({ xp: ['0', '10'], worth: ['40', '20'] })
  })

  test('items and states that the design has no more are undone too', () => {
    const design = designOf({ metrics, actions })
    const game = given(design)
    const ids = [play(game, 'weep'), play(game, 'cheer'), play(game, 'wear')]
    game.deploying(designOf({ metrics: [set('badges', ['Pro']), state('mood', 'bored')] }))
    revert(game, ...ids.slice(1)).leaves({ badges: {} })
    expect(scoresOf(game.deploying(design).run, 'neo')).toEqual({ mood: 'sad', badges: {} })
  })
})

test('a bootstrap is undone by nothing: what a player started with stays', () => {
  const game = given(designOf({ metrics, actions, bootstrap: { scores: [start(put('xp', '5'))] } }))
  const id = play(game, 'gain')
  revert(game, id).changes({ xp: ['15', '5'] })
})

test('a reset is not undone by it', () => {
  const game = plain()
  const id = play(game, 'gain')
  game.after(resetPlayer, { id: 'neo' })
  revert(game, id).emits('reverted').changes({}).leaves({})
})

test('rules that no revert caused are not judged by it', () => {
  const lost = achievement('lost', 'badges', { Pro: '1' }, score('xp', 'lt', 5))
  const design = designOf({ metrics, actions, rules: [lost], bootstrap: { scores: [start(put('xp', '5'))] } })
  const game = given(design)
  const id = play(game, 'gain')
  game.deploying(designOf({ metrics, actions, rules: [lost, achievement('here', 'badges', { Fan: '1' }, {})] }))
  revert(game, id).emits('reverted').leaves({ xp: '5' })
})
