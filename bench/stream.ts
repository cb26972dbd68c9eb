import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { accessToken } from './access-token.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { playerId } from './game.ts'
import { Job } from './job.ts'
import { median, rateRatio, paired } from './paired.ts'
import { requestText } from './request-text.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const STREAMS = 10_000
/** Players who have no stream, and play. */
const PLAYERS = 1000
const FIRST_PLAYS = 500
const CONNECTIONS = 32
const WARM_MS = 200
/** Files that a process has open beside its streams. */
const OTHER_FILES = 256

/** Streams of notifications: how soon they tell, what each of them holds, and what they cost those who play. */
export const stream: Figure = {
  name: 'stream',
  title: `Streams of notifications: ${STREAMS} of them open over WebSockets`,
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs, burstMs }: Effort, directory: string): Promise<Row[]> {
  const count = Math.min(STREAMS, openFiles() - OTHER_FILES)
  const few = count < STREAMS ? { note: `only ${count} streams: the limit of open files (ulimit -n) is too low` } : {}
  const [without, server] = [new Job('server', ['--expose-gc']), new Job('server', ['--expose-gc'])]
  const clients = new Job('stream-clients')
  const load = new Job('load')
  const serve = (job: typeof server, name: string) => {
    mkdirSync(join(directory, name))
    return job.run({ what: 'serve', directory: join(directory, name), players: count + PLAYERS })
  }
  const { port: emptyPort } = await serve(without, 'without')
  const { port } = await serve(server, 'with')
  await clients.run({ what: 'open', port, from: 0, count: 1 })
  const before = await server.run({ what: 'memory' })
  await clients.run({ what: 'open', port, from: 1, count: count - 1 })
  const after = await server.run({ what: 'memory' })
  const plays = Math.min(FIRST_PLAYS, count)
  const { answerMs, noticeMs } = await clients.run({ what: 'play', port, from: 0, count: plays })
  const burst = async (at: number) => {
    const requests = await playsOf(at, count)
    return () => load.run({ port: at, requests, connections: CONNECTIONS, warmMs: WARM_MS, countMs: burstMs })
  }
  const bursts = await paired(pairs, await burst(port), await burst(emptyPort))
  for (const job of [load, clients, server, without]) await job.stop()
  const perSecond = ({ answered, ms }: { readonly answered: number; readonly ms: number }) => (answered / ms) * 1000
  return [
    {
      what: 'from a play to its notification on an open stream, median',
      value: median(noticeMs),
      unit: 'ms',
      notes: { 'ms to the answer of the play': Number(median(answerMs).toFixed(2)), ...few },
    },
    {
      what: 'from a play to its notification / to its answer',
      value: median(noticeMs.map((ms, i) => ms / (answerMs[i] ?? ms))),
      unit: 'x',
    },
    {
      what: 'memory of an idle stream',
      value: (after.bytes - before.bytes) / (count - 1),
      unit: 'B',
      notes: { 'resident bytes': Math.round((after.resident - before.resident) / (count - 1)) },
    },
    {
      what: `plays with ${count} open streams / without, ${CONNECTIONS} connections`,
      ...rateRatio(bursts, perSecond),
      goal: { least: 0.9 },
      notes: { 'plays a second': Math.round(median(bursts.map(({ first }) => perSecond(first)))) },
    },
  ]
}

/** How many files a process may have open. */
const openFiles = (): number => Number(execFileSync('sh', ['-c', 'ulimit -n']).toString()) || Infinity

/** Plays of those who have no stream. */
async function playsOf(port: number, from: number): Promise<string[]> {
  const authorization = await accessToken(port)
  return Array.from({ length: PLAYERS }, (_, i) =>
    requestText(
      'POST',
      `/v2/runtime/actions/like/play?player_id=${playerId(from + i)}`,
      authorization,
      JSON.stringify({ count: 1, query: false }),
    ),
  )
}
