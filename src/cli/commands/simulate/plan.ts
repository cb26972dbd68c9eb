import { relative, resolve } from 'node:path'
import type { Design } from '../../../game/design/design.ts'
import type { GameInfo } from '../../../game/kernel/game-info.ts'
import { builtInSimulation } from '../../../lab/simulate/built-in.ts'
import { findSimulations, readSimulations as readFiles } from '../../../lab/simulate/read-simulations.ts'
import { withDays, withPlayers } from '../../../lab/simulate/scaled.ts'
import { MAX_DAYS, MAX_PLAYERS } from '../../../lab/simulate/simulation-schema.ts'
import type { Simulation } from '../../../lab/simulate/simulation.ts'
import { isThere } from '../../../project/directory.ts'
import { isBroken, loadDesign } from '../../../project/load-design.ts'
import { limitedProblems } from '../../../project/problem.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { loadProject, wrongConfiguration } from '../../../terminal/load-project.ts'
import { counted } from '../../../terminal/render/quantities.ts'
import type { Shell } from '../../../terminal/shell.ts'

/** The limits of the flags. */
export { MAX_DAYS, MAX_PLAYERS }
export const MAX_JOBS = 256

/** A simulation, and the file that it comes from. */
export interface PlannedSimulation {
  readonly simulation: Simulation
  /** The path as messages show it; undefined for the built-in simulation. */
  readonly file: string | undefined
}

/** What is simulated, and how. */
export interface Plan {
  readonly design: Design
  readonly game: GameInfo
  readonly simulations: readonly PlannedSimulation[]
  /** The seed of `--random-seed`. */
  readonly seed: string | undefined
  readonly jobs: number
}

/** The flags that decide what is simulated. */
interface PlanFlags {
  readonly files: readonly string[]
  readonly design: string | undefined
  readonly players: number | undefined
  readonly days: number | undefined
  readonly randomSeed: string | undefined
  readonly jobs: number
}

/** Reads the design and the simulations. Throws a CliError that lists what is wrong with them. */
export async function planOf(
  shell: Shell,
  { files, design: named, players, days, randomSeed, jobs }: PlanFlags,
): Promise<Plan> {
  const project = await loadProject(shell)
  const directory = named === undefined ? project.design : resolve(shell.io.cwd, named)
  if (!(await isThere(shell.io.files, directory)))
    throw usageError(`no design directory ${directory}`, `run 'gamify init' to create a project, or add --design <dir>`)
  const design = await loadDesign(shell.io.files, directory)
  if (isBroken(design)) throw wrongConfiguration(design, shell.io.cwd)
  const read = await readSimulations(shell, project.directory, files, design)
  const simulations = read.map(({ simulation, file }) => {
    const scaled = players === undefined ? simulation : withPlayers(simulation, players)
    return { simulation: days === undefined ? scaled : shortened(shell, scaled, days), file }
  })
  // The game is created when the simulation begins, so that its reports do not depend on the machine.
  const game = { ...project.game, created: 0 }
  return { design, game, simulations, seed: randomSeed, jobs }
}

function shortened(shell: Shell, simulation: Simulation, days: number): Simulation {
  const shorter = withDays(simulation, days)
  const left = simulation.expect.length - shorter.expect.length
  if (left > 0)
    shell.note(
      `${counted(left, 'expectation is', 'expectations are')} about later days and left out of '${simulation.id}'`,
    )
  return shorter
}

/**
 * Reads the named simulations, or all of the project; without any, resolves to the built-in one. Throws a CliError that
 * lists all problems of all files.
 */
async function readSimulations(
  { io }: Shell,
  project: string,
  named: readonly string[],
  design: Design,
): Promise<readonly PlannedSimulation[]> {
  const paths = named.length > 0 ? named.map((path) => resolve(io.cwd, path)) : await findSimulations(io.files, project)
  if ('message' in paths) throw wrongConfiguration([paths], io.cwd)
  if (paths.length === 0) return [{ simulation: builtInSimulation(design), file: undefined }]
  const read = await readFiles(io.files, paths, design)
  const problems = read.flatMap((each) => ('problems' in each ? each.problems : []))
  if (problems.length > 0) throw wrongConfiguration(limitedProblems(problems, io.cwd), io.cwd)
  return read.flatMap((each) =>
    'problems' in each ? [] : [{ simulation: each.simulation, file: relative(io.cwd, each.file) }],
  )
}

/** Returns the seed of a simulation: by default its id, so that renaming the project changes no report. */
export function seedOf({ seed }: Plan, { id }: Simulation): string {
  return seed ?? id
}
