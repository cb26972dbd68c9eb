import { beforeAll, expect, test } from 'vitest'
import { board, boardDesign } from '../../../test/support/board-life.ts'
import { newMemoryGame, type MemoryGame } from '../../../test/support/memory-game.ts'
import { playAction } from '../../game/actions/operations.ts'
import { createPlayer } from '../../game/players/administration.ts'
import type { SnapshotPart } from '../../storage/snapshot.ts'
import { soundBoards } from './state-boards.ts'
import { BadState } from './state-lines.ts'
import { stateParts } from '../snapshots/state-parts.ts'

/** More than are few to a ranking, which puts few rows into their order itself. */
const PLAYERS = 20

let game: MemoryGame
beforeAll(async () => {
  game = await newMemoryGame([boardDesign([board('top', { cycles: ['alltime'] })])], 'seed')
  for (let i = 0; i < PLAYERS; i += 1) {
    await game.runtime.execute(createPlayer, { id: `p${i}` }, { client: 'test' })
    const input = { action: i < 2 ? 'sigh' : 'like', count: PLAYERS - i, variables: {}, scopes: [], query: false }
    await game.runtime.execute(playAction, input, { client: 'test', player: `p${i}` })
  }
})

interface Rows {
  readonly scores: Float64Array
  readonly sinces: Float64Array
  readonly entities: Int32Array
}

/** What is wrong with the boards of the game once their rows are changed. */
async function problemOf(change: (rows: Rows) => void): Promise<string | undefined> {
  const { state, design } = game.runtime
  const parts = Array.from(stateParts(state), (part) => changed(part, change))
  const looked = soundBoards(each(parts), state, design, ({ part, index, problem }) => `${part}.${index} ${problem}`)
  const found = await Array.fromAsync(looked).catch((error: unknown) => error)
  return found instanceof BadState ? found.message : undefined
}

function changed(part: SnapshotPart, change: (rows: Rows) => void): SnapshotPart {
  if (part.name !== 'board-rows' || !('bytes' in part)) return part
  const bytes = part.bytes.slice()
  const count = bytes.length / 20
  change({
    scores: new Float64Array(bytes.buffer, 0, count),
    sinces: new Float64Array(bytes.buffer, count * 8, count),
    entities: new Int32Array(bytes.buffer, count * 16, count),
  })
  return { name: part.name, bytes }
}

async function* each(parts: readonly SnapshotPart[]): AsyncGenerator<SnapshotPart> {
  yield* parts
}

const swap = (column: Float64Array | Int32Array, one: number, other: number): void => {
  const kept = column[one] ?? 0
  column[one] = column[other] ?? 0
  column[other] = kept
}

test('boards are sound as the game has them', async () => {
  expect(await problemOf(() => {})).toBeUndefined()
})

test.each<[string, (rows: Rows) => void, string]>([
  ['scores in another order', ({ scores }) => swap(scores, 5, 9), 'has rows in the wrong order'],
  [
    'equal scores, the later one first',
    ({ scores, sinces }) => {
      scores[6] = scores[7] ?? 0
      swap(sinces, 6, 7)
    },
    'has rows in the wrong order',
  ],
  ['somebody twice', ({ entities }) => (entities[7] = entities[8] ?? 0), 'ranks the same player or team twice'],
  ['a large amount that is another number', ({ scores }) => (scores[0] = 77), 'has a score that is not an amount'],
  ['an infinite score', ({ scores }) => (scores[2] = Infinity), 'has a score that is not an amount'],
])('a board with %s is told', async (_, change, words) => {
  expect(await problemOf(change)).toBe(`board-rows.0 ${words}`)
})
