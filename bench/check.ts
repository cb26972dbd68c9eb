import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { accessToken } from './access-token.ts'
import type { SearchedPlays } from './check-run.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { playRequests } from './http-play.ts'
import { Job } from './job.ts'
import { tenChecks } from './live-checks.ts'
import type { BurstResult } from './load.ts'
import { median, paired, rateRatio } from './paired.ts'
import { profileRows } from './profile.ts'
import { serveGame } from './served.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const PLAYERS = 1000
const CONNECTIONS = 32
const WARM_MS = 200

/** Sequences of a search have about so many plays each. */
const PLAYS_OF_SEQUENCE = 25

/** A small part of the time of a play is measured in so many times as many bursts, each that much shorter. */
const FINENESS = 2

/** How many bursts of a server do not count, because its code is not compiled well before. */
const COLD_BURSTS = 16

/** Plays of a search for violations beside the engine alone, and plays that checks watch beside others. */
export const check: Figure = {
  name: 'check',
  title: 'A search for violations of checks, and plays that ten checks watch',
  measure,
}

const perSecond = ({ plays, ms }: SearchedPlays): number => (plays / ms) * 1000

async function measure(effort: Effort): Promise<Row[]> {
  const { pairs, plays } = effort
  const [search, engine] = [new Job('check'), new Job('engine')]
  // Both are fresh, so that neither is compiled better than the other.
  const [watched, unwatched] = [new Job('engine'), new Job('engine')]
  const searched = (): Promise<SearchedPlays> => search.run({ runs: Math.ceil(plays / PLAYS_OF_SEQUENCE) })
  const playsOf = (job: Job<'engine'>, isWatched: boolean, count: number) => async (): Promise<SearchedPlays> => {
    const µs = await job.run({ players: PLAYERS, plays: count, isWatched })
    return { plays: count, ms: (µs * count) / 1000 }
  }
  const beside = await paired(pairs, searched, playsOf(engine, false, plays))
  const few = plays / FINENESS
  const live = await paired(pairs * FINENESS, playsOf(watched, true, few), playsOf(unwatched, false, few))
  const shares = await search.profiled(searched)
  for (const job of [search, engine, watched, unwatched]) await job.stop()
  const middle = (side: 'first' | 'second'): number => Math.round(median(beside.map((pair) => perSecond(pair[side]))))
  return [
    {
      what: 'plays of a search of the starter template',
      value: middle('first'),
      unit: 'plays/s',
      goal: { least: 100_000 },
    },
    {
      what: 'plays a second, a search / the engine alone',
      ...rateRatio(beside, perSecond),
      notes: { 'plays a second of the engine': middle('second') },
    },
    await inTemporaryDirectory((directory) => overHttp(directory, effort, rateRatio(live, perSecond).value)),
    ...profileRows('a search', shares),
  ]
}

/** Plays over HTTP of a game that is watched beside one that is not, which is what users see of the cost of checks. */
async function overHttp(parent: string, { pairs, burstMs }: Effort, engineRatio: number): Promise<Row> {
  const load = new Job('load')
  const served = async (name: string, checks: readonly object[]) => {
    const directory = join(parent, name)
    mkdirSync(directory)
    const { port, stop } = await serveGame(directory, 'batch', PLAYERS, checks)
    const requests = playRequests(await accessToken(port), PLAYERS)
    const burst = { port, requests, connections: CONNECTIONS, warmMs: WARM_MS, countMs: burstMs / FINENESS }
    return { stop, play: () => load.run(burst) }
  }
  const watched = await served('watched', tenChecks)
  const unwatched = await served('unwatched', [])
  for (let i = 0; i < COLD_BURSTS; i += 1) for (const { play } of [watched, unwatched]) await play()
  const rate = ({ answered, ms }: BurstResult): number => answered / ms
  const ratio = rateRatio(await paired(pairs * FINENESS, watched.play, unwatched.play), rate)
  for (const running of [load, watched, unwatched]) await running.stop()
  return {
    what: 'plays a second over HTTP, with ten live checks / without',
    ...ratio,
    goal: { least: 0.95 },
    notes: { 'of the engine alone': Number(engineRatio.toFixed(3)) },
  }
}
