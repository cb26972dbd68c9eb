import { basename, dirname, relative } from 'node:path'
import type { Design } from '../../game/design/design.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { isProblem, problemsAt, problemsIn, readJsonFile, type JsonFile } from '../../project/json-file.ts'
import { problemAt, type Position, type Problem } from '../../project/problem.ts'
import type { FileSystem } from '../../storage/fs.ts'
import { labFiles } from '../lab-files.ts'
import { parseSimulation, type SimulationSettings } from './simulation-file.ts'
import type { Simulation } from './simulation.ts'

/** A simulation of a file with the places of its expectations, or the problems of the file. */
export type SimulationReading =
  | { readonly file: string; readonly simulation: Simulation; readonly places: readonly Position[] }
  | { readonly file: string; readonly problems: readonly Problem[] }

/**
 * Finds the simulation files of a project, sorted by name, or returns the problem of their directory. Returns an empty
 * list if there is no directory. Spec 7.1.
 */
export function findSimulations(files: FileSystem, project: string): Promise<readonly string[] | Problem> {
  return labFiles(files, project, 'simulations')
}

/** Reads simulation files, given by absolute paths, in their order. Each must have its own id. */
export async function readSimulations(
  files: FileSystem,
  paths: readonly string[],
  design: Design,
  settings: Omit<SimulationSettings, 'id'> = {},
): Promise<readonly SimulationReading[]> {
  const readings: SimulationReading[] = []
  const fileById = new Map<string, string>()
  for (const path of paths) {
    const read = await readSimulation(files, path, design, settings)
    const other = 'json' in read ? fileById.get(read.simulation.id) : undefined
    if (!('json' in read)) readings.push(read)
    else if (other !== undefined) readings.push(repeated(read, other))
    else {
      const { file, json, simulation } = read
      fileById.set(simulation.id, path)
      const places = json.positionsOf(simulation.expect.map((_, i) => ['expect', i]))
      readings.push({ file, simulation, places })
    }
  }
  return readings
}

/** A simulation with its file. */
interface ReadSimulation {
  readonly file: string
  readonly json: JsonFile
  readonly simulation: Simulation
}

async function readSimulation(
  files: FileSystem,
  file: string,
  design: Design,
  settings: Omit<SimulationSettings, 'id'>,
): Promise<ReadSimulation | { readonly file: string; readonly problems: readonly Problem[] }> {
  const json = await readJsonFile(files, file)
  if (json === undefined) return { file, problems: [problemAt(file, 'no such file; expected a simulation')] }
  if (isProblem(json)) return { file, problems: [json] }
  const parsed = parseSimulation(json.value, design, { ...settings, id: basename(file, '.json') })
  if ('problems' in parsed) return { file, problems: problemsIn(json, parsed.problems) }
  return { file, json, simulation: parsed.simulation }
}

function repeated({ file, json, simulation: { id } }: ReadSimulation, other: string): SimulationReading {
  const name = relative(dirname(file), other)
  const message = `the id ${quoted(id)} is already used by ${quoted(name)}; give ${quoted(basename(file))} another 'id'`
  return { file, problems: problemsAt([{ file: json, path: ['id'], message }]) }
}
