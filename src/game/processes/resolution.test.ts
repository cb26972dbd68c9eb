import { describe, expect, test } from 'vitest'
import { add, become, levels, set } from '../../../test/support/design-parts.ts'
import { scoresOf } from '../../../test/support/given.ts'
import { container, exclusive, flows, sub, task } from '../../../test/support/process-parts.ts'
import { play, plays, questDesign, questGame, questOf, recurring, until } from '../../../test/support/quest-game.ts'
import { createPlayer, deletePlayer } from '../players/administration.ts'
import { playTrigger } from './trigger-play.ts'

describe('rewards that wait (resolution)', () => {
  const first = task('first', { rewards: [until('last', add('xp', '7')), add('gold', '1')] })
  const parts = container([first, task('last')], [], 'first last')

  test('are given when the named activity is performed, to who did the first', () => {
    const outcome = questGame(parts).when(playTrigger, play('first'))
    outcome.emits('progress').changes({ gold: [null, '1'] })
    const resolved = outcome.game.when(playTrigger, play('last', 'trinity'))
    resolved.emits('progress', 'resolution').leaves({ xp: '7', gold: '1' }, 'neo').leaves({}, 'trinity')
    expect(resolved.events[1]).toMatchObject({
      actor: { id: 'trinity' },
      process: { id: 'neo/quest', name: 'neo/quest' },
      activity: { id: 'last', name: 'last' },
      deferred: {
        actor: { id: 'neo' },
        activity: { id: 'first', name: 'first' },
        changes: [{ delta: { old: null, new: '7' } }],
      },
    })
  })

  test('are told in local where they are the caller’s own, else in global', () => {
    const kinds = ({ local, global }: { local: readonly { event: string }[]; global: readonly { event: string }[] }) =>
      [local, global].map((events) => events.map(({ event }) => event))
    const own = plays(questGame(parts), 'first').when(playTrigger, play('last')).result.events
    expect(kinds(own)).toEqual([['progress', 'resolution'], []])
    const other = plays(questGame(parts), 'first').when(playTrigger, play('last', 'trinity')).result.events
    expect(kinds(other)).toEqual([['progress'], ['resolution']])
  })

  test('let rules follow for each player whose scores they change', () => {
    const rules = [levels('ladder', 'xp', 'rank', ['Low', '3'], ['High'])]
    const both = container(
      [
        task('first', { loop: '1', rewards: [recurring(until('last', add('xp', '7')))] }),
        task('last', { rewards: [add('xp', '1')] }),
      ],
      [],
      'first last',
    )
    const game = plays(questGame(both, { rules }), 'first', 'first by trinity')
    const outcome = game
      .when(playTrigger, play('last', 'trinity'))
      .emits('progress', 'resolution', 'level', 'resolution', 'level')
    expect(outcome.events.map((event) => ('deferred' in event ? event.deferred : event))).toMatchObject([
      { actor: { id: 'trinity' } },
      { actor: { id: 'trinity' } },
      { event: 'level', actor: { id: 'trinity' } },
      { actor: { id: 'neo' } },
      { event: 'level', actor: { id: 'neo' } },
    ])
    outcome.leaves({ xp: '8', rank: 'High' }, 'trinity').leaves({ xp: '7', rank: 'High' }, 'neo')
  })

  test('of several performances are given together, in one event', () => {
    const drip = task('first', {
      loop: '2',
      rewards: [recurring(until('last', add('xp', '7'))), until('last', add('gold', '1'))],
    })
    const game = plays(questGame(container([drip, task('last')], [], 'first last')), 'first', 'first', 'first')
    expect(questOf(game).waiting).toHaveLength(4)
    game.when(playTrigger, play('last')).emits('progress', 'resolution').leaves({ xp: '21', gold: '1' })
    expect(questOf(game).waiting).toEqual([])
  })

  test('are given once, and wait anew after that', () => {
    const loops = { loop: 'Infinity' }
    const again = container([
      task('first', { ...loops, rewards: [recurring(until('last', add('xp', '1')))] }),
      task('last', loops),
    ])
    const game = plays(questGame(again), 'first', 'last')
    game.when(playTrigger, play('last')).emits('progress')
    plays(game, 'first').when(playTrigger, play('last')).leaves({ xp: '2' })
  })

  test('wait on while the named activity is to be tried again', () => {
    const hard = container([
      task('first', { rewards: [until('last', add('xp', '1'))] }),
      task('last', { probability: 0 }),
      task('end'),
    ])
    const game = plays(questGame({ ...hard, sequence_flows: flows('last end retry') }), 'first')
    game.when(playTrigger, play('last')).emits('progress')
    const done = plays(questGame({ ...hard, sequence_flows: flows('last end') }), 'first')
    done.when(playTrigger, play('last')).emits('progress', 'resolution')
  })

  test('may wait for a sub_process, also for the one that they are in', () => {
    const inner = container(
      [task('a', { rewards: [until('s', add('xp', '1'))] }), task('b', { rewards: [until('s', add('gold', '1'))] })],
      [],
      'a b',
    )
    const game = plays(questGame(container([sub('s', inner)])), 's/a')
    const outcome = game.when(playTrigger, play('s/b', 'trinity')).emits('progress', 'resolution', 'resolution')
    outcome.leaves({ gold: '1' }, 'trinity').leaves({ xp: '1' }, 'neo')
  })

  test('that name their own activity wait for the next time', () => {
    const self = task('a', { loop: '1', rewards: [recurring(until('a', add('xp', '1')))] })
    const outcome = questGame(container([self]))
      .when(playTrigger, play('a'))
      .emits('progress')
    outcome.game.when(playTrigger, play('a')).emits('progress', 'resolution').leaves({ xp: '1' })
  })

  test('have their luck when they are earned', () => {
    const unlucky = container([
      task('first', { rewards: [until('last', add('xp', '7', { probability: 0 }))] }),
      task('last'),
    ])
    const game = plays(questGame(unlucky), 'first')
    expect(questOf(game).waiting).toEqual([])
    const failed = container([
      task('first', { probability: 0, rewards: [until('last', add('xp', '7'))] }),
      task('last'),
    ])
    expect(questOf(plays(questGame(failed), 'first')).waiting).toEqual([])
  })

  test('are not given to another of the same id, and are forgotten with who is gone', () => {
    const game = plays(questGame(parts), 'first by trinity').after(deletePlayer, { id: 'trinity' })
    game.when(playTrigger, play('last')).emits('progress')
    const reborn = plays(questGame(parts), 'first by trinity').after(deletePlayer, { id: 'trinity' })
    reborn.after(createPlayer, { id: 'trinity' }).when(playTrigger, play('last')).emits('progress')
  })

  test.each([
    ['has no more', []],
    ['gives at another time now', [until('first', add('xp', '7'))]],
    ['gives at once now', [add('xp', '7')]],
  ])('that the design %s are forgotten', (_, rewards) => {
    const other = questDesign(container([task('first', { rewards }), task('last')], [], 'first last'))
    const outcome = plays(questGame(parts), 'first').deploying(other).when(playTrigger, play('last'))
    outcome.emits('progress')
    expect(questOf(outcome.game).waiting).toEqual([])
  })

  test('are given as the design has them now', () => {
    const more = task('first', { rewards: [until('last', add('xp', '70'))] })
    const other = questDesign(container([more, task('last')], [], 'first last'))
    plays(questGame(parts), 'first').deploying(other).when(playTrigger, play('last')).leaves({ xp: '70', gold: '1' })
  })

  test('are gone when the process is completed without them', () => {
    const game = plays(
      questGame(container([first, task('last'), task('other')], [exclusive('x')], 'first x', 'x last', 'x other')),
      'first',
    )
    expect(questOf(plays(game, 'other')).waiting).toEqual([])
  })

  test('are no more at once than a play may give; the others come with the next', () => {
    const items = Array.from({ length: 1000 }, (_, i) => `item ${i}`)
    const gift = add('many', Object.fromEntries(items.map((item) => [item, '1'])))
    const loops = { loop: 'Infinity' }
    const rewards = Array.from({ length: 8 }, () => recurring(until('last', gift)))
    const big = container([task('first', { ...loops, rewards }), task('last', loops)])
    const game = plays(questGame(big, { metrics: [set('many', items)] }), 'first', 'first', 'first by trinity')
    const left = () => questOf(plays(game, 'last')).waiting.length
    expect([left(), left(), left()]).toEqual([15, 7, 0])
    const held = (player: string) => (scoresOf(game.run, player)['many'] as Record<string, string>)['item 0']
    expect([held('neo'), held('trinity')]).toEqual(['16', '8'])
  })

  test('are no more in one process than a limit', () => {
    const loops = { loop: 'Infinity' }
    const drip = container([
      task('first', { ...loops, rewards: Array.from({ length: 300 }, () => recurring(until('last', add('xp', '1')))) }),
      task('last'),
    ])
    const game = plays(questGame(drip), 'first', 'first', 'first', 'first', 'first')
    expect(questOf(game).waiting).toHaveLength(1000)
    game.when(playTrigger, play('last')).leaves({ xp: '1000' })
  })
})

test('a state may be a reward that waits, as any other', () => {
  const parts = container([task('first', { rewards: [until('last', become('rank', 'High'))] }), task('last')])
  plays(questGame(parts), 'first').when(playTrigger, play('last')).leaves({ rank: 'High' })
})
