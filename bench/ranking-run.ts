import type { Amount } from '../src/game/kernel/decimal.ts'
import { Ranking } from '../src/game/ranking/ranking.ts'
import { BoardLoad, RADIUS, TOP_ROWS, type BoardUse } from './board-load.ts'
import { playerId } from './game.ts'

/**
 * How scores are spread: nearly each its own; a hundred in all; with thirty digits, nearly each next to its own double; with
 * thirty digits, many next to the same double.
 */
export type Spread = 'distinct' | 'few' | 'long' | 'close'

/** To fill a ranking, or to use it so often. */
export type RankingTold =
  | { readonly what: 'fill'; readonly size: number; readonly spread: Spread }
  | { readonly what: BoardUse; readonly calls: number }

const FEW = 100
const DIGITS = 30
/** Scores that are close begin with one of so many starts; where they differ else a double sees nothing. */
const STARTS = 1000

const amountOf: Record<Spread, (score: number) => Amount> = {
  distinct: (score) => score,
  few: (score) => score % FEW,
  long: (score) => String(1_000_000_000 + score).padEnd(DIGITS, '1'),
  close: (score) => `${STARTS + (score % STARTS)}${String(score).padStart(DIGITS - 4, '0')}`,
}

interface Filled {
  readonly ranking: Ranking
  readonly load: BoardLoad
  readonly ids: readonly string[]
  readonly spread: Spread
  seq: number
}

let filled: Filled | undefined

/** A ranking in this process; gives the time of a call in µs. What it reads it gives as ids, scores and ranks. */
export async function run(told: RankingTold): Promise<number> {
  if (told.what === 'fill') filled = fill(told.size, told.spread)
  if (!filled) throw new Error('the ranking is used before it is filled')
  if (told.what === 'fill') return 0
  const { what, calls } = told
  const uses = filled.load.next(what, calls)
  const amounts = Array.from(uses.scores, amountOf[filled.spread])
  const start = performance.now()
  const seen = useOf[what](filled, uses.entries, amounts)
  const us = ((performance.now() - start) * 1000) / calls
  if (seen === 0) throw new Error('the ranking has shown nothing')
  return us
}

function fill(size: number, spread: Spread): Filled {
  const ids = Array.from({ length: size }, (_, i) => playerId(i))
  const ranking = new Ranking((entity) => ids[entity] ?? '')
  const load = new BoardLoad(size)
  for (const [entry, score] of load.scores.entries()) ranking.put(entry, amountOf[spread](score), entry)
  return { ranking, load, ids, spread, seq: size }
}

/**
 * Each gives something that comes of every call, so that none can be left out. Plain loops, for a call of a closure takes
 * time too; one function a use, for each is compiled by itself, as the callers of a board are.
 */
const useOf: Record<BoardUse, (board: Filled, entries: Int32Array, amounts: readonly Amount[]) => number> = {
  rise: put,
  change: put,
  rank(board, entries) {
    let seen = 0
    for (const entry of entries) seen += board.ranking.rankOf(entry) ?? 0
    return seen
  },
  around(board, entries) {
    let seen = 0
    for (const entry of entries) {
      const index = board.ranking.indexOf(entry) ?? 0
      seen += page(board, index - RADIUS, index + RADIUS + 1).length
    }
    return seen
  },
  top(board, { length }) {
    let seen = 0
    for (let i = 0; i < length; i += 1) seen += page(board, 0, TOP_ROWS).length
    return seen
  },
}

function put(board: Filled, entries: Int32Array, amounts: readonly Amount[]): number {
  for (let i = 0; i < entries.length; i += 1) board.ranking.put(entries[i] ?? 0, amounts[i] ?? 0, (board.seq += 1))
  return board.ranking.size
}

function page({ ranking, ids }: Filled, from: number, to: number) {
  return ranking.rows(from, to).map(({ entity, score, rank }) => ({ id: ids[entity], score, rank }))
}
