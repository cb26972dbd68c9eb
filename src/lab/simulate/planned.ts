import type { Design } from '../../game/design/design.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import type { Problem } from '../../project/problem.ts'
import type { Project } from '../../project/project.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { builtInSimulation } from './built-in.ts'
import { findSimulations, readSimulations } from './read-simulations.ts'
import { withDays, withPlayers } from './scaled.ts'
import type { Simulation } from './simulation.ts'

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
  /** The number of expectations that are left out, because they are about days after the last one. */
  readonly leftOut: number
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
  return { simulations: sound.map(({ simulation, file }) => planned(simulation, file, scale)) }
}

/** Returns a simulation with the numbers of players and days that are wanted. */
export function planned(simulation: Simulation, file: string | undefined, { players, days }: Scale): PlannedSimulation {
  const scaled = players === undefined ? simulation : withPlayers(simulation, players)
  const shortened = days === undefined ? scaled : withDays(scaled, days)
  return { simulation: shortened, file, leftOut: scaled.expect.length - shortened.expect.length }
}

/** Returns the game of a simulation. It has no time of creation, so that reports do not depend on the machine. */
export function simulatedGame(game: Project['game']): GameInfo {
  return { ...game, created: 0 }
}

/** Returns the seed of a simulation: by default its id, so that renaming the project changes no report. */
export function seedOf({ id }: Simulation, seed: string | undefined): string {
  return seed ?? id
}
