import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod'
import type { StartRefused } from '../emulator/settings.ts'
import type { Design } from '../game/design/design.ts'
import type { GameInfo } from '../game/kernel/game-info.ts'
import { isRecord } from '../game/kernel/json-value.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { suggestion } from '../game/kernel/nearest.ts'
import { messageAt } from '../game/kernel/schema-problems.ts'
import { simulatedGame } from '../lab/lab-info.ts'
import { planned, planSimulations, seedOf, type PlannedSimulation, type Scale } from '../lab/simulate/planned.ts'
import type { SimulationReport } from '../lab/simulate/report.ts'
import { simulate } from '../lab/simulate/simulate.ts'
import { parseSimulation } from '../lab/simulate/simulation-file.ts'
import type { SimulationParts } from '../lab/simulate/simulation-schema.ts'
import { MAX_DAYS, MAX_JOBS, MAX_PLAYERS } from '../lab/simulate/simulation.ts'
import { gameSchema } from '../project/config.ts'
import { isThere } from '../project/directory.ts'
import { limitedProblems, problemText, type Problem } from '../project/problem.ts'
import { isProject, readProject, type Project } from '../project/project.ts'
import { nodeFileSystem } from '../storage/fs.ts'
import { findDesign } from './find-design.ts'
import { readOptions, refused } from './options.ts'
import type { SimulateOptions } from './simulation.ts'

/** The id of a simulation that is an object without one. */
const UNNAMED = 'simulation'

const simulationSchema = z.custom<string | SimulationParts>(
  (value) => (typeof value === 'string' ? value !== '' : isRecord(value)),
  'expected the path, the id or the name of a simulation, or an object in the form of its file',
)

// A test program can have an AbortSignal of another realm than this module.
export const signalSchema = z.custom<AbortSignal>(
  (value) => isRecord(value) && typeof value['aborted'] === 'boolean',
  'expected an AbortSignal',
)

const fields = {
  project: z.string().min(1).optional(),
  simulation: simulationSchema.optional(),
  game: gameSchema.optional(),
  players: z.int().min(1).max(MAX_PLAYERS).optional(),
  days: z.int().min(1).max(MAX_DAYS).optional(),
  randomSeed: z.string().optional(),
  jobs: z.int().min(1).max(MAX_JOBS).optional(),
  signal: signalSchema.optional(),
}

/** Runs a simulation as a test asks for it. Throws StartRefused with everything that is wrong. Spec 7.6. */
export async function runSimulation(options: SimulateOptions | null): Promise<SimulationReport> {
  const checked = readOptions('simulate', fields, options)
  const { jobs = availableParallelism(), players, days, randomSeed, signal } = checked
  const project = await findProject(checked.project)
  const { design } = await findDesign(checked.design ?? project.design)
  const { simulation } = await findSimulation(checked.simulation, design, project, { players, days })
  const game = gameWith(project, checked.game)
  return simulate({ simulation, design, game, seed: seedOf(simulation, randomSeed), jobs, signal })
}

/** Returns the game of a project with the settings of a test. */
export function gameWith({ game }: Project, settings: Readonly<Record<string, unknown>> = {}): GameInfo {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return simulatedGame({ ...game, ...Object.fromEntries(given) })
}

/** Finds the project of a test. Throws StartRefused if it does not exist or is broken. */
export async function findProject(path: string | undefined): Promise<Project> {
  const [files, cwd] = [nodeFileSystem(), resolve(path ?? '')]
  // The gamify.json of a parent would hide a directory that is misspelt.
  if (!(await isThere(files, cwd))) throw refused('The project directory does not exist', [cwd])
  // Unlike the command, a test depends on no variables of the environment.
  const project = await readProject({ files, env: {}, cwd })
  if (isProject(project)) return project
  throw refusedFiles('The project is broken', project)
}

async function findSimulation(
  wanted: string | SimulationParts | undefined,
  design: Design,
  { directory }: Project,
  scale: Scale,
): Promise<PlannedSimulation> {
  if (typeof wanted === 'object') return planned(simulationIn(wanted, design, scale), undefined, scale)
  const isPath = wanted !== undefined && /[/\\]|\.json$/.test(wanted)
  const paths = isPath ? [resolve(wanted)] : []
  const read = await planSimulations(nodeFileSystem(), { directory, design, paths, ...scale })
  if ('problems' in read) throw refusedFiles('The simulations are broken', read.problems)
  return onlyOne(read.simulations, isPath ? undefined : wanted)
}

function simulationIn(parts: SimulationParts, design: Design, { days }: Scale): PlannedSimulation['simulation'] {
  const parsed = parseSimulation(parts, design, { id: UNNAMED, days })
  if ('simulation' in parsed) return parsed.simulation
  throw refused('The simulation is broken', parsed.problems.map(messageAt))
}

/** Returns the simulation with an id or name, or the only one. */
function onlyOne(simulations: readonly PlannedSimulation[], name: string | undefined): PlannedSimulation {
  const found =
    name === undefined
      ? simulations
      : simulations.filter(({ simulation }) => [simulation.id, simulation.name].includes(name))
  const [only, ...others] = found
  if (only && others.length === 0) return only
  if (name !== undefined && !only) {
    const known = simulations.flatMap(({ simulation: { id, name: of = id } }) => [id, of])
    throw refused('The project has no such simulation', [
      `${quoted(name)}${suggestion(name, known)}`,
      `expected one of ${[...new Set(known)].map(quoted).join(', ')}`,
    ])
  }
  const ids = found.map(({ simulation: { id } }) => id)
  throw refused("The project has several simulations; choose one with the option 'simulation'", ids)
}

/** Creates the error for problems of files, with one line for each. */
export function refusedFiles(what: string, problems: readonly Problem[]): StartRefused {
  const shown = limitedProblems(problems, process.cwd())
  return refused(
    what,
    shown.map((problem) => problemText(problem, process.cwd())),
  )
}
