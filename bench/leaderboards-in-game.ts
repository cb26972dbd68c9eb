import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { accessToken } from './access-token.ts'
import { besideRedis } from './beside-redis.ts'
import { threeDigits, type Effort, type Row } from './figure.ts'
import { benchSource, playerId } from './game.ts'
import { Job, runJob } from './job.ts'
import { median } from './paired.ts'
import { serveProject, writeProject } from './served.ts'

const WARM_MS = 200
/** Requests that the load takes in turn. */
const REQUESTS = 1000
/** Takes players far from one another. */
const STRIDE = 7919

const { leaderboards: boards } = benchSource

/** Pages that are read over HTTP, each with the page of a sorted set that it is compared with. */
const PAGES = [
  { what: 'a page of 11 around a player', query: (id: string) => `&entity_id=${id}&radius=5`, peer: 'page' },
  { what: 'the top 10', query: () => '&limit=10', peer: 'first-page' },
] as const

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
    rows.push(...(await pageRows(effort, game, isLargest, redis)))
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

async function additionRows({ directory, players }: BoardGame): Promise<Row[]> {
  const found = await runJob('board-addition', { directory, players })
  return [
    {
      what: `from a design with ${boards.length} boards more to their first answers, ${players} players with a history`,
      value: found.readyMs,
      unit: 'ms',
      notes: { 'plays meanwhile': found.plays },
    },
    {
      what: 'longest wait of a play meanwhile, without garbage collection',
      value: found.longestPlayOfOursMs,
      unit: 'ms',
      goal: { most: 50 },
      notes: {
        'with it, ms': threeDigits(found.longestPlayMs),
        'median play, ms': threeDigits(found.medianPlayMs),
        'longest collection, ms': threeDigits(found.longestCollectionMs),
        'longest turn of the loop without it, ms': threeDigits(found.longestMs),
      },
    },
  ]
}

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

async function pageRows(
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
    for (const { what, query, peer } of PAGES) {
      const targets = Array.from({ length: REQUESTS }, (_, i) => targetOf(playerId((i * STRIDE) % players), query))
      await checkPage(port, targets[0] ?? '', authorization, players)
      const requests = targets.map((target) => getText(target, authorization))
      const burst = async (): Promise<number> => {
        const { answered, ms } = await load.run({ port, requests, connections: 1, warmMs: WARM_MS, countMs: burstMs })
        return (ms * 1000) / answered
      }
      const row = await besideRedis(pairs, {
        what: `${what} over HTTP`,
        to: `${players} players`,
        instead: 'one ZREVRANGE call',
        goal: isLargest ? { least: 0.5 } : undefined,
        burst,
        redis: redis && (async () => (await redis.run({ what: peer, size: players, ms: burstMs })).us),
      })
      rows.push(row)
    }
  } finally {
    await load.stop()
    await stop()
  }
  return rows
}

const targetOf = (id: string, query: (id: string) => string): string =>
  `/v2/runtime/leaderboards/points?cycle=alltime&player_id=${id}${query(id)}`

/** Waits until the board is there, and looks that it shows everybody. */
async function checkPage(port: number, target: string, authorization: string, players: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { authorization } })
  const text = await answer.text()
  const page = (answer.ok ? JSON.parse(text) : {}) as { data?: readonly unknown[]; total?: number }
  if (page.total !== players || !page.data?.length) throw new Error(`a page of a board is answered with ${text}`)
}

function getText(target: string, authorization: string): string {
  return `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\n\r\n`
}
