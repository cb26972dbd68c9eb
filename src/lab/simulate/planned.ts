import type { Design } from '../../game/design/design.ts'
import { fileStart, type Position, type Problem } from '../../project/problem.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { builtInSimulation } from './built-in.ts'
import { findSimulations, readSimulations } from './read-simulations.ts'
import type { Expectation, Group, Simulation } from './simulation.ts'

/** The numbers of players and days instead of those of a simulation. */
export interface Scale {
  readonly players?: number | undefined
  readonly days?: number | undefined
}

/** A simulation that is ready to be played. */
export interface PlannedSimulation {
  readonly simulation: Simulation
  /** The absolute path of its file; undefined if it comes from none. */
  readonly file: string | undefined
  /** The expectations that are left out, because they are about days after the last one. */
  readonly leftOut: readonly Expectation[]
  /** The places of the expectations in the file. */
  readonly places?: ReadonlyMap<Expectation, Position>
}

/** Where simulations are read from, and how many players and days they have. */
interface Wanted extends Scale {
  /** The directory of the project. */
  readonly directory: string
  readonly design: Design
  /** The absolute paths of files; all in `simulations/` of the project if there are none. */
  readonly paths: readonly string[]
}

/** The simulations that were read, or all problems of all files. */
export type Planning =
  | { readonly simulations: readonly PlannedSimulation[] }
  | { readonly problems: readonly Problem[] }

/**
 * Reads simulations. Resolves to the built-in one if no file is wanted and the project has none. Spec 7.1.
 */
export async function planSimulations(
  files: FileSystem,
  { directory, design, paths, ...scale }: Wanted,
): Promise<Planning> {
  const found = paths.length > 0 ? paths : await findSimulations(files, directory)
  if ('message' in found) return { problems: [found] }
  if (found.length === 0) return { simulations: [planned(builtInSimulation(design), undefined, scale)] }
  const read = await readSimulations(files, found, design, { days: scale.days })
  const problems = read.flatMap((each) => ('problems' in each ? each.problems : []))
  if (problems.length > 0) return { problems }
  const sound = read.flatMap((each) => ('problems' in each ? [] : [each]))
  return {
    simulations: sound.map(({ simulation, file, places }) => ({
      ...planned(simulation, file, scale),
      places: new Map(simulation.expect.map((each, i) => [each, places[i] ?? fileStart])),
    })),
  }
}

/** Returns a simulation with the numbers of players and days that are wanted. */
export function planned(simulation: Simulation, file: string | undefined, { players, days }: Scale): PlannedSimulation {
  const scaled = players === undefined ? simulation : withPlayers(simulation, players)
  const shortened = days === undefined ? scaled : withDays(scaled, days)
  return { simulation: shortened, file, leftOut: scaled.expect.filter((each) => !shortened.expect.includes(each)) }
}

/** Returns the seed of a simulation: by default its id, so that renaming the project changes no report. */
export function seedOf({ id }: Simulation, seed: string | undefined): string {
  return seed ?? id
}

/**
 * Returns a simulation with this number of players in all. The groups keep their shares as well as whole numbers allow, by
 * largest remainder, and have at least one player each, so more groups than players exceed the number. Spec 7.1 `--players`.
 */
function withPlayers(simulation: Simulation, players: number): Simulation {
  const { groups } = simulation
  const sizes = groups.map((group) => group.players)
  const small = smallOnes(sizes, players)
  const large = [...groups.keys()].filter((index) => !small.has(index))
  const [all, rest] = [sum(large.map((index) => sizes[index] ?? 0)), players - small.size]
  // Products of whole numbers, so that equal remainders are exactly equal.
  const shares = large.map((index) => ({ index, share: (sizes[index] ?? 0) * rest }))
  const counts = new Map(shares.map(({ index, share }) => [index, Math.floor(share / all)]))
  const byRemainder = shares.toSorted((a, b) => (b.share % all) - (a.share % all))
  for (const { index } of byRemainder.slice(0, rest - sum([...counts.values()])))
    counts.set(index, (counts.get(index) ?? 0) + 1)
  return { ...simulation, groups: groups.map((group, i): Group => ({ ...group, players: counts.get(i) ?? 1 })) }
}

/** Returns the groups that have one player because their share is less. They leave fewer for the others. */
function smallOnes(sizes: readonly number[], players: number): ReadonlySet<number> {
  const small = new Set<number>()
  for (let before = -1; before < small.size;) {
    before = small.size
    const all = sum(sizes.filter((_, index) => !small.has(index)))
    const rest = players - before
    for (const [index, size] of sizes.entries()) if (size * rest < all) small.add(index)
  }
  return small
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** Returns a simulation with this number of days, without the expectations of later days. */
function withDays(simulation: Simulation, days: number): Simulation {
  const expect = simulation.expect.filter((expectation) => dayOf(expectation) <= days)
  return { ...simulation, days, expect }
}

/** Returns the day that an expectation is about; 0 for the last one. */
function dayOf(expectation: Expectation): number {
  if ('day' in expectation) return expectation.day
  return 'by_day' in expectation ? (expectation.by_day ?? 0) : 0
}
