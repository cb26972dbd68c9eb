import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventId } from '../../src/game/kernel/ids.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { revertEvents } from '../../src/game/players/revert.ts'
import type { WhatIfReport } from '../../src/lab/what-if/report.ts'
import { formatSum } from '../../src/storage/checksum.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { openGame, serve, START_MS, type TestGame } from '../support/http.ts'
import { entriesOf, got, likeDesign, operator, play, type PlayedGame } from '../support/played-game.ts'
import { runHere } from './in-process.ts'

const DAY_MS = 86_400_000
const DAYS = 90

const FORGOTTEN = 20
const FORGETTING = 66
const BEFORE_BASE = 40

/** The days whose plays are undone, by the day on which they are. */
const UNDONE = new Map([
  [FORGETTING, FORGOTTEN],
  [82, BEFORE_BASE],
  [89, 88],
])

let cwd: string
let game: TestGame
/** The entries of the plays, by their days. */
const seqs: number[] = []

const whatIf = (...args: readonly string[]) => runHere(['what-if', ...args], { cwd, env: { GAMIFY_URL: game.url } })
const asked = async (...args: readonly string[]): Promise<WhatIfReport> => {
  const { stdout, stderr } = await whatIf('--json', ...args)
  expect(stderr).toBe('')
  return JSON.parse(stdout) as WhatIfReport
}

async function writeDesign(directory: string, value: string): Promise<void> {
  const [metrics, actions, leaderboards] = ['metrics', 'actions', 'leaderboards'].map((kind) => join(directory, kind))
  for (const kind of [metrics, actions, leaderboards]) await mkdir(kind!, { recursive: true })
  const {
    metrics: [xp],
    actions: [like],
    leaderboards: [top],
  } = likeDesign
  const other = JSON.parse(JSON.stringify(like).replace('"value":"10"', `"value":"${value}"`)) as unknown
  for (const [path, part] of [
    [`${metrics}/xp.json`, xp],
    [`${actions}/like.json`, other],
    [`${leaderboards}/top.json`, top],
  ])
    await writeFile(path as string, JSON.stringify(part))
}

/** A game of many days keeps the last ones. On two of the days, the play of an earlier day is undone. */
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gamify-what-if-kept-'))
  await writeFile(join(cwd, 'gamify.json'), JSON.stringify({ game: { id: 'contract' } }))
  await writeDesign(join(cwd, 'design'), '10')
  await writeDesign(join(cwd, 'other'), '4')
  let machineMs = START_MS
  const limits = { segmentBytes: 1000, checkpointEntries: 20 }
  const data = { files: nodeFileSystem(), directory: join(cwd, '.gamify'), limits }
  const settings = { keepMs: 30 * DAY_MS, machineNow: () => machineMs, now: undefined, freeze: undefined }
  const emulator = await openGame({ design: likeDesign, data, ...settings })
  await emulator.ready
  const runtime = emulator.runtime('staging')
  got(await runtime.execute(createPlayer, { id: 'neo' }, operator))
  const ids: string[] = []
  for (let day = 1; day <= DAYS; day += 1) {
    machineMs += DAY_MS
    const { chain } = runtime.state
    got(await play(runtime))
    ids[day] = eventId({ at: runtime.state.at, seq: runtime.state.seq, chain }, 0)
    seqs[day] = runtime.state.seq
    const undone = UNDONE.get(day)
    if (undone !== undefined)
      got(await runtime.execute(revertEvents, { id: 'neo', eventIds: [ids[undone] ?? ''] }, operator))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  game = await serve(emulator)
})
afterAll(async () => {
  await game.stop()
  await rm(cwd, { recursive: true, maxRetries: 5 })
})

/**
 * How much less neo has under the other design, if the entries from `since` on are decided again. The revert of a play that
 * is no longer kept sets the recorded score.
 */
function lossFrom(since: number): number {
  const days = [...seqs.keys()].filter((day) => day > FORGETTING && (seqs[day] ?? 0) >= since)
  const undone = [...UNDONE].filter(([, day]) => days.includes(day))
  return 6 * (days.length - undone.length)
}

describe('a history whose first entries are dropped', () => {
  test('is decided again from the oldest stored state on', async () => {
    const own = await asked()
    const [oldest] = await entriesOf(game.emulator.runtime('staging') as PlayedGame)
    // Some of the plays that were undone are no longer kept, and others are kept but led to the state.
    expect(oldest?.seq).toBeGreaterThan(seqs[FORGOTTEN] ?? 0)
    expect(own.since).toBeGreaterThan(seqs[BEFORE_BASE] ?? Infinity)
    expect([own.changed, own.commands.refused_now]).toEqual([0, {}])
    const other = await asked('other')
    const { before, after } = other.metrics['xp']?.total ?? {}
    expect(before).toBe(String((DAYS - UNDONE.size) * 10))
    expect(after).toBe(String(Number(before) - lossFrom(other.since)))
  })

  test('is the same in an export and in a data directory', async () => {
    const report = await asked('other')
    const { code } = await runHere(['state', 'export', 'game.ndjson'], { cwd, env: { GAMIFY_URL: game.url } })
    expect(code).toBe(0)
    expect(await asked('other', '--from', 'game.ndjson')).toEqual(report)
    await cp(join(cwd, '.gamify'), join(cwd, 'copy'), { recursive: true })
    await rm(join(cwd, 'copy', 'lock'), { recursive: true })
    expect(await asked('other', '--data', 'copy')).toEqual(report)
  })

  test('can begin later, and not earlier', async () => {
    const { since } = await asked('other')
    const later = await asked('other', '--since', String(since + 5))
    expect([later.since, later.metrics['xp']?.most_lost?.[0]?.by]).toEqual([since + 5, `-${lossFrom(since + 5)}`])
    expect(await whatIf('other', '--since', String(since - 1))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`entry ${since} is the first one that can be decided again`),
    })
  })

  test('is refused if the file does not have that state', async () => {
    expect((await runHere(['state', 'export', 'game.ndjson'], { cwd, env: { GAMIFY_URL: game.url } })).code).toBe(0)
    const lines = (await readFile(join(cwd, 'game.ndjson'), 'utf8')).split('\n').slice(0, -2)
    const without = lines.filter((line) => !line.startsWith('{"base":')).map((line) => `${line}\n`)
    expect(without.length).toBeLessThan(lines.length)
    const footer = JSON.stringify({ lines: without.length, sum: formatSum(crc32(without.join(''))) })
    await writeFile(join(cwd, 'without.ndjson'), `${without.join('')}${footer}\n`)
    const { code, stderr } = await whatIf('other', '--from', 'without.ndjson')
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringMatching(/Line \d+: older entries are no longer kept, .* Serve the game from a data directory/),
    ])
  })

  test('can be imported, and then begins where it was imported', async () => {
    const env = { GAMIFY_URL: game.url }
    const { seq } = game.emulator.runtime('staging').state
    expect((await runHere(['state', 'export', 'game.ndjson'], { cwd, env })).code).toBe(0)
    expect((await runHere(['state', 'import', 'game.ndjson', '--yes'], { cwd, env })).code).toBe(0)
    expect((await asked('other')).since).toBeGreaterThan(seq)
  })
})
