import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFault } from '../../src/game/kernel/fault.ts'
import { DAY_MS } from '../../src/game/kernel/instant.ts'
import type { Paged } from '../../src/game/kernel/page.ts'
import { cycles } from '../../src/game/leaderboards/cycle.ts'
import { readBoard, type BoardEntry, type BoardInput } from '../../src/game/leaderboards/operations.ts'
import { readTrend, type Trend } from '../../src/game/leaderboards/reading/trend.ts'
import {
  acts,
  beginBoards,
  boardAct,
  boardDesign,
  happens,
  naiveDesigns,
  players,
  scopeIds,
  teams,
  type BoardAct,
} from '../support/board-game.ts'
import { GameRun } from '../support/game-run.ts'
import { NaiveBoard, naiveStart, type NaiveDesign, type NaiveRow } from '../support/naive-board.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

/** What is looked at after each few acts, of every board; `back` are days before now, and some after it. */
const look = fc.record({
  cycle: fc.constantFrom(...cycles),
  back: fc.option(fc.integer({ min: -2, max: 500 }), { nil: undefined }),
  sort: fc.constantFrom('ascending' as const, 'descending' as const),
  skip: fc.nat(7),
  limit: fc.constantFrom(0, 1, 3, 10, Number.MAX_SAFE_INTEGER),
  around: fc.option(fc.nat(9), { nil: undefined }),
  radius: fc.nat(4),
  group: fc.nat(3),
  merge: fc.array(fc.record({ other: fc.nat(20), cycle: fc.constantFrom(...cycles) }), { maxLength: 2 }),
})
/** As far as trends are looked at: the naive board sorts everybody for each day. */
const TREND_MS = 40 * DAY_MS
type Look = typeof look extends fc.Arbitrary<infer T> ? T : never

const life = fc.noBias(
  fc.array(fc.oneof({ weight: 6, arbitrary: boardAct }, { weight: 1, arbitrary: look }), {
    minLength: 10,
    maxLength: 80,
    size: 'max',
  }),
)
const isLook = (step: BoardAct | Look): step is Look => 'radius' in step

/** The team or custom scope whose part is looked at, of boards that have several. */
function groupOf({ scope }: NaiveDesign, pick: number): string {
  if (scope === 'custom') return scopeIds[pick % scopeIds.length] ?? ''
  return scope === 'team_instance' ? (teams[pick % 2] ?? '') : ''
}

/** Everybody that there ever is, of the kind that a board ranks, and somebody that there is not. */
const everybody = ({ entities }: NaiveDesign): readonly string[] => [
  ...(entities === 'players' ? players : teams),
  'nobody',
]

class Looking {
  readonly #run: GameRun
  readonly #look: Look
  readonly #now: number
  readonly #naives = new Map<string, NaiveBoard>()

  constructor(run: GameRun, asked: Look) {
    this.#run = run
    this.#look = asked
    this.#now = Math.max(run.at, run.state.at)
  }

  check(design: NaiveDesign): void {
    const { skip, limit, radius, sort, around, group, cycle, back, merge } = this.#look
    const part = groupOf(design, group)
    if (design.scope === 'team_instance' && !this.#hasTeam(part)) return
    const atMs = Math.min(this.#now, this.#now - (back ?? 0) * DAY_MS)
    const others = this.#merged(design, merge)
    const names = everybody(design)
    const entity = around === undefined ? undefined : names[around % names.length]
    const answer = this.#read({
      board: design.id,
      cycle,
      team: part,
      scope: part,
      sort,
      skip,
      limit,
      entity,
      relative: false,
      player: undefined,
      radius,
      timestamp: back === undefined ? undefined : this.#now - back * DAY_MS,
      merge: others.map(({ id, cycle: name }) => ({ id, cycle: name as 'daily' })),
      detailed: false,
    })
    const rows = this.#naive(design).rows(naiveStart(cycle, atMs), part)
    expect(answer.total).toBe(rows.length)
    const scores = others.map((other) => this.#naive(other).rows(naiveStart(other.cycle, atMs), groupOf(other, group)))
    const ordered = sort === 'ascending' ? rows.toReversed() : rows
    const page = entity === undefined ? ordered.slice(skip, skip + limit) : aroundOf(ordered, entity, radius)
    expect(answer.data.map(shown), `${design.id} ${cycle}`).toEqual(
      page.map((row) => merged(design.id, row, others, scores)),
    )
    if (cycle !== 'alltime' && back !== undefined) this.#checkTrend(design, part, atMs)
  }

  #checkTrend(design: NaiveDesign, part: string, startMs: number): void {
    const { cycle } = this.#look
    const names = everybody(design)
    const first = Math.max(naiveStart(cycle, startMs), this.#now - TREND_MS)
    const input = { board: design.id, cycle, team: part, scope: part, entities: names, start: first, end: this.#now }
    const trends = this.#run.execute(readTrend, input as never, { client: 'test' }).result as readonly Trend[]
    if (isFault(trends)) throw new Error(`${design.id}: ${JSON.stringify(trends)}`)
    const naive = this.#naive(design)
    for (const [place, { date }] of (trends[0]?.data ?? []).entries()) {
      const rows = naive.rows(Date.parse(date), part)
      const stood = names.map((name) => rows.find(({ id }) => id === name))
      const points = stood.map((row) => (row ? { date, score: row.score, rank: row.rank } : { date, rank: -1 }))
      expect(trends.map(({ data }) => data[place])).toEqual(points)
    }
    expect(trends[0]?.data.at(-1)?.date).toBe(new Date(naiveStart(cycle, this.#now)).toISOString().slice(0, 10))
    expect(trends[0]?.data[0]?.date).toBe(new Date(naiveStart(cycle, first)).toISOString().slice(0, 10))
  }

  /** Boards that can be merged into one: others of the same kind, which are read by the same team or scope. */
  #merged(into: NaiveDesign, merge: Look['merge']): readonly NaiveDesign[] {
    return merge.flatMap(({ other, cycle }) => {
      const all = naiveDesigns(cycle)
      const board = all[other % all.length]
      const fits = board && board.id !== into.id && board.entities === into.entities
      return fits && groupOf(board, this.#look.group) === groupOf(into, this.#look.group) ? [board] : []
    })
  }

  #naive(design: NaiveDesign): NaiveBoard {
    const name = `${design.id} ${design.cycle}`
    const known = this.#naives.get(name) ?? new NaiveBoard(design, this.#run.entries.values())
    this.#naives.set(name, known)
    return known
  }

  #hasTeam(id: string): boolean {
    const { teams: all } = this.#run.state
    return all.records.some((team) => team?.id === id && team.definition === 'guild')
  }

  #read(input: BoardInput): Paged<BoardEntry> {
    const { result } = this.#run.execute(readBoard, input, { client: 'test' })
    if (isFault(result)) throw new Error(`${input.board}: ${JSON.stringify(result)}`)
    return result
  }
}

function aroundOf(rows: readonly NaiveRow[], id: string, radius: number): readonly NaiveRow[] {
  const place = rows.findIndex((row) => row.id === id)
  return place < 0 ? [] : rows.slice(Math.max(0, place - radius), place + radius + 1)
}

const shown = (entry: BoardEntry) => ({
  id: 'player' in entry ? entry.player.id : entry.team.id,
  score: entry.score,
  rank: entry.rank,
})

/** A row as it should be shown beside those of other boards. */
function merged(
  board: string,
  { id, score, rank }: NaiveRow,
  others: readonly NaiveDesign[],
  scores: readonly (readonly NaiveRow[])[],
) {
  if (others.length === 0) return { id, score, rank }
  const beside = others.flatMap((other, i) => [other.id, scores[i]?.find((row) => row.id === id)?.score ?? '0'])
  return { id, score: [board, score, ...beside], rank }
}

function begun(): GameRun {
  const run = new GameRun(boardDesign)
  beginBoards(run)
  return run
}

test('random games come to all that boards are for', () => {
  const seen = new Map<string, number>()
  for (const steps of fc.sample(life, { numRuns: 400, seed: 1 })) {
    const run = begun()
    for (const step of steps)
      if (!isLook(step) && happens(run, step)) seen.set(step.what, (seen.get(step.what) ?? 0) + 1)
  }
  expect(acts.filter((what) => what !== 'clock' && (seen.get(what) ?? 0) < 10)).toEqual([])
})

test('every board shows, whatever is asked of it, what sorting everybody comes to', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(life, (steps) => {
      const run = begun()
      for (const step of steps) {
        if (!isLook(step)) happens(run, step)
        else for (const design of naiveDesigns(step.cycle)) new Looking(run, step).check(design)
      }
    }),
    runs(150),
  )
})
