import { expect, test } from 'vitest'
import { board, boardDesign, BoardLife, boardTexts, replayed } from '../../../test/support/board-life.ts'
import { newMemoryGame } from '../../../test/support/memory-game.ts'
import type { GameState } from '../../game/game-state.ts'
import { dropBoard, type FinishedPeriod, type Rankings } from '../../game/leaderboards/boards.ts'
import { finishedRanking } from '../../game/leaderboards/reading/finished.ts'
import type { FinishedRequest } from '../../game/leaderboards/reading/reading.ts'
import type { Ranking } from '../../game/ranking/ranking.ts'
import { memoryBoardArchive } from '../../storage/board-archive.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'
import { finishedPeriods, PeriodArchiver } from './period-archiver.ts'

const design = boardDesign([board('top'), board('arena', { scope: { type: 'custom' } })])

/** A game whose boards have many periods that lie in no file. */
async function lived(): Promise<GameState> {
  const { runtime, machine, journal: lives } = await newMemoryGame([design], 'seed')
  const life = new BoardLife({ execute: (op, input, caller) => runtime.execute(op, input, caller), machine }, 3)
  await life.begin()
  await life.goOn(400)
  return replayed(lives, design)
}

const requestsOf = ({ boards }: GameState): FinishedRequest[] =>
  [...boards.byId.values()].flatMap((of) =>
    of.cycles.flatMap((cycle) => cycle.finished.map((finished) => ({ finished, of }))),
  )

const periodsOf = (state: GameState): FinishedPeriod[] => requestsOf(state).map(({ finished }) => finished)

const journal = new MemoryJournal()

const rowsIn = ({ rows }: FinishedPeriod): number =>
  rows ? [...rows.groups.values()].reduce((sum, group) => sum + group.size, rows.all.size) : 0

const rowsInMemory = (state: GameState): number => periodsOf(state).reduce((sum, period) => sum + rowsIn(period), 0)

test('all periods go to files, and the rows of those that were looked at last stay in memory', async () => {
  const state = await lived()
  const wanted = boardTexts(state)
  const all = rowsInMemory(state)
  const archive = memoryBoardArchive()
  const shelf = new PeriodArchiver({ state, archive, generation: 1, journal, warn: () => {}, rowsInMemory: 20 })
  shelf.start()
  await shelf.settled()
  const periods = periodsOf(state)
  expect(new Set(periods.map(({ file }) => file)).size).toBe(periods.length)
  expect(all).toBeGreaterThan(100)
  expect(rowsInMemory(state)).toBeLessThanOrEqual(20)
  expect(rowsInMemory(state)).toBeGreaterThan(0)
  const requests = requestsOf(state)
  const [first, second] = requests as [FinishedRequest, FinishedRequest]
  await shelf.load(first)
  await shelf.load(second)
  await shelf.load(first)
  for (const other of requests.slice(2)) {
    await shelf.load(other)
    await shelf.load(first)
    expect(rowsInMemory(state)).toBeLessThanOrEqual(20)
  }
  expect(first.finished.rows).toBeDefined()
  expect(second.finished.rows).toBeUndefined()
  const roomy = new PeriodArchiver({ state, archive, generation: 1, journal, warn: () => {} })
  for (const request of requests) await roomy.load(request)
  expect(boardTexts(state)).toEqual(wanted)
})

test('what cannot be written is told, stays in memory, and is tried again when the next period ends', async () => {
  const state = await lived()
  const kept = memoryBoardArchive()
  let isFull = true
  const write: typeof kept.write = async (name, parts) => {
    if (isFull) throw new Error('the disk is full')
    await kept.write(name, parts)
  }
  const warnings: string[] = []
  const shelf = new PeriodArchiver({
    state,
    archive: { ...kept, write },
    generation: 1,
    journal,
    warn: (text) => void warnings.push(text),
  })
  shelf.start()
  await shelf.settled()
  const periods = periodsOf(state)
  expect(warnings).toEqual(['the disk is full'])
  expect(periods.every(({ rows, file }) => rows && file === undefined)).toBe(true)
  isFull = false
  shelf.onEntry()
  await shelf.settled()
  expect(periods.some(({ file }) => file !== undefined)).toBe(false)
  const [{ finished: period, of: board } = {} as FinishedRequest] = requestsOf(state)
  state.boards.ended.push({ board, cycle: 'daily', period })
  shelf.onEntry()
  await shelf.settled()
  expect(periods.every(({ file }) => file !== undefined)).toBe(true)
})

test('one that can never be written keeps no other in memory', async () => {
  const state = await lived()
  const kept = memoryBoardArchive()
  let refused: string | undefined
  const write: typeof kept.write = async (name, parts) => {
    refused ??= name
    if (name === refused) throw new Error('the name is too long')
    await kept.write(name, parts)
  }
  const shelf = new PeriodArchiver({ state, archive: { ...kept, write }, generation: 1, journal, warn: () => {} })
  shelf.start()
  await shelf.settled()
  shelf.archiveEnded()
  await shelf.settled()
  const periods = periodsOf(state)
  expect(periods.length).toBeGreaterThan(20)
  expect(periods.filter(({ file }) => file === undefined)).toHaveLength(1)
})

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'a period that ends %d steps after another one was written is written, too',
  async (steps) => {
    const state = await lived()
    const [first, second, ...rest] = [...finishedPeriods(state.boards)]
    if (!first || !second) throw new Error('there are periods')
    for (const { period } of [second, ...rest]) period.file = 'elsewhere'
    const kept = memoryBoardArchive()
    const end = async (): Promise<void> => {
      for (let i = 0; i < steps; i++) await Promise.resolve()
      second.period.file = undefined
      state.boards.ended.push(second)
      shelf.archiveEnded()
    }
    let ended: Promise<void> | undefined
    const write: typeof kept.write = async (name, parts) => {
      await kept.write(name, parts)
      ended ??= end()
    }
    const shelf = new PeriodArchiver({ state, archive: { ...kept, write }, generation: 1, journal, warn: () => {} })
    shelf.start()
    await shelf.settled()
    await ended
    await shelf.settled()
    expect(second.period.file).toMatch(/^top|^arena/)
  },
)

test('a game that stops waits for the file that is being written, and for no other', async () => {
  const state = await lived()
  const kept = memoryBoardArchive()
  const [began, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const write: typeof kept.write = async (name, parts) => {
    began.resolve()
    await released.promise
    await kept.write(name, parts)
  }
  const shelf = new PeriodArchiver({ state, archive: { ...kept, write }, generation: 1, journal, warn: () => {} })
  shelf.start()
  await began.promise
  const closed = shelf.close()
  released.resolve()
  await closed
  const periods = periodsOf(state)
  expect(periods.length).toBeGreaterThan(20)
  expect(periods.filter(({ file }) => file !== undefined)).toHaveLength(1)
  expect(periods.every(({ rows }) => rows)).toBe(true)
  shelf.archiveEnded()
  await shelf.settled()
  expect(periods.filter(({ file }) => file !== undefined)).toHaveLength(1)
})

test('rankings that were made again are there for the next read, count as rows in memory, and go with them', async () => {
  const state = await lived()
  const shelf = new PeriodArchiver({
    state,
    archive: memoryBoardArchive(),
    generation: 1,
    journal,
    warn: () => {},
    rowsInMemory: 40,
  })
  shelf.start()
  await shelf.settled()
  state.boards.departures += 1
  const made = (): number =>
    periodsOf(state).reduce((sum, { adjusted: remade }) => sum + (remade?.get(null)?.ranking.size ?? 0), 0)
  const read = ({ finished, of }: FinishedRequest): Ranking | undefined => {
    const steps = finishedRanking(state, of.definition, finished, finished.rows as Rankings, null)
    for (let step = steps.next(new Map()); ; step = steps.next(new Map())) if (step.done === true) return step.value
  }
  const requests = requestsOf(state).filter(({ of }) => of.definition.id === 'top')
  for (const request of requests) {
    await shelf.load(request)
    const ranking = read(request)
    await shelf.load(request)
    expect(ranking).not.toBe(request.finished.rows?.all)
    expect(read(request)).toBe(ranking)
    expect(rowsInMemory(state) + made()).toBeLessThanOrEqual(40)
  }
  expect(made()).toBeGreaterThan(10)
  const [last] = requests.slice(-1) as [FinishedRequest]
  const before = read(last)
  state.boards.departures += 1
  expect(read(last)).not.toBe(before)
})

test('files that no board names any more are removed once that is kept, and those that were read are let go of', async () => {
  const state = await lived()
  const archive = memoryBoardArchive()
  const settled = Promise.withResolvers<void>()
  const shelf = new PeriodArchiver({
    state,
    archive,
    generation: 1,
    journal: { failure: undefined, settled: () => settled.promise },
    warn: () => {},
  })
  shelf.start()
  await shelf.settled()
  const [gone, left] = ['top', 'arena'].map((id) => requestsOf(state).filter(({ of }) => of.definition.id === id))
  dropBoard(state.boards, 'top')
  shelf.tidy()
  await new Promise((resolve) => setTimeout(resolve, 20))
  const [first] = gone as [FinishedRequest]
  for await (const { name } of archive.read(first.finished.file ?? '')) expect(name).toMatch('board')
  settled.resolve()
  await shelf.settled()
  for (const { finished } of gone ?? [])
    await expect(
      archive
        .read(finished.file ?? '')
        [Symbol.asyncIterator]()
        .next(),
    ).rejects.toThrow('is missing')
  for (const request of left ?? []) {
    request.finished.rows = undefined
    await shelf.load(request)
  }
})
