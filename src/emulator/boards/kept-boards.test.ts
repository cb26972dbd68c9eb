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
import { START_MS } from '../../../test/support/game-run.ts'
import {
  beginSnapshot,
  deployTo,
  newMemoryGame,
  recovered,
  type MemoryGame,
} from '../../../test/support/memory-game.ts'
import { SimulatedFileSystem } from '../../../test/support/simulated-fs.ts'
import { dataOn } from '../../../test/support/storages.ts'
import { testGame } from '../../../test/support/test-game.ts'
import { playAction } from '../../game/actions/operations.ts'
import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Board } from '../../game/leaderboards/boards.ts'
import { readBoard } from '../../game/leaderboards/operations.ts'
import { readTrend } from '../../game/leaderboards/reading/trend.ts'
import { createPlayer } from '../../game/players/administration.ts'
import type { FilePart } from '../../storage/parts-file.ts'
import { openEmulator, type Emulator } from '../emulator.ts'
import type { Runtime } from '../runtime.ts'
import type { EmulatorSettings } from '../settings.ts'

const DAY_MS = 86_400_000
const ids = allBoards.map(({ id }) => id)
const operator = { client: 'test' }
const design = boardDesign()

/** A page of a board by the day, as it is asked for where nothing is named. */
const page = {
  board: 'top',
  cycle: 'daily',
  entity: undefined,
  relative: false,
  player: undefined,
  timestamp: undefined,
  merge: [],
  detailed: false,
  team: undefined,
  scope: undefined,
  sort: 'descending',
  skip: 0,
  limit: 10,
  radius: 5,
  start: START_MS,
  end: undefined,
} as const

async function begun(runtime: Runtime, machine: { ms: number }, seed = 11): Promise<BoardLife> {
  const life = new BoardLife({ execute: (op, input, caller) => runtime.execute(op, input, caller), machine }, seed)
  await life.begin()
  return life
}

/** All that stands on boards, once the rows of every period are in memory; without what only tells where they lie. */
async function shown(runtime: Runtime): Promise<string[]> {
  await runtime.execute(lookingAt(...ids), null, operator)
  return boardTexts(runtime.state)
}

const periodsOf = ({ state }: Runtime) =>
  [...state.boards.byId.values()].flatMap(({ cycles }: Board) => cycles.flatMap(({ finished }) => finished))

/** The points that players have, and those with which they stand on the board of all time. */
const scoresOf = ({ players }: GameState): string[] =>
  players.records.flatMap((player) => JSON.stringify(player?.scores['p:xp']) ?? []).toSorted()

function scoresOn({ boards }: GameState): string[] {
  const top = boards.byId.get('top')?.cycles.find(({ cycle }) => cycle === 'alltime')?.present.all
  return (top?.rows(0, top.size) ?? []).map(({ score: held }) => JSON.stringify(held)).toSorted()
}

const filesOf = (runtime: Runtime): (string | undefined)[] => periodsOf(runtime).map(({ file }) => file)

describe('boards in a snapshot', () => {
  async function lived(...designs: readonly Design[]): Promise<{ game: MemoryGame; life: BoardLife }> {
    const game = await newMemoryGame(designs.length > 0 ? designs : [design], 'seed')
    const life = await begun(game.runtime, game.machine)
    return { game, life }
  }

  test('are those of the moment when it began, with rows of periods that lie in no file yet', async () => {
    const { game, life } = await lived()
    await life.goOn(800)
    const periods = periodsOf(game.runtime)
    expect(periods.length).toBeGreaterThan(100)
    const input = { action: 'like', count: 1, variables: {}, scopes: [], query: false }
    const play = () => game.runtime.execute(playAction, input, { client: 'test', player: 'late' })
    await game.runtime.execute(createPlayer, { id: 'late' }, operator)
    await play()
    game.machine.ms += DAY_MS
    // The entry that ends periods is not kept yet, so they are in no file.
    const ended = play()
    expect(filesOf(game.runtime)).toContain(undefined)
    const snapshot = beginSnapshot(game)
    await ended
    await life.goOn(400)
    const again = await recovered(game, snapshot())
    expectSameTexts(await shown(again.runtime), await countedAnew(game.journal, design))
    expect(again.warnings).toEqual([])
  })

  test('name the files of periods that lie in some', async () => {
    const { game, life } = await lived()
    await life.goOn(800)
    await allInFiles(game.runtime.state)
    expect(filesOf(game.runtime)).not.toContain(undefined)
    const snapshot = beginSnapshot(game)()
    const again = await recovered(game, snapshot)
    expect(periodsOf(again.runtime).map(({ rows }) => rows)).toEqual(periodsOf(game.runtime).map(() => undefined))
    expectSameTexts(await shown(again.runtime), await countedAnew(game.journal, design))
    expect(again.warnings).toEqual([])
  })

  test('are built again, and nothing is lost, where a file has gone', async () => {
    const { game, life } = await lived()
    await life.goOn(800)
    await allInFiles(game.runtime.state)
    const [lost] = filesOf(game.runtime)
    const kept = filesOf(game.runtime).filter((name) => name !== undefined && name !== lost)
    const snapshot = beginSnapshot(game)()
    await game.boards.archive.keepOnly(new Set(kept as string[]))
    const again = await recovered(game, snapshot)
    expectSameTexts(await shown(again.runtime), await countedAnew(game.journal, design))
    expect(again.warnings).toEqual([
      expect.stringMatching(
        /^The finished period .* is missing\. The leaderboard '.*' is built again from the history$/,
      ),
    ])
  })

  /** What reads of a game answer for each day of one life: pages, merged ones, and a trend. */
  async function read({ runtime, machine }: MemoryGame): Promise<unknown[]> {
    const answers: unknown[] = []
    for (let timestamp = START_MS; timestamp < machine.ms; timestamp += DAY_MS) {
      for (const merge of [[], [{ id: 'fans', cycle: 'daily' as const }]])
        answers.push(await runtime.execute(readBoard, { ...page, timestamp, merge }, operator))
    }
    for (const id of ['fans', 'top'])
      answers.push(await runtime.execute(readTrend, { ...page, board: id, entities: ['p1', 'p2'] }, operator))
    return answers
  }

  test.each(['the page', 'the trend', 'what is merged'])(
    'are built again for whoever finds a file gone: %s',
    async (first) => {
      const { game, life } = await lived()
      await life.goOn(800)
      await allInFiles(game.runtime.state)
      const wanted = await read(game)
      const snapshot = beginSnapshot(game)()
      await game.boards.archive.keepOnly(new Set())
      const again = await recovered(game, snapshot)
      const timestamp = START_MS + 2 * DAY_MS
      const merge = [{ id: 'fans', cycle: 'daily' as const }]
      const { runtime } = again
      if (first === 'the page') await runtime.execute(readBoard, { ...page, timestamp }, operator)
      if (first === 'the trend')
        await runtime.execute(readTrend, { ...page, board: 'fans', entities: ['p1'] }, operator)
      if (first === 'what is merged') await runtime.execute(readBoard, { ...page, board: 'clubs', merge: [] }, operator)
      if (first === 'what is merged') await runtime.execute(readBoard, { ...page, timestamp, merge }, operator)
      expect(await read(again)).toEqual(wanted)
      expect(JSON.stringify(wanted)).toContain('"rank":3')
      expect(again.warnings.toSorted()).toEqual([
        expect.stringMatching(
          /^The finished period fans\..* is missing\. The leaderboard 'fans' is built again from the/,
        ),
        expect.stringMatching(
          /^The finished period top\..* is missing\. The leaderboard 'top' is built again from the/,
        ),
      ])
    },
  )

  test('lose no more than the period of a file that has gone, where the history is cut', async () => {
    const { game, life } = await lived()
    await life.goOn(800)
    await allInFiles(game.runtime.state)
    const wanted = await shown(game.runtime)
    const [lost] = periodsOf(game.runtime)
    const file = lost?.file ?? ''
    const parts: FilePart[] = []
    for await (const part of game.boards.archive.read(file)) parts.push(part)
    const snapshot = beginSnapshot(game)()
    await game.journal.dropBefore(200)
    const kept = filesOf(game.runtime).filter((name) => name !== undefined && name !== file)
    await game.boards.archive.keepOnly(new Set(kept as string[]))
    const again = await recovered(game, snapshot)
    const found = await shown(again.runtime)
    const gone = wanted.filter((text) => !found.includes(text))
    expect(gone).toHaveLength(1)
    expect(found).toHaveLength(wanted.length)
    await shown(again.runtime)
    expect(again.warnings).toEqual([
      expect.stringMatching(
        /^The finished period .* is missing\. The history behind it is no longer kept, so the leaderboard '.*' is empty in the period that starts at \d{4}-.*\. Restore the file from a backup and restart$/,
      ),
    ])
    await game.boards.archive.write(file, parts)
    const whole = await recovered(game, beginSnapshot(again)())
    expectSameTexts(await shown(whole.runtime), wanted)
    expect(whole.warnings).toEqual([])
  })

  test('count what is replayed after it by the design of the moment', async () => {
    const asking = (value: string): Design =>
      boardDesign([board('top', { requires: score('xp', 'ge', value) }), board('all')])
    const { game, life } = await lived(asking('3'), asking('9'), asking('3'))
    await life.goOn(200)
    const snapshot = beginSnapshot(game)
    await life.goOn(200)
    await deployTo(game, 1)
    await life.goOn(200)
    const again = await recovered(game, snapshot())
    for (const { runtime } of [game, again]) await runtime.execute(lookingAt('top', 'all'), null, operator)
    expectSameTexts(boardTexts(again.runtime.state), await countedAnew(game.journal, asking('9')))
    expectSameTexts(boardTexts(game.runtime.state), boardTexts(again.runtime.state))
    expect(boardTexts(again.runtime.state)).not.toEqual(await countedAnew(game.journal, asking('3')))
  })
})

test('entries after a snapshot are judged by the design that was in force then', async () => {
  const requires = score('gold', 'ge', '5')
  const rich = (start: string): Design =>
    boardDesign([board('top', { requires })], {
      metrics: [point('xp'), set('badges', ['Fan']), point('gold', { default: start })],
    })
  const game = await newMemoryGame([rich('0'), rich('10'), rich('0')], 'seed')
  const life = await begun(game.runtime, game.machine)
  const snapshot = beginSnapshot(game)
  for (const which of [1, 0]) {
    await life.goOn(60)
    await deployTo(game, which)
  }
  const counted = boardTexts(game.runtime.state)
  expect(counted.join()).toContain('score')
  const again = await recovered(game, snapshot())
  expectSameTexts(boardTexts(again.runtime.state), counted)
})

test('a board that asks for something begins empty where the history is cut, with what comes then', async () => {
  const asking = boardDesign([board('fans', { requires: score('xp', 'ge', '100000') }), board('top')])
  const game = await newMemoryGame([boardDesign([]), asking], 'seed')
  const life = await begun(game.runtime, game.machine)
  await life.goOn(500)
  await game.journal.dropBefore(300)
  await deployTo(game, 1)
  const from = game.runtime.state.seq
  await game.runtime.execute(lookingAt('fans', 'top'), null, operator)
  const { byId } = game.runtime.state.boards
  expect(byId.get('fans')?.cycles.map(({ present }) => present.all.size)).toEqual([0, 0])
  expect(byId.get('top')?.cycles[1]?.present.all.size).toBeGreaterThan(0)
  expect(byId.get('fans')?.from).toBe(from)
})

test('a game in memory that has let go of its history has new boards with the scores that players have', async () => {
  const game = await newMemoryGame([boardDesign([]), design], 'seed')
  const life = await begun(game.runtime, game.machine)
  await life.goOn(500)
  await game.journal.dropBefore(300)
  await deployTo(game, 1)
  const looked = game.runtime.execute(lookingAt(...ids), null, operator)
  for (let i = 0; i < 20; i += 1) {
    await life.goOn(10)
    await new Promise(setImmediate)
  }
  await looked
  await life.goOn(100)
  const { state } = game.runtime
  expect(scoresOn(state)).toEqual(scoresOf(state))
  expect(scoresOf(state).length).toBeGreaterThan(3)
})

describe('a game on disk', () => {
  let starts = 0

  async function start(files: SimulatedFileSystem, settings: Partial<EmulatorSettings> = {}) {
    starts += 1
    const machine = { ms: START_MS }
    const warnings: string[] = []
    const emulator = await openEmulator({
      game: testGame('boards'),
      clients: [],
      program: 'test',
      design,
      machineNow: () => machine.ms,
      warn: (message) => void warnings.push(message),
      data: { ...dataOn(files, starts), limits: { segmentBytes: 20_000, checkpointEntries: 300 } },
      ...settings,
    })
    await emulator.ready
    return { emulator, runtime: emulator.runtime('staging'), machine, warnings }
  }

  const inBoards = (files: SimulatedFileSystem) => files.list('data/staging/boards')

  async function damageOne(files: SimulatedFileSystem): Promise<void> {
    const [name = ''] = await inBoards(files)
    const path = `data/staging/boards/${name}`
    const text = String(await files.readFile(path)).replace('"rankings":[[', '"rankings":[["x",0],[')
    await (await files.open(path, 'replace')).write(Buffer.from(text), 0)
  }

  const wantedOf = async ({ runtime }: { readonly runtime: Runtime }, emulator?: Emulator): Promise<string[]> => {
    const texts = await shown(runtime)
    await emulator?.stop()
    return texts
  }

  test.each<[string, (files: SimulatedFileSystem) => Promise<unknown>, readonly RegExp[]]>([
    ['with its last snapshot', async () => {}, []],
    [
      'without snapshots',
      async (files) => {
        for (const name of await files.list('data/staging/snapshots'))
          await files.unlink(`data/staging/snapshots/${name}`)
      },
      [],
    ],
    [
      'without the files of periods',
      async (files) => {
        for (const name of await inBoards(files)) await files.unlink(`data/staging/boards/${name}`)
      },
      ids.map(() => /is built again from the history$/),
    ],
    ['with a damaged file', damageOne, [/cannot be used: it is damaged\..*is built again from the history$/]],
  ])('has the same boards after a start %s', async (_name, change, warned) => {
    const files = new SimulatedFileSystem()
    const first = await start(files)
    await (await begun(first.runtime, first.machine)).goOn(900)
    await allInFiles(first.runtime.state)
    const wanted = await wantedOf(first, first.emulator)
    expect(await inBoards(files)).toHaveLength(periodsOf(first.runtime).length)
    await change(files)
    const again = await start(files)
    expectSameTexts(await wantedOf(again, again.emulator), wanted)
    expect(again.warnings).toEqual(warned.map((words) => expect.stringMatching(words) as unknown))
  })

  test('has the same boards after it was killed, and goes on', async () => {
    const files = new SimulatedFileSystem()
    const first = await start(files)
    const life = await begun(first.runtime, first.machine)
    for (let i = 0; i < 30; i += 1) {
      await life.goOn(30)
      await new Promise(setImmediate)
    }
    const wanted = await wantedOf(first)
    const again = await start(files.crash('some'))
    expectSameTexts(await wantedOf(again), wanted)
    await (await begun(again.runtime, again.machine, 5)).goOn(300)
    const more = await wantedOf(again, again.emulator)
    expect(more).not.toEqual(wanted)
  })

  test('keeps the files of its boards where a start is refused', async () => {
    const files = new SimulatedFileSystem()
    const first = await start(files)
    await (await begun(first.runtime, first.machine)).goOn(300)
    await allInFiles(first.runtime.state)
    await first.emulator.stop()
    const names = await inBoards(files)
    expect(names.length).toBeGreaterThan(10)
    for (const name of await files.list('data/designs'))
      await (await files.open(`data/designs/${name}`, 'replace')).write(Buffer.from('{"x":'), 0)
    await expect(start(files, { design: boardDesign([board('other')]) })).rejects.toThrow('is damaged')
    expect(await inBoards(files)).toEqual(names)
  })

  test('removes files that its boards name no more', async () => {
    const files = new SimulatedFileSystem()
    const first = await start(files)
    await (await begun(first.runtime, first.machine)).goOn(300)
    await allInFiles(first.runtime.state)
    await first.emulator.stop()
    expect((await inBoards(files)).some((name) => name.startsWith('clubs.'))).toBe(true)
    const { emulator, runtime } = await start(files, { design: boardDesign([board('all')]) })
    await runtime.execute(lookingAt('all'), null, operator)
    const boards = async () => new Set((await inBoards(files)).map((name) => name.slice(0, name.indexOf('.'))))
    await expect.poll(boards).toEqual(new Set(['all']))
    await emulator.stop()
    expect(await boards()).toEqual(new Set(['all']))
  })

  test('that keeps its history for some days only has new boards with the scores that players have', async () => {
    const files = new SimulatedFileSystem()
    const more = { keepMs: 3 * 86_400_000 }
    const first = await start(files, { ...more, design: boardDesign([]) })
    const life = await begun(first.runtime, first.machine)
    await life.goOn(2500)
    await first.emulator.stop()
    const again = await start(files, more)
    for await (const { seq } of again.runtime.history({ until: { seq: 2000 } })) expect(seq).toBeGreaterThan(500)
    const texts = await shown(again.runtime)
    expect(scoresOn(again.runtime.state)).toEqual(scoresOf(again.runtime.state))
    expect(scoresOf(again.runtime.state).length).toBeGreaterThan(3)
    await again.emulator.stop()
    const third = await start(files, more)
    expectSameTexts(await wantedOf(third, third.emulator), texts)
  })
})

test('a design whose metric is another does not show what was kept of a board', async () => {
  const other = boardDesign([board('top', { metric: { id: 'gold', type: 'point' } })], {
    metrics: [point('xp'), point('gold')],
    actions: [],
  })
  const game = await newMemoryGame([boardDesign([board('top')]), other], 'seed')
  await (await begun(game.runtime, game.machine)).goOn(100)
  await deployTo(game, 1)
  await game.runtime.execute(lookingAt('top'), null, operator)
  expect(game.runtime.state.boards.byId.get('top')?.cycles.map(({ present }) => present.all.size)).toEqual([0, 0])
})
