import { extname, join, resolve } from 'node:path'
import { formOf } from '../project/documented-form.ts'
import { isProblem, problemsIn, readJsonFile } from '../project/json-file.ts'
import { fileStart, type Problem } from '../project/problem.ts'
import type { Project } from '../project/project.ts'
import { parseSeedFile, seedFileSchema, type Seeds } from '../scripts/seed-file.ts'
import { usageError } from '../terminal/cli-error.ts'
import { hint } from '../terminal/hint.ts'
import { wrongConfiguration } from '../terminal/load-project.ts'
import type { Shell } from '../terminal/shell.ts'
import type { SeedFile } from './seed-problems.ts'

const directoryOf = (project: Project): string => join(project.directory, 'seeds')

/** Finds the seed files of a project. Returns an empty list if it has no directory for them. */
export async function findSeedFiles({ io }: Shell, project: Project): Promise<readonly string[]> {
  const directory = directoryOf(project)
  const files = (await io.files.list(directory)).filter((name) => extname(name) === '.json')
  return files.map((name) => join(directory, name))
}

/** Finds the seed files of a project. Throws a usage error if there are none. */
export async function seedFilesOf(shell: Shell, project: Project): Promise<readonly string[]> {
  const files = await findSeedFiles(shell, project)
  if (files.length > 0) return files
  throw usageError(
    `no seed files in ${directoryOf(project)}`,
    `name a file with ${hint(shell, 'seed FILE')}, or create one player with ${hint(shell, 'player create ID')}`,
  )
}

/** The content of seed files, each kind in order, together with the files. */
export interface ReadSeeds extends Seeds {
  readonly files: readonly SeedFile[]
}

/** Reads seed files. Throws a CliError with every problem of their form. */
export async function readSeeds({ io }: Shell, paths: readonly string[]): Promise<ReadSeeds> {
  const files: SeedFile[] = []
  const problems: Problem[] = []
  for (const path of paths) {
    const read = await readSeed(io.files, resolve(io.cwd, path))
    if ('problems' in read) problems.push(...read.problems)
    else files.push(read)
  }
  if (problems.length > 0) throw wrongConfiguration(problems, io.cwd)
  return {
    files,
    players: files.flatMap(({ seeds }) => seeds.players),
    teams: files.flatMap(({ seeds }) => seeds.teams),
    processes: files.flatMap(({ seeds }) => seeds.processes),
  }
}

/** The limits are high, because a seed file can name very many players. */
const seedLimits = { maxBytes: 16 * 1024 * 1024, maxNames: 1_000_000 }

type SeedReading = SeedFile | { readonly problems: readonly Problem[] }

async function readSeed(files: Shell['io']['files'], path: string): Promise<SeedReading> {
  const file = await readJsonFile(files, path, seedLimits)
  if (file === undefined)
    return { problems: [{ file: path, ...fileStart, message: 'no such file; expected a seed file' }] }
  if (isProblem(file)) return { problems: [file] }
  const parsed = parseSeedFile(formOf(seedFileSchema)(file.value))
  if ('players' in parsed) return { file, seeds: parsed }
  return { problems: problemsIn(file, parsed.problems) }
}
