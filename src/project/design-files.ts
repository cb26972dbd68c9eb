import { dirname, extname, join, basename } from 'node:path'
import { turns } from '../async/turns.ts'
import type { Unread } from '../game/design/design.ts'
import { compareById, idOf } from '../game/design/identity.ts'
import {
  kinds,
  MAX_COMPONENTS,
  tooManyOf,
  type DesignProblem,
  type DesignSource,
  type Kind,
} from '../game/design/source.ts'
import { quoted, shortName } from '../game/kernel/message-text.ts'
import { pathText, messageAt } from '../game/kernel/schema-problems.ts'
import type { FileSystem } from '../storage/fs.ts'
import { parseDesignFile, type Content } from './design-file.ts'
import { deadLink, namesIn } from './directory.ts'
import { isProblem, problemsAt, readBytes, type JsonFile, type Spot } from './json-file.ts'
import { problemText, type Problem, problemAt } from './problem.ts'
import { unreadNames, unreadProblem } from './unread-names.ts'

/** A design as it was read from files. */
export interface DesignFiles {
  readonly source: DesignSource
  readonly unread: Unread
  /** Problems of the files themselves. The rest of the design can be checked nevertheless. */
  readonly problems: readonly Problem[]
  /** The components of a kind and their locations, in order of id. For the bootstrap, one at most. */
  found(kind: Content): readonly FoundComponent[]
  /** Locates problems of the design in the files. */
  locate(problems: readonly DesignProblem[]): readonly ComponentProblem[]
}

/** A component and its location. A placeholder for the content of an unreadable file has no file. */
export interface FoundComponent {
  readonly component: unknown
  readonly file: JsonFile | undefined
  /** The path from the file's value to the component. */
  readonly path: readonly number[]
}

/** A problem of a component and its location in a file. `path` leads from the component to the problem. */
export interface ComponentProblem extends Problem {
  readonly kind: Content
  readonly id?: string
  readonly path: string
}

/** Reads a JSON file of a design, or returns its problem. Resolves to undefined if there is no such file. */
export type ReadJson = (path: string, content: Content) => Promise<JsonFile | Problem | undefined>

/** What was read of a kind, or of the bootstrap. */
interface Reading {
  readonly found: readonly FoundComponent[]
  readonly problems: readonly Problem[]
  /** Set if something could not be read. `ids` are the ids that it may contain, if they can be found. */
  readonly unread?: { readonly ids: ReadonlySet<string> | undefined }
}

/**
 * How many files are open at a time. This covers a usual design, so each step of reading it takes one turn of the event
 * loop.
 */
const MAX_OPEN = 64

/** Reads `<kind>/*.json`, each with one component or an array of them, and `bootstrap.json`. Spec 6.1. */
export async function readDesignFiles(
  files: FileSystem,
  directory: string,
  read: ReadJson = async (path, content) => {
    const bytes = await readBytes(files, path)
    return bytes === undefined || 'message' in bytes ? bytes : parseDesignFile(path, bytes, content)
  },
): Promise<DesignFiles> {
  const inTurn = turns(MAX_OPEN)
  const reader = { files, directory, read: (...file: Parameters<ReadJson>) => inTurn(() => read(...file)) }
  const [unread, bootstrap, ...ofKinds] = await Promise.all([
    unreadNames(files, directory),
    readBootstrap(reader),
    ...kinds.map((kind) => readKind(reader, kind)),
  ])
  const readings = new Map<Content, Reading>(kinds.map((kind, i) => [kind, ofKinds[i] ?? nothing]))
  readings.set('bootstrap', bootstrap)

  const found = (kind: Content): readonly FoundComponent[] => readings.get(kind)?.found ?? []
  const written = new Map([...readings.keys()].map((kind) => [kind, found(kind).filter(isWritten)]))
  const components = (kind: Kind): readonly unknown[] => (written.get(kind) ?? []).map(({ component }) => component)
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
    unread: new Map([...readings].flatMap(([kind, { unread }]) => (unread ? [[kind, unread.ids] as const] : []))),
    problems: essential(directory, [...unread, ...[...readings.values()].flatMap(({ problems }) => problems)]),
    found,
    locate: (problems) => {
      const spots = problems.map((problem): Spot => {
        const { kind, index, path } = problem
        const one = written.get(kind)?.[index]
        if (!one) throw new Error(`a problem of ${kind} ${index}, which no file holds`)
        return { file: one.file, path: [...one.path, ...path], message: messageAt(problem) }
      })
      return problemsAt(spots).map((placed, i): ComponentProblem => {
        const { kind, id, path } = problems[i] as DesignProblem
        return { ...placed, kind, ...(id !== undefined && { id: shortName(id) }), path: pathText(path) }
      })
    },
  }
}

/** Returns only the problem of the directory itself if there is one, because the others follow from it. */
function essential(directory: string, problems: readonly Problem[]): readonly Problem[] {
  const own = problems.find(({ file }) => file === directory)
  return own === undefined ? problems : [own]
}

type WrittenComponent = FoundComponent & { readonly file: JsonFile }

const isWritten = (found: FoundComponent): found is WrittenComponent => found.file !== undefined

const nothing: Reading = { found: [], problems: [] }

interface Reader {
  readonly files: FileSystem
  readonly directory: string
  readonly read: ReadJson
}

async function readBootstrap({ directory, read }: Reader): Promise<Reading> {
  const file = await read(join(directory, 'bootstrap.json'), 'bootstrap')
  if (file === undefined) return nothing
  if (isProblem(file))
    return { found: [{ component: {}, file: undefined, path: [] }], problems: [file], unread: { ids: undefined } }
  const one = componentAt(file, file.value, [])
  return { found: [one], problems: misnamedSchemas([one]) }
}

async function readKind({ files, directory, read }: Reader, kind: Kind): Promise<Reading> {
  const kindDirectory = join(directory, kind)
  const names = await namesIn(files, kindDirectory)
  if ('message' in names) return { found: [], problems: [names], unread: { ids: undefined } }
  const jsonNames = names.filter((name) => extname(name) === '.json')
  const readListed = async (name: string) =>
    refuseCrowded(await read(join(kindDirectory, name), kind), kind) ?? deadLink(files, kindDirectory, name)
  const contents = await Promise.all(jsonNames.map(readListed))
  const all = contents.flatMap((file, i) => {
    if (file === undefined) return []
    return isProblem(file) ? [placeholder(jsonNames[i] ?? '')] : componentsOf(file)
  })
  const unread = await Promise.all(
    names
      .filter((name) => extname(name) !== '.json')
      .map((name) => unreadProblem(files, kindDirectory, name, A_COMPONENT)),
  )
  const problems = contents.filter((file) => file !== undefined && isProblem(file))
  const { found, repeated } = withoutRepetitions(all, dirname(directory))
  return {
    found: found.toSorted((a, b) => compareById(a.component, b.component)),
    problems: [...unread.filter((problem) => problem !== undefined), ...problems, ...misnamedSchemas(all), ...repeated],
    ...(problems.length > 0 && { unread: { ids: await idsIn(files, problems) } }),
  }
}

/** Refuses a file with more components than a design can have. */
function refuseCrowded(file: JsonFile | Problem | undefined, kind: Kind): JsonFile | Problem | undefined {
  const isCrowded = file && !isProblem(file) && Array.isArray(file.value) && file.value.length > MAX_COMPONENTS
  return isCrowded ? problemAt(file.path, tooManyOf(kind)) : file
}

/**
 * Returns the ids that unparsable files may contain, which are all their words. Returns undefined if a file cannot be
 * read.
 */
async function idsIn(files: FileSystem, broken: readonly Problem[]): Promise<ReadonlySet<string> | undefined> {
  const ids = new Set<string>()
  for (const { file } of broken) {
    const bytes = await readBytes(files, file)
    const words = bytes === undefined || 'message' in bytes ? null : bytes.toString().match(/[A-Za-z][\w-]*/g)
    if (words === null) return undefined
    for (const word of [basename(file, '.json'), ...words]) ids.add(word)
  }
  return ids
}

/**
 * Returns a placeholder for an unreadable file: a component with the id of the file name, because other components most
 * likely refer to that.
 */
function placeholder(fileName: string): FoundComponent {
  return { component: { id: basename(fileName, '.json') }, file: undefined, path: [] }
}

function componentsOf(file: JsonFile): FoundComponent[] {
  const { value } = file
  if (!Array.isArray(value)) return [componentAt(file, value, [])]
  return value.map((component: unknown, index) => componentAt(file, component, [index]))
}

/** Leaves out `$schema`, which is for editors and not part of the design. */
function componentAt(file: JsonFile, value: unknown, path: readonly number[]): FoundComponent {
  if (!namesSchema(value)) return { component: value, file, path }
  const { $schema: _, ...component } = value
  return { component, file, path }
}

const namesSchema = (value: unknown): value is { readonly $schema: unknown } =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '$schema')

/** Returns the problems of `$schema` fields that are not strings. */
function misnamedSchemas(found: readonly FoundComponent[]): readonly Problem[] {
  const spots = found.flatMap(({ file, path }): Spot[] => {
    const value = path.reduce<unknown>((part, step) => (part as readonly unknown[])[step], file?.value)
    if (!file || !namesSchema(value) || typeof value.$schema === 'string') return []
    return [{ file, path: [...path, '$schema'], message: '$schema: expected the path of a schema, or none' }]
  })
  return problemsAt(spots)
}

/** Keeps the first component with each id, and reports the others with both locations. */
function withoutRepetitions(
  all: readonly FoundComponent[],
  project: string,
): { found: readonly FoundComponent[]; repeated: readonly Problem[] } {
  const taken = new Map<string, FoundComponent>()
  const found: FoundComponent[] = []
  const [again, before]: [Spot[], (Spot & { readonly id: string })[]] = [[], []]
  for (const one of all) {
    const id = idOf(one.component)
    const other = id === undefined ? undefined : taken.get(id)
    if (id === undefined || other === undefined) {
      found.push(one)
      if (id !== undefined) taken.set(id, one)
    } else if (isWritten(one) && isWritten(other)) {
      before.push({ ...spotOfId(other), id })
      again.push(spotOfId(one))
    }
  }
  const firstLocations = problemsAt(before)
  const repeated = again.map((spot, i) => {
    const [{ id }, first] = [before[i], firstLocations[i]] as [(typeof before)[number], Problem]
    return { ...spot, message: `the id ${quoted(id)} is already used by ${problemText(first, project)}` }
  })
  return { found, repeated: problemsAt(repeated) }
}

const spotOfId = ({ file, path }: WrittenComponent): Spot => ({
  file,
  path: [...path, 'id'],
  message: 'expected a unique id',
})

const A_COMPONENT = '; expected a file whose name ends in .json'
