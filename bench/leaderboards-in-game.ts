import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { accessToken } from './access-token.ts'
import { besideRedis } from './beside-redis.ts'
import { threeDigits, type Effort, type Goal, type Row } from './figure.ts'
import { benchSource, playerId } from './game.ts'
import { Job, runJob } from './job.ts'
import type { Found } from './jobs.ts'
import { median } from './paired.ts'
import type { SingleUse } from './peers/redis.ts'
import { serveProject, writeProject } from './served.ts'

const WARM_MS = 200
/** Requests that the load takes in turn. */
const REQUESTS = 1000
/** Takes players far from one another. */
const STRIDE = 7919
/** So often are boards added to a game whose plays wait for no disk. */
const ADDITIONS = 3

const { leaderboards: boards } = benchSource

/** A use of a board over HTTP, and the single call to a sorted set that it is compared with. */
interface HttpUse {
  readonly what: string
  readonly instead: string
  readonly use: SingleUse
  readonly goal?: Goal
  /** The request of a player, by id. */
  readonly request: (id: string, authorization: string) => string
}

const USES: readonly HttpUse[] = [
  {
    what: 'a play, which updates every board and is on disk when it is answered,',
    instead: 'one ZINCRBY call, which is not',
    use: 'update',
    request: playText,
  },
  { what: 'a rank', instead: 'one ZREVRANK call', use: 'place', request: pageText('&radius=0') },
  {
    what: 'a page of 11 around a player',
    instead: 'one ZREVRANGE call',
    use: 'page',
    goal: { least: 0.5 },
    request: pageText('&radius=5'),
  },
  {
    what: 'the top 10',
    instead: 'one ZREVRANGE call',
    use: 'first-page',
    goal: { least: 0.5 },
    request: (id, authorization) => getText(targetOf(id, '&limit=10'), authorization),
  },
]

/** A game in a directory of its own: a project, and its data. */
interface BoardGame {
  readonly project: string
  readonly directory: string
  readonly players: number
}

/** Games of several sizes: boards added to the history of the largest, their pages in each, what they take in the largest. */
export async function gameRows(
  effort: Effort,
  sizes: readonly number[],
  redis: Job<'redis'> | undefined,
  parent: string,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const players of sizes) {
    const game = await newGame(parent, players)
    const isLargest = players === sizes.at(-1)
    if (isLargest) rows.push(...(await additionRows(game)))
    rows.push(...(await useRows(effort, game, isLargest, redis)))
    if (isLargest) rows.push(await memoryRow(effort, game))
  }
  return rows
}

/** A game with a history that knows no boards, and a project that has them. */
async function newGame(parent: string, players: number): Promise<BoardGame> {
  const project = join(parent, `game-${players}`)
  const directory = join(project, '.gamify')
  mkdirSync(project)
  writeProject(project, benchSource)
  await runJob('board-population', { directory, players })
  return { project, directory, players }
}

/** Plays that wait for no disk tell what we hold up; the worst of several runs counts, for pauses are rare. */
async function additionRows({ directory, players }: BoardGame): Promise<Row[]> {
  const kept = await runJob('board-addition', { directory, players, durability: 'batch' })
  const runs: Addition[] = []
  for (let i = 0; i < ADDITIONS; i += 1)
    runs.push(await runJob('board-addition', { directory, players, durability: 'off' }))
  const worst = runs.reduce((most, run) => (run.longestPlayOfOursMs > most.longestPlayOfOursMs ? run : most))
  return [
    {
      what: `from a design with ${boards.length} boards more to their first answers, ${players} players with a history`,
      value: kept.readyMs,
      unit: 'ms',
      notes: { 'plays meanwhile': kept.plays },
    },
    {
      what: `longest wait of a play meanwhile, the worst of ${ADDITIONS} runs, without garbage collection and disk`,
      value: worst.longestPlayOfOursMs,
      unit: 'ms',
      goal: { most: 50 },
      notes: waits(worst),
    },
    {
      what: 'longest wait of a durable play meanwhile, without garbage collection, with what the disk takes',
      value: kept.longestPlayOfOursMs,
      unit: 'ms',
      notes: waits(kept),
    },
  ]
}

type Addition = Found<'board-addition'>

const waits = (found: Addition): NonNullable<Row['notes']> => ({
  'with it, ms': threeDigits(found.longestPlayMs),
  'median play, ms': threeDigits(found.medianPlayMs),
  'longest collection, ms': threeDigits(found.longestCollectionMs),
  'longest turn of the loop without it, ms': threeDigits(found.longestMs),
  'in which the thread worked, ms': threeDigits(found.longestWorkMs),
})

async function memoryRow({ pairs }: Effort, { directory, players }: BoardGame): Promise<Row> {
  const rankings = boards.flatMap(({ cycles }) => cycles).length
  // With boards first, which come from the snapshot that has them.
  const bytes = (await bytesOf(pairs, directory, true)) - (await bytesOf(pairs, directory, false))
  return {
    what: `memory of a player on a board for one cycle, ${players} players`,
    value: bytes / players / rankings,
    unit: 'B',
    notes: { [`B a player on ${boards.length} boards`]: threeDigits(bytes / players) },
  }
}

/** What the game takes in memory, with boards or without. */
async function bytesOf(pairs: number, directory: string, boards: boolean): Promise<number> {
  const found: number[] = []
  for (let i = 0; i < Math.ceil(pairs / 3); i += 1)
    found.push((await runJob('recovery', { directory, boards }, ['--expose-gc'])).bytes)
  return median(found)
}

async function useRows(
  { pairs, burstMs }: Effort,
  { project, players }: BoardGame,
  isLargest: boolean,
  redis: Job<'redis'> | undefined,
): Promise<Row[]> {
  const { port, stop } = await serveProject(project)
  const load = new Job('load')
  const rows: Row[] = []
  try {
    const authorization = await accessToken(port)
    await checkPage(port, targetOf(playerId(0), '&limit=10'), authorization, players)
    for (const { what, instead, use, goal, request } of USES) {
      const requests = Array.from({ length: REQUESTS }, (_, i) =>
        request(playerId((i * STRIDE) % players), authorization),
      )
      const burst = async (): Promise<number> => {
        const { answered, ms } = await load.run({ port, requests, connections: 1, warmMs: WARM_MS, countMs: burstMs })
        return (ms * 1000) / answered
      }
      const row = await besideRedis(pairs, {
        what: `${what} over HTTP`,
        to: `${players} players`,
        instead,
        goal: isLargest ? goal : undefined,
        burst,
        redis: redis && (async () => (await redis.run({ what: 'single', use, size: players, ms: burstMs })).us),
      })
      rows.push(row)
    }
  } finally {
    await load.stop()
    await stop()
  }
  return rows
}

const targetOf = (id: string, query: string): string =>
  `/v2/runtime/leaderboards/points?cycle=alltime&player_id=${id}${query}`

/** Waits until the board is there, and looks that it shows everybody. */
async function checkPage(port: number, target: string, authorization: string, players: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { authorization } })
  const text = await answer.text()
  const page = (answer.ok ? JSON.parse(text) : {}) as { data?: readonly unknown[]; total?: number }
  if (page.total !== players || !page.data?.length) throw new Error(`a page of a board is answered with ${text}`)
}

function pageText(query: string): HttpUse['request'] {
  return (id, authorization) => getText(targetOf(id, `&entity_id=${id}${query}`), authorization)
}

function getText(target: string, authorization: string): string {
  return `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\n\r\n`
}

function playText(id: string, authorization: string): string {
  const head = `POST /v2/runtime/actions/like/play?player_id=${id} HTTP/1.1\r\nhost: 127.0.0.1\r\n`
  return `${head}authorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
}
