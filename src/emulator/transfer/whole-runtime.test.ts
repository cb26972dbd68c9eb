import { expect, test } from 'vitest'
import { board, boardDesign } from '../../../test/support/board-life.ts'
import { exportedWhole } from '../../../test/support/exported.ts'
import { deployTo, newMemoryGame, recovered } from '../../../test/support/memory-game.ts'
import { createPlayer } from '../../game/players/administration.ts'

const boarded = (...ids: readonly string[]) => boardDesign(ids.map((id) => board(id)))

test('an export waits for the boards of a design that has come into force while one of them was built', async () => {
  const before = await newMemoryGame([boarded(), boarded('first'), boarded('second')], 'seed')
  await before.runtime.execute(createPlayer, { id: 'neo' }, { client: 'test' })
  // What is held ready of a history is held anew: boards are built of what the journal holds.
  const game = await recovered(before)
  const { journal, runtime } = game
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const read = journal.read.bind(journal)
  journal.read = async function* (from) {
    reached.resolve()
    await released.promise
    yield* read(from)
  }
  await deployTo(game, 1)
  const exporting = exportedWhole(game)
  await reached.promise
  // The export waits for the first board by then.
  await new Promise((resolve) => setTimeout(resolve, 50))
  await deployTo(game, 2)
  released.resolve()
  expect(await exporting).toContain('second')
  expect([...runtime.state.boards.byId.keys()]).toEqual(['second'])
})
