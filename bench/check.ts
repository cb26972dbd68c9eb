import type { SearchedPlays } from './check-run.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { Job } from './job.ts'
import { median, paired, rateRatio } from './paired.ts'
import { profileRows } from './profile.ts'

const PLAYERS = 1000

/** Sequences of a search have about so many plays each. */
const PLAYS_OF_SEQUENCE = 25

/** Plays of a search for violations beside the engine alone, and plays that checks watch beside others. */
export const check: Figure = {
  name: 'check',
  title: 'A search for violations of checks, and plays that ten checks watch',
  measure,
}

const perSecond = ({ plays, ms }: SearchedPlays): number => (plays / ms) * 1000

async function measure({ pairs, plays }: Effort): Promise<Row[]> {
  const [search, engine] = [new Job('check'), new Job('engine')]
  // Both are fresh, so that neither is compiled better than the other.
  const [watched, unwatched] = [new Job('engine'), new Job('engine')]
  const searched = (): Promise<SearchedPlays> => search.run({ runs: Math.ceil(plays / PLAYS_OF_SEQUENCE) })
  const playsOf = (job: Job<'engine'>, isWatched: boolean) => async (): Promise<SearchedPlays> => {
    const µs = await job.run({ players: PLAYERS, plays, isWatched })
    return { plays, ms: (µs * plays) / 1000 }
  }
  const beside = await paired(pairs, searched, playsOf(engine, false))
  const live = await paired(pairs, playsOf(watched, true), playsOf(unwatched, false))
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
    { what: 'plays a second, with ten live checks / without', ...rateRatio(live, perSecond), goal: { least: 0.95 } },
    ...profileRows('a search', shares),
  ]
}
