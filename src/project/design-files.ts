import { dirname, extname, join, basename } from 'node:path'
import { nearest } from '../game/kernel/nearest.ts'
import { pathText } from '../game/kernel/schema.ts'
import { kinds, type DesignProblem, type DesignSource, type Kind } from '../game/design/source.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { isProblem, problemIn, readJsonFile, type JsonFile } from './json-file.ts'
import { fileStart, problemText, type Problem } from './problem.ts'

/** A design as it was found in files. */
export interface DesignFiles {
  readonly source: DesignSource
  /** What is wrong with the files themselves; the rest of the design can be looked at all the same. */
  readonly problems: readonly Problem[]
  /** Where in the files a problem of the design stands; undefined for one that only an unreadable file has caused. */
  where(problem: DesignProblem): Promise<Problem | undefined>
}

/** A component and where it was found. What stands in for the content of an unreadable file has no file. */
interface Found {
  readonly component: unknown
  readonly file: JsonFile | undefined
  /** Leads from the file's value to the component. */
  readonly path: readonly number[]
}

/** What there is of a kind, or of the bootstrap. */
interface Reading {
  readonly found: readonly Found[]
  readonly problems: readonly Problem[]
}

/** Reads `<kind>/*.json`, one component a file or an array of them, and `bootstrap.json`. Spec 6.1. */
export async function readDesignFiles(files: FileSystem, directory: string): Promise<DesignFiles> {
  const readings = new Map<DesignProblem['kind'], Reading>()
  for (const kind of kinds) readings.set(kind, await readKind(files, directory, kind))
  readings.set('bootstrap', await readBootstrap(files, directory))

  const foundOf = (kind: DesignProblem['kind']): readonly Found[] => readings.get(kind)?.found ?? []
  const components = (kind: Kind): readonly unknown[] => foundOf(kind).map(({ component }) => component)
  return {
    source: {
      metrics: components('metrics'),
      actions: components('actions'),
      processes: components('processes'),
      teams: components('teams'),
      rules: components('rules'),
      leaderboards: components('leaderboards'),
      bootstrap: foundOf('bootstrap')[0]?.component ?? {},
    },
    problems: [
      ...(await misspeltNames(files, directory)),
      ...[...readings.values()].flatMap(({ problems }) => problems),
    ],
    where: async ({ kind, index, path, message }) => {
      const found = foundOf(kind)[index]
      const what = path.length === 0 ? message : `${pathText(path)}: ${message}`
      return found?.file && (await problemIn(found.file, [...found.path, ...path], what))
    },
  }
}

async function readBootstrap(files: FileSystem, directory: string): Promise<Reading> {
  const file = await readJsonFile(files, join(directory, 'bootstrap.json'))
  if (file === undefined) return { found: [], problems: [] }
  if (isProblem(file)) return { found: [{ component: {}, file: undefined, path: [] }], problems: [file] }
  return { found: [{ component: file.value, file, path: [] }], problems: [] }
}

async function readKind(files: FileSystem, directory: string, kind: Kind): Promise<Reading> {
  const names = await namesIn(files, join(directory, kind))
  if ('message' in names) return { found: [], problems: [names] }
  const all: Found[] = []
  const problems: Problem[] = []
  // Hidden files are those of editors and systems.
  for (const name of names.filter((each) => extname(each) === '.json' && !each.startsWith('.'))) {
    const file = await readJsonFile(files, join(directory, kind, name))
    if (file === undefined) continue
    if (isProblem(file)) problems.push(file)
    all.push(...(isProblem(file) ? [standIn(name)] : componentsOf(file)))
  }
  const { found, repeated } = await withoutRepetitions(all, dirname(directory))
  return { found: found.toSorted(byId), problems: [...problems, ...repeated] }
}

/** What others refer to is most likely there, behind what keeps the file from being read: a component of its name. */
function standIn(fileName: string): Found {
  return { component: { id: basename(fileName, '.json') }, file: undefined, path: [] }
}

function componentsOf(file: JsonFile): Found[] {
  const { value } = file
  if (!Array.isArray(value)) return [{ component: value, file, path: [] }]
  return value.map((component: unknown, place) => ({ component, file, path: [place] }))
}

/** Takes each id once, and tells of the others, naming both places. */
async function withoutRepetitions(
  all: readonly Found[],
  project: string,
): Promise<{ found: readonly Found[]; repeated: readonly Problem[] }> {
  const first = new Map<string, Found>()
  const found: Found[] = []
  const repeated: Problem[] = []
  for (const one of all) {
    const id = idOf(one)
    const other = id === undefined ? undefined : first.get(id)
    if (id === undefined || other === undefined) {
      found.push(one)
      if (id !== undefined) first.set(id, one)
    } else if (one.file !== undefined && other.file !== undefined) {
      const there = await problemIn(other.file, [...other.path, 'id'], 'expected an id of its own')
      const message = `the id '${id}' is taken by ${problemText(there, project)}`
      repeated.push(await problemIn(one.file, [...one.path, 'id'], message))
    }
  }
  return { found, repeated }
}

function idOf({ component }: Found): string | undefined {
  const id = typeof component === 'object' && component !== null && 'id' in component ? component.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** By id, so that how a design is spread over files makes no difference; what has none keeps its place at the end. */
function byId(a: Found, b: Found): number {
  const [idA, idB] = [idOf(a), idOf(b)]
  if (idA === idB) return 0
  if (idA === undefined || idB === undefined) return idA === undefined ? 1 : -1
  return idA < idB ? -1 : 1
}

/** Names in the design directory that nothing reads, but that are all but the name of something that is read. */
async function misspeltNames(files: FileSystem, directory: string): Promise<readonly Problem[]> {
  const names = await namesIn(files, directory)
  if ('message' in names) return [names]
  const known = [...kinds, 'bootstrap.json', 'images']
  return names.flatMap((name) => {
    const meant = known.includes(name) ? undefined : nearest(name, known)
    if (meant === undefined) return []
    return [{ file: join(directory, name), ...fileStart, message: `nothing reads this, expected '${meant}'` }]
  })
}

/** The names in a directory; none where there is no such directory. */
async function namesIn(files: FileSystem, directory: string): Promise<readonly string[] | Problem> {
  try {
    return await files.list(directory)
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return { file: directory, ...fileStart, message: 'is a file, expected a directory' }
    return {
      file: directory,
      ...fileStart,
      message: `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}
