import { expect, test } from 'vitest'
import { START_MS } from '../../../test/support/http.ts'
import { got, play, playedGame, playedGameIn, type PlayedGame } from '../../../test/support/played-game.ts'
import { makePlace, onEachStorage } from '../../../test/support/storages.ts'
import { periodFiles } from '../boards/period-archiver.ts'
import type { DataDirectory } from '../settings.ts'
import { exportState } from '../transfer/state-export.ts'
import type { HeldGame } from './held-game.ts'

const DAY_MS = 86_400_000

/** Small enough that a short history has many segments. */
const limits = { segmentBytes: 2000, checkpointEntries: 10 }

async function textOf(held: HeldGame, { emulator }: PlayedGame): Promise<string> {
  const about = { game: 'g', version: '1', runtime: 'staging', designs: designsOf(emulator) } as const
  return (await Array.fromAsync(exportState(about, held, { history: true }))).join('')
}

/** No design but the one that all of them run. */
const designsOf = ({ designs }: PlayedGame['emulator']) => ({
  read: async () => JSON.stringify(designs.latest.source),
})

/** The segments that are there. */
const journalOf = ({ files, directory }: DataDirectory) => files.list(`${directory}/staging/journal`)

/** The file of a period of a board that is over. */
const fileIn = (game: PlayedGame): string | undefined => periodFiles(game.state.boards)[0]

onEachStorage((storage) => {
  test('what is held of a finished period stays, though another history finishes one after as many entries', async () => {
    const game = await playedGame(storage, 0, { now: START_MS, freeze: true })
    const { seq } = game.state
    const finishDay = async (plays: number): Promise<void> => {
      for (let i = 0; i < 3; i += 1) got(await (i < plays ? play(game) : game.clock.change({ advanceMs: 1 })))
      got(await game.clock.change({ advanceMs: DAY_MS }))
      got(await play(game))
    }
    await finishDay(3)
    await expect.poll(() => fileIn(game)).toBeDefined()
    const first = await game.hold()
    const wanted = await textOf(first, game)
    first.release()
    const held = await game.hold()
    got(await game.rewind({ seq }))
    await finishDay(1)
    await expect.poll(() => fileIn(game)).toBeDefined()
    expect(await textOf(held, game)).toBe(wanted)
    held.release()
  })

  test('what is held of a game is read whole, history too, whatever takes its place meanwhile', async () => {
    const { data, remove } = await makePlace(storage)
    const game = await playedGameIn(data && { ...data, limits })
    for (let day = 0; day < 5; day += 1) {
      for (let i = 0; i < 4; i += 1) await play(game)
      got(await game.clock.change({ advanceMs: DAY_MS }))
    }
    const first = await game.hold()
    const wanted = await textOf(first, game)
    first.release()
    const held = await game.hold()
    got(await game.rewind({ seq: 8 }))
    for (let i = 0; i < 20; i += 1) got(await play(game))
    got(await game.reset())
    got(await game.reset())
    for (const { name } of await game.snapshots.list()) got(await game.snapshots.delete(name))
    expect(await textOf(held, game)).toBe(wanted)
    held.release()
    if (data) await expect.poll(() => journalOf(data)).toHaveLength(1)
    await game.emulator.stop()
    await remove()
  })
})
