import { accessToken } from './access-token.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { playerId } from './game.ts'
import { Job, runJob } from './job.ts'
import { paired, rateRatio } from './paired.ts'
import { requestText } from './request-text.ts'
import { serveGame } from './served.ts'
import type { SimulatedPlays } from './simulate-run.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

/** The players of a burst, who play for a month, and the players of the engine beside them. */
const PLAYERS = 2000
const DAYS = 30
const ENGINE_PLAYERS = 1000
const CONNECTIONS = 32

/** The part of the players whose memory is compared with that of all. */
const PART = 100

/** Simulated plays beside the engine alone, by more jobs, and over HTTP. */
export const simulation: Figure = {
  name: 'simulate',
  title: 'Simulated players, who play the measured game for a month',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

/** The memory of many simulated players beside that of few. It takes ten minutes. */
export const simulationMemory: Figure = {
  name: 'simulate-memory',
  title: 'The memory of many simulated players',
  measure: measureMemory,
}

const perSecond = ({ plays, ms }: SimulatedPlays): number => (plays / ms) * 1000

async function measure({ pairs, plays, burstMs }: Effort, directory: string): Promise<Row[]> {
  const [simulated, engine] = [new Job('simulate'), new Job('engine')]
  const burst = (jobs: number) => () => simulated.run({ players: PLAYERS, days: DAYS, jobs })
  const ofEngine = async (): Promise<SimulatedPlays> => {
    const µs = await engine.run({ players: ENGINE_PLAYERS, plays })
    return { plays, ms: (µs * plays) / 1000, residentBytes: 0 }
  }
  const beside = await paired(pairs, burst(1), ofEngine)
  const jobs = await paired(pairs, burst(2), burst(1))
  const overHttp = await besideHttp(directory, pairs, burst(2), burstMs)
  await simulated.stop()
  await engine.stop()
  return [
    { what: 'plays a second, one job / the engine alone', ...rateRatio(beside, perSecond), goal: { least: 0.6 } },
    { what: 'plays a second, two jobs / one job', ...rateRatio(jobs, perSecond), goal: { least: 1.7 } },
    { what: 'plays a second, two jobs / durable plays over HTTP', ...overHttp, goal: { least: 8 } },
  ]
}

/**
 * The many play the whole month: garbage grows slowly from one collection to the next, and what is counted grows with the
 * players and the days, so fewer of either would hide how much memory they need.
 */
async function measureMemory({ players }: Effort): Promise<Row[]> {
  const few = await runJob('simulate', { players: players / PART, days: DAYS, jobs: 2 })
  const many = await runJob('simulate', { players, days: DAYS, jobs: 2 })
  const notes = {
    'MB with many': Math.round(many.residentBytes / 1e6),
    'MB with few': Math.round(few.residentBytes / 1e6),
    'µs a play': Number(((many.ms * 1000) / many.plays).toFixed(2)),
  }
  return [
    {
      what: `memory over ${DAYS} days with ${players} players / with ${players / PART}`,
      value: many.residentBytes / few.residentBytes,
      unit: 'x',
      goal: { most: 1.3 },
      notes,
    },
  ]
}

async function besideHttp(
  directory: string,
  pairs: number,
  burst: () => Promise<SimulatedPlays>,
  burstMs: number,
): Promise<ReturnType<typeof rateRatio>> {
  const server = await serveGame(directory, 'batch', ENGINE_PLAYERS)
  const token = await accessToken(server.port)
  const body = JSON.stringify({ count: 1, query: false })
  const requests = Array.from({ length: ENGINE_PLAYERS }, (_, i) =>
    requestText('POST', `/v2/runtime/actions/like/play?player_id=${playerId(i)}`, token, body),
  )
  const load = new Job('load')
  const http = async (): Promise<SimulatedPlays> => {
    const { answered, ms } = await load.run({
      port: server.port,
      requests,
      connections: CONNECTIONS,
      warmMs: 200,
      countMs: burstMs,
    })
    return { plays: answered, ms, residentBytes: 0 }
  }
  const ratio = rateRatio(await paired(pairs, burst, http), perSecond)
  await load.stop()
  await server.stop()
  return ratio
}
