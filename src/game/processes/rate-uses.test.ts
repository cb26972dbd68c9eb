import { describe, expect, test } from 'vitest'
import type { Given } from '../../../test/support/given.ts'
import { container, task } from '../../../test/support/process-parts.ts'
import { everywhere, play, plays, questGame } from '../../../test/support/quest-game.ts'
import { happening } from '../../../test/support/subject-events.ts'
import { newsOf } from '../../../test/support/subject-news.ts'
import { stateOf, stateParts } from '../../emulator/checkpoints/state-parts.ts'
import { createPlayer, deletePlayer } from '../players/administration.ts'
import { usedRatesOf } from './rate-uses.ts'
import { playTrigger } from './trigger-play.ts'

const daily = { rate: [1, 86_400_000, 'FIXED'], loop: '5' }
const quest = newsOf({ kind: 'process', id: 'neo/quest' })
const happen = (game: Given, ...events: Parameters<typeof happening.decide>[1]['events']) =>
  game.after(happening, { events })

/** Neo and trinity have used the rate of `a`, and it is not the only task. */
const used = () => plays(questGame(container([task('a', daily), task('b')])), 'a:a', 'a:a by trinity')

const idsIn = (game: Given): readonly string[] =>
  game.run.state.rates.records.flatMap((record) => (record ? [record.id] : []))

describe('what was used of the rates of a process', () => {
  test('is one record of each player: a play leaves those of others alone', () => {
    const game = plays(questGame(container([task('a', daily), task('b')])), 'a:a by trinity')
    const { rates } = game.run.state
    const before = usedRatesOf(rates, 'neo/quest', 'trinity')
    plays(game, 'a:a')
    expect(usedRatesOf(rates, 'neo/quest', 'trinity')).toBe(before)
    expect(idsIn(game)).toEqual(['trinity/neo/quest', 'neo/neo/quest'])
  })

  test('is kept of who leaves and comes back', () => {
    const game = happen(used(), quest.left('trinity'), quest.joined('trinity', everywhere))
    game.when(playTrigger, play('a:a', 'trinity')).refuses('rate_limit_exceeded')
  })

  test('goes with the player, and another of that id has used nothing', () => {
    const game = used().after(deletePlayer, { id: 'trinity' })
    expect(idsIn(game)).toEqual(['neo/neo/quest'])
    game.after(createPlayer, { id: 'trinity' })
    happen(game, quest.joined('trinity', everywhere))
    game.when(playTrigger, play('a:a', 'trinity')).emits('progress')
  })

  test.each<[string, (game: Given) => Given]>([
    ['deleted', (game) => happen(game, quest.deleted('neo'))],
    ['deleted with its owner', (game) => game.after(deletePlayer, { id: 'neo' })],
  ])('goes with a process that is %s', (_, gone) => {
    const { rates } = gone(used()).run.state
    expect([rates.index.size, rates.ofProcess.size, rates.ofPlayer.size]).toEqual([0, 0, 0])
  })

  test('goes with a process that is completed', () => {
    const game = plays(questGame(container([task('a', { ...daily, loop: '1' })])), 'a', 'a by trinity')
    expect(game.run.state.processes.records).toMatchObject([{ state: 'COMPLETED' }])
    expect(idsIn(game)).toEqual([])
  })

  test('is in snapshots', async () => {
    const { run } = used()
    const again = await stateOf('staging', structuredClone([...stateParts(run.state)]))
    expect(again.rates).toEqual(run.state.rates)
  })
})
