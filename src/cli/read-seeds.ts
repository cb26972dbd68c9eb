import { extname, join, resolve } from 'node:path'
import { pathText } from '../game/kernel/schema.ts'
import { isProblem, problemIn, readJsonFile } from '../project/json-file.ts'
import { fileStart, type Problem } from '../project/problem.ts'
import type { Project } from '../project/project.ts'
import { parseSeedFile, type SeedPlayer } from '../scripts/seed-file.ts'
import { usageError } from './cli-error.ts'
import { wrongConfiguration } from './load-project.ts'
import type { Shell } from './shell.ts'

/** Players to bring in, in order. */
export type Seeds = readonly SeedPlayer[]

/** The seed files of a project. */
export async function seedFilesOf({ io }: Shell, project: Project): Promise<readonly string[]> {
  const directory = join(project.directory, 'seeds')
  const names = (await io.files.list(directory)).filter((name) => extname(name) === '.json')
  if (names.length > 0) return names.map((name) => join(directory, name))
  throw usageError(`there are no seed files in ${directory}`, "name one: 'gamify seed FILE'")
}

/** The players of seed files, or everything that is wrong with the files. Nothing is brought in when one is wrong. */
export async function readSeeds({ io }: Shell, paths: readonly string[]): Promise<Seeds> {
  const players: SeedPlayer[] = []
  const problems: Problem[] = []
  for (const path of paths) {
    const read = await readSeed(io.files, resolve(io.cwd, path))
    if ('problems' in read) problems.push(...read.problems)
    else players.push(...read.players)
  }
  if (problems.length > 0) throw wrongConfiguration(problems, io.cwd)
  return players
}

type SeedReading = { readonly players: readonly SeedPlayer[] } | { readonly problems: readonly Problem[] }

async function readSeed(files: Shell['io']['files'], path: string): Promise<SeedReading> {
  const file = await readJsonFile(files, path)
  if (file === undefined)
    return { problems: [{ file: path, ...fileStart, message: 'no such file, expected a seed file' }] }
  if (isProblem(file)) return { problems: [file] }
  const parsed = parseSeedFile(file.value)
  if ('players' in parsed) return parsed
  const places = parsed.problems.map(({ path: place, message }) =>
    problemIn(file, place, place.length === 0 ? message : `${pathText(place)}: ${message}`),
  )
  return { problems: await Promise.all(places) }
}
