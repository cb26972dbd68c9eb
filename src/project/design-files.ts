import { dirname, extname, join, basename } from 'node:path'
import { nearest } from '../game/kernel/nearest.ts'
import { pathText } from '../game/kernel/schema.ts'
import { turns } from '../game/kernel/turns.ts'
import { kinds, type DesignProblem, type DesignSource, type Kind } from '../game/design/source.ts'
import type { FileSystem } from '../storage/fs.ts'
import { isProblem, problemIn, readJsonFile, type JsonFile } from './json-file.ts'
import { deadLink, namesIn, problemAt } from './listing.ts'
import { problemText, type Problem } from './problem.ts'

/** A design as it was found in files. */
export interface DesignFiles {
  readonly source: DesignSource
  /** What is wrong with the files themselves; the rest of the design can be looked at all the same. */
  readonly problems: readonly Problem[]
  /** The components of a kind, in order of id, and where they stand; of the bootstrap one at the most. */
  found(kind: Kind | 'bootstrap'): readonly FoundComponent[]
  /** Where in the files a problem of the design stands; undefined for one that only an unreadable file has caused. */
  where(problem: DesignProblem): Promise<ComponentProblem | undefined>
}

/** A component and where it was found. What stands in for the content of an unreadable file has no file. */
export interface FoundComponent {
  readonly component: unknown
  readonly file: JsonFile | undefined
  /** Leads from the file's value to the component. */
  readonly path: readonly number[]
}

/** What is wrong with a component, at its place in a file; `path` leads from the component to the spot. */
export interface ComponentProblem extends Problem {
  readonly kind: Kind | 'bootstrap'
  readonly id?: string
  readonly path: string
}

/** Reads a JSON file of a design, or tells why it is none; undefined where there is no such file. */
export type ReadJson = (path: string) => Promise<JsonFile | Problem | undefined>

/** What there is of a kind, or of the bootstrap. */
interface Reading {
  readonly found: readonly FoundComponent[]
  readonly problems: readonly Problem[]
}

/** So many files are open at a time: all of a usual design, each step of whose reading then takes one turn of the loop. */
const MAX_OPEN = 64

/** Reads `<kind>/*.json`, one component a file or an array of them, and `bootstrap.json`. Spec 6.1. */
export async function readDesignFiles(
  files: FileSystem,
  directory: string,
  read: ReadJson = (path) => readJsonFile(files, path),
): Promise<DesignFiles> {
  const inTurn = turns(MAX_OPEN)
  const reader = { files, directory, read: (path: string) => inTurn(() => read(path)) }
  const [unread, bootstrap, ...ofKinds] = await Promise.all([
    unreadNames(files, directory),
    readBootstrap(reader),
    ...kinds.map((kind) => readKind(reader, kind)),
  ])
  const readings = new Map<Kind | 'bootstrap', Reading>(kinds.map((kind, i) => [kind, ofKinds[i] ?? nothing]))
  readings.set('bootstrap', bootstrap)

  const found = (kind: Kind | 'bootstrap'): readonly FoundComponent[] => readings.get(kind)?.found ?? []
  const components = (kind: Kind): readonly unknown[] => found(kind).map(({ component }) => component)
  return {
    source: {
      metrics: components('metrics'),
      actions: components('actions'),
      processes: components('processes'),
      teams: components('teams'),
      rules: components('rules'),
      leaderboards: components('leaderboards'),
      bootstrap: found('bootstrap')[0]?.component ?? {},
    },
    problems: [...unread, ...[...readings.values()].flatMap(({ problems }) => problems)],
    found,
    where: async ({ kind, index, path, message, id }) => {
      const one = found(kind)[index]
      if (!one?.file) return undefined
      const what = path.length === 0 ? message : `${pathText(path)}: ${message}`
      const placed = await problemIn(one.file, [...one.path, ...path], what)
      return { ...placed, kind, ...(id === undefined ? {} : { id }), path: pathText(path) }
    },
  }
}

const nothing: Reading = { found: [], problems: [] }

interface Reader {
  readonly files: FileSystem
  readonly directory: string
  readonly read: ReadJson
}

async function readBootstrap({ directory, read }: Reader): Promise<Reading> {
  const file = await read(join(directory, 'bootstrap.json'))
  if (file === undefined) return nothing
  if (isProblem(file)) return { found: [{ component: {}, file: undefined, path: [] }], problems: [file] }
  return { found: [{ component: withoutSchema(file.value), file, path: [] }], problems: [] }
}

async function readKind({ files, directory, read }: Reader, kind: Kind): Promise<Reading> {
  const place = join(directory, kind)
  const names = await namesIn(files, place)
  if ('message' in names) return { found: [], problems: [names] }
  const jsonNames = names.filter((name) => extname(name) === '.json')
  const readListed = async (name: string) => (await read(join(place, name))) ?? deadLink(files, place, name)
  const contents = await Promise.all(jsonNames.map(readListed))
  const all = contents.flatMap((file, i) => {
    if (file === undefined) return []
    return isProblem(file) ? [standIn(jsonNames[i] ?? '')] : componentsOf(file)
  })
  const unread = names
    .filter((name) => extname(name) !== '.json')
    .map((name) => unreadProblem(place, name, A_COMPONENT))
  const problems = contents.filter((file) => file !== undefined && isProblem(file))
  const { found, repeated } = await withoutRepetitions(all, dirname(directory))
  return { found: found.toSorted(byId), problems: [...unread, ...problems, ...repeated] }
}

/** What others refer to is most likely there, behind what keeps the file from being read: a component of its name. */
function standIn(fileName: string): FoundComponent {
  return { component: { id: basename(fileName, '.json') }, file: undefined, path: [] }
}

function componentsOf(file: JsonFile): FoundComponent[] {
  const { value } = file
  if (!Array.isArray(value)) return [{ component: withoutSchema(value), file, path: [] }]
  return value.map((component: unknown, place) => ({ component: withoutSchema(component), file, path: [place] }))
}

/** What a file says to editors, by which schema to check it, is no part of the design. */
function withoutSchema(value: unknown): unknown {
  const isTold = typeof value === 'object' && value !== null && '$schema' in value && typeof value.$schema === 'string'
  if (!isTold) return value
  const { $schema: _, ...component } = value
  return component
}

/** Takes each id once, and tells of the others, naming both places. */
async function withoutRepetitions(
  all: readonly FoundComponent[],
  project: string,
): Promise<{ found: readonly FoundComponent[]; repeated: readonly Problem[] }> {
  const first = new Map<string, FoundComponent>()
  const found: FoundComponent[] = []
  const repeated: Problem[] = []
  for (const one of all) {
    const id = idOf(one.component)
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

/** The id that a component says it has; undefined where it has none. */
export function idOf(component: unknown): string | undefined {
  const id = typeof component === 'object' && component !== null && 'id' in component ? component.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** By id, so that how a design is spread over files makes no difference; what has none keeps its place at the end. */
function byId(a: FoundComponent, b: FoundComponent): number {
  const [idA, idB] = [idOf(a.component), idOf(b.component)]
  if (idA === idB) return 0
  if (idA === undefined || idB === undefined) return idA === undefined ? 1 : -1
  return idA < idB ? -1 : 1
}

const A_COMPONENT = 'a file whose name ends in .json'

/** All that is read in a design directory. */
const READ: readonly string[] = [...kinds, 'bootstrap.json', 'images']

/** JSON of others that may stand beside a design whose directory is that of the project. */
const OF_OTHERS = /^(?:gamify|package(?:-lock)?|tsconfig)\.json$/

/**
 * What stands in the design directory and is not read, but was meant to be: under a name like one that is known, as some
 * other JSON, or behind a link to nothing.
 */
async function unreadNames(files: FileSystem, directory: string): Promise<readonly Problem[]> {
  const names = await namesIn(files, directory)
  if ('message' in names) return [names]
  const problems = names.map(async (name) => {
    if (READ.includes(name)) return deadLink(files, directory, name)
    const meant = nearest(name, READ)
    if (meant !== undefined) return unreadProblem(directory, name, `'${meant}'`)
    const isStray = /\.js\w*$/i.test(name) && !OF_OTHERS.test(name)
    return isStray ? unreadProblem(directory, name, `one of ${READ.join(', ')}`) : undefined
  })
  return (await Promise.all(problems)).filter((problem) => problem !== undefined)
}

const unreadProblem = (directory: string, name: string, expected: string): Problem =>
  problemAt(join(directory, name), `nothing reads this, expected ${expected}`)
