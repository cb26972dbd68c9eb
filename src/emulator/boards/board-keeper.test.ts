import { describe, expect, test } from 'vitest'
import {
  allBoards,
  allInFiles,
  board,
  boardDesign,
  BoardLife,
  boardTexts,
  countedAnew,
  expectSameTexts,
  lookingAt,
} from '../../../test/support/board-life.ts'
import { point, score, set } from '../../../test/support/design-parts.ts'
import {
  beginSnapshot,
  deployTo,
  newMemoryGame,
  recovered,
  type MemoryGame,
} from '../../../test/support/memory-game.ts'
import { playAction } from '../../game/actions/operations.ts'
import type { Design } from '../../game/design/design.ts'
import type { GameWalk } from '../../game/game-operation.ts'
import { recordDrop } from '../../game/kernel/drop.ts'
import { boardKey, dropBoard } from '../../game/leaderboards/boards.ts'
import { recordOfEntity } from '../../game/leaderboards/entrant.ts'
import { dropOf } from '../../game/metrics/drop.ts'
import { createPlayer } from '../../game/players/administration.ts'
import type { Ranking } from '../../game/ranking/ranking.ts'
import { StorageError } from '../../storage/storage-error.ts'

const ids = allBoards.map(({ id }) => id)
const operator = { client: 'test' }

const gameOf = (...designs: readonly Design[]): Promise<MemoryGame> => newMemoryGame(designs, 'seed')

async function begun(game: MemoryGame, seed = 7): Promise<BoardLife> {
  const { runtime, machine } = game
  const life = new BoardLife({ execute: (op, input, caller) => runtime.execute(op, input, caller), machine }, seed)
  await life.begin()
  return life
}

const look = ({ runtime }: MemoryGame, wanted: readonly string[] = ids) =>
  runtime.execute(lookingAt(...wanted), null, operator)

const textsOf = ({ runtime }: MemoryGame): string[] => boardTexts(runtime.state)

/** Goes on with a life, and lets the event loop have its turn now and then. */
async function goOn(life: BoardLife, steps: number): Promise<void> {
  for (let left = steps; left > 0; left -= 20) {
    await life.goOn(20)
    await new Promise(setImmediate)
  }
}

/** Lets the builder have so many turns. */
async function turnsPass(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise(setImmediate)
}

describe('boards', () => {
  test('stand from the first entry on where nobody was there before', async () => {
    const game = await gameOf(boardDesign())
    expect([...game.runtime.state.boards.byId.keys()].toSorted()).toEqual(ids.toSorted())
    await (await begun(game)).goOn(300)
    expectSameTexts(textsOf(game), await countedAnew(game.journal, boardDesign()))
  })

  test('that are built while the game goes on come to what counting from the beginning comes to', async () => {
    const game = await gameOf(boardDesign([]), boardDesign())
    const life = await begun(game)
    await life.goOn(3000)
    await deployTo(game, 1)
    expect(textsOf(game)).toEqual([])
    const [asked] = [game.runtime.state.seq]
    await Promise.all([look(game), goOn(life, 3000)])
    const { state } = game.runtime
    expect(state.seq).toBeGreaterThan(asked + 1000)
    await goOn(life, 500)
    const texts = textsOf(game)
    expectSameTexts(texts, await countedAnew(game.journal, boardDesign()))
    expect(texts.join()).toContain('"late":[{')
    for (const id of ids)
      expect(texts.some((text) => text.startsWith(`${id} daily`) && text.includes('score'))).toBe(true)
  })

  test('that were built order those who tie by their ids, also those who came later', async () => {
    const game = await gameOf(boardDesign([]), boardDesign())
    await (await begun(game)).goOn(600)
    await deployTo(game, 1)
    await look(game)
    const { runtime } = game
    const { boards, players } = runtime.state
    const scopes = boards.byId.get('arena')?.cycles[1]?.present.groups ?? new Map<string, Ranking>()
    const [name = '', ranking] = [...scopes][0] ?? []
    expect(ranking?.size).toBeGreaterThan(0)
    const later = ['zoe', 'ann', 'yan', 'bea']
    for (const id of later) await runtime.execute(createPlayer, { id }, operator)
    const named = later.map((entity_id) => ({ id: `arena/${name}`, entity_id }))
    const like = { action: 'like', count: 1, variables: {}, scopes: named, query: false }
    await runtime.execute(playAction, like, { client: 'test', player: 'zoe' })
    const standing = ranking?.rows(0, ranking.size).map(({ entity }) => recordOfEntity(players.records, entity)?.id)
    expect(standing?.filter((id) => later.includes(id ?? ''))).toEqual(later.toSorted())
  })

  test('are built as the last design has them, where it changes during a build', async () => {
    const few = boardDesign([board('top'), board('arena', { entity_type: 'teams', scope: { type: 'custom' } })])
    const designs = [boardDesign([]), few, boardDesign(), boardDesign([board('top')])]
    const game = await gameOf(...designs)
    const life = await begun(game)
    await life.goOn(2000)
    for (const which of [1, 2, 3, 2, 1, 2]) {
      await deployTo(game, which)
      await turnsPass(2)
      await life.goOn(20)
    }
    await look(game)
    expectSameTexts(textsOf(game), await countedAnew(game.journal, boardDesign()))
  })

  test('that a design has no longer are gone, and a walk does not wait for them', async () => {
    const game = await gameOf(boardDesign([]), boardDesign(), boardDesign([board('top')]))
    await (await begun(game)).goOn(2000)
    await deployTo(game, 1)
    const waiting = game.runtime.execute(waitFor('clubs'), null, operator)
    await turnsPass(1)
    await deployTo(game, 2)
    expect(await waiting).toBe('looked again')
    await look(game, ['top'])
    expect([...game.runtime.state.boards.byId.keys()]).toEqual(['top'])
  })
})

/** A game whose builder stops half way until it is let go on. */
async function heldGame(...designs: readonly Design[]) {
  const earlier = await gameOf(...designs)
  await (await begun(earlier)).goOn(300)
  const game = await recovered(earlier)
  const { journal } = game
  const read = journal.read.bind(journal)
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  journal.read = async function* (from) {
    for await (const line of read(from)) {
      if (line.seq === 150) {
        reached.resolve()
        await released.promise
      }
      yield line
    }
  }
  return { game, reached: reached.promise, release: released.resolve }
}

test('what is dropped for good during a build is not counted', async () => {
  const { game, reached, release } = await heldGame(boardDesign([]), boardDesign([board('top')]))
  await deployTo(game, 1)
  await reached
  const { state } = game.runtime
  recordDrop(state.drops, { key: boardKey('top') }, state.seq)
  release()
  await look(game, ['top'])
  const top = state.boards.byId.get('top')
  const [daily, alltime] = top?.cycles ?? []
  expect([daily?.present.all.size, daily?.finished.length]).toEqual([0, 0])
  // That is the value of the metric, which stays.
  expect(alltime?.present.all.size).toBeGreaterThan(0)
})

test('what is dropped for good after the history begins is on no board that is made of the scores there', async () => {
  const alltime = async (drop: boolean): Promise<number> => {
    const earlier = await gameOf(boardDesign([]), boardDesign([board('top')]))
    await (await begun(earlier)).goOn(300)
    const { parts, ...place } = beginSnapshot(earlier)()
    const checkpoints = async () => [{ ...place, parts }]
    await earlier.journal.dropBefore(earlier.runtime.state.seq)
    const game = await recovered({ ...earlier, boards: { ...earlier.boards, checkpoints } }, { ...place, parts })
    const { state } = game.runtime
    if (drop) recordDrop(state.drops, dropOf({ id: 'xp', type: 'point' }), state.seq + 1)
    await deployTo(game, 1)
    await look(game, ['top'])
    return state.boards.byId.get('top')?.cycles[1]?.present.all.size ?? NaN
  }
  expect(await alltime(false)).toBeGreaterThan(0)
  expect(await alltime(true)).toBe(0)
})

test('a build that fails is told, and tried again when the board is asked for again', async () => {
  const earlier = await gameOf(boardDesign([]), boardDesign())
  await (await begun(earlier)).goOn(300)
  const game = await recovered(earlier)
  const { journal } = game
  const read = journal.read.bind(journal)
  journal.read = () => {
    throw new StorageError('the disk is gone')
  }
  await deployTo(game, 1)
  await expect(look(game)).rejects.toThrow('the disk is gone')
  expect(game.warnings).toEqual(['The leaderboards could not be built: the disk is gone'])
  journal.read = read
  await look(game)
  expectSameTexts(textsOf(game), await countedAnew(journal, boardDesign()))
})

test('a game that stops waits for no build', async () => {
  const { game, reached, release } = await heldGame(boardDesign([]), boardDesign())
  await deployTo(game, 1)
  const looked = look(game)
  await reached
  const closed = game.runtime.close(new StorageError('The game has stopped'))
  release()
  await Promise.all([expect(looked).rejects.toThrow('The game has stopped'), closed])
  expect(game.runtime.state.boards.byId.size).toBe(0)
  expect(game.warnings).toEqual([])
})

test('a game that stops waits for no snapshot that a build begins from', async () => {
  const earlier = await gameOf(boardDesign([]), boardDesign())
  await (await begun(earlier)).goOn(300)
  const { parts, ...place } = beginSnapshot(earlier)()
  await earlier.journal.dropBefore(200)
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let given = 0
  const slowly: typeof parts = async function* () {
    for await (const part of parts()) {
      given += 1
      yield part
      reached.resolve()
      await released.promise
    }
  }
  const checkpoint = { ...place, parts }
  const boards = { ...earlier.boards, checkpoints: async () => [{ ...place, parts: slowly }] }
  const game = await recovered({ ...earlier, boards }, checkpoint)
  await deployTo(game, 1)
  const looked = expect(look(game)).rejects.toThrow('The game has stopped')
  await reached.promise
  const closed = game.runtime.close(new StorageError('The game has stopped'))
  released.resolve()
  await Promise.all([looked, closed])
  expect(given).toBe(2)
  expect(game.warnings).toEqual([])
})

test('a board is built with what each change met by the design of its moment', async () => {
  const rich = (start: string): Design =>
    boardDesign([board('top', { requires: score('gold', 'ge', '5') })], {
      metrics: [point('xp'), set('badges', ['Fan']), point('gold', { default: start })],
    })
  const game = await gameOf(rich('0'), rich('10'), rich('0'))
  const life = await begun(game)
  for (const which of [1, 0, 1, 0]) {
    await life.goOn(60)
    await deployTo(game, which)
  }
  await life.goOn(30)
  const counted = textsOf(game)
  expect(counted.join()).toContain('score')
  dropBoard(game.runtime.state.boards, 'top')
  await look(game, ['top'])
  expectSameTexts(textsOf(game), counted)
  const again = await recovered(game)
  dropBoard(again.runtime.state.boards, 'top')
  await look(again, ['top'])
  expectSameTexts(textsOf(again), counted)
  await deployTo(again, 1)
  expect(again.runtime.state.boards.byId.get('top')?.requires).toBe(game.designs[1]?.leaderboards.get('top')?.requires)
})

test('the files of a board that a design has no longer are removed while the game goes on', async () => {
  const game = await gameOf(boardDesign(), boardDesign(allBoards.slice(0, 1)))
  const { runtime, boards } = game
  await (await begun(game)).goOn(400)
  await allInFiles(runtime.state)
  const files = (id: string) =>
    (runtime.state.boards.byId.get(id)?.cycles ?? []).flatMap(({ finished }) => finished.map(({ file }) => file ?? ''))
  const [gone, left] = [files('clubs'), files('top')]
  expect(gone.length).toBeGreaterThan(0)
  await deployTo(game, 1)
  await turnsPass(20)
  const isThere = async (file: string) =>
    (await boards.archive.read(file)[Symbol.asyncIterator]().next()).done === false
  for (const file of gone) await expect(isThere(file)).rejects.toThrow('is missing')
  for (const file of left) expect(await isThere(file)).toBe(true)
})

/** Asks for a board once. */
const waitFor = (id: string): GameWalk<null, string> => ({
  kind: 'walk',
  name: 'test.wait',
  *walk() {
    yield { board: id }
    return 'looked again'
  },
})
