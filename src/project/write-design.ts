import { join } from 'node:path'
import { idOf } from '../game/design/identity.ts'
import {
  changedName,
  changesBetween,
  isSameComponent,
  withChanges,
  type ComponentChange,
} from '../game/design/merge.ts'
import type { DesignSource, Kind } from '../game/design/source.ts'
import type { FileSystem } from '../storage/fs.ts'
import { changeFile, CHANGED_MEANWHILE } from './change-file.ts'
import type { DesignFiles, FoundComponent } from './design-files.ts'
import { parseDesignFile, type Content } from './design-file.ts'
import { isProblem, readBytes } from './json-file.ts'

/** Where a design is to be written, and what there is now. */
export interface DesignTarget {
  readonly files: FileSystem
  /** Absolute. */
  readonly directory: string
  /** The files as they are. */
  readonly read: DesignFiles
}

/** What came of writing a design into its files. */
export interface WrittenDesign {
  /** What the files hold now, of what we know. */
  readonly source: DesignSource
  /** Files that were written, and that were removed since nothing was left to stand in them. */
  readonly wrote: readonly string[]
  readonly removed: readonly string[]
  /** Components that were left as they are in the files, each with the reason. */
  readonly left: readonly LeftComponent[]
}

/** Files that a write changes, and those that it removes. */
export interface ExistingFiles {
  readonly changes: readonly string[]
  readonly removes: readonly string[]
}

/** A component that was not written. */
export interface LeftComponent {
  /** `metrics/xp`, or `bootstrap`. */
  readonly name: string
  readonly reason: string
}

/**
 * Brings what changed from one design to the next into the files: each component where it stands, other members of its
 * array untouched, a new one as `<kind>/<id>.json`. What the files have in another form than `before` is left alone:
 * somebody is working on it. `willWrite` is called before the first is touched, if any is, with what they are to hold and
 * with the files that exist: those that change and those that go.
 */
export async function writeDesign(
  place: DesignTarget,
  before: DesignSource,
  after: DesignSource,
  willWrite: (source: DesignSource, existing: ExistingFiles) => Promise<void> = async () => {},
): Promise<WrittenDesign> {
  const done = new Set<ComponentChange>()
  const left: LeftComponent[] = []
  const leave = (change: ComponentChange, reason: string): void => {
    done.delete(change)
    left.push({ name: changedName(change), reason })
  }
  const edits = new FileEdits(place)
  for (const change of changesBetween(before, after)) {
    const reason = await edits.make(change)
    if (reason === undefined) done.add(change)
    else leave(change, reason)
  }
  if (edits.files.size > 0) await willWrite(withChanges(before, [...done]), edits.existing)
  const wrote: string[] = []
  const removed: string[] = []
  for (const [path, edit] of edits.files) {
    const content = contentOf(edit)
    const reason = await writeFile(place.files, path, edit, content)
    if (reason === undefined) (content === undefined ? removed : wrote).push(path)
    else for (const change of edit.changes) leave(change, reason)
  }
  return { source: withChanges(before, [...done]), wrote, removed, left }
}

/** What a file is to hold: a component, several, or nothing any more. */
interface FileEdit {
  readonly kind: Content
  /** What it held when it was read; undefined for a new one. */
  readonly was: unknown
  readonly value: unknown
  readonly changes: readonly ComponentChange[]
}

/** Stands for a member of an array that is to go, until all changes of the file are made. */
const gone = Symbol('gone')

/** Gathers changes file by file. */
class FileEdits {
  readonly files = new Map<string, FileEdit>()
  readonly #place: DesignTarget
  /** Names in use, in lower case: there are systems that know no difference. */
  readonly #names = new Map<Kind, Set<string>>()

  constructor(place: DesignTarget) {
    this.#place = place
  }

  /** Notes a change; gives the reason where it is not to be made. */
  async make(change: ComponentChange): Promise<string | undefined> {
    const { kind, id, before, after } = change
    const found = this.#find(change)
    const now = found === undefined && kind === 'bootstrap' ? {} : found?.component
    if (found && !found.file) return 'its file cannot be read'
    if (isSameComponent(now, after)) return undefined
    if (!isSameComponent(now, before)) return CHANGED_MEANWHILE
    if (found?.file)
      this.#put(found.file.path, change, replaced(this.#value(found), found.path, after), found.file.value)
    else if (kind === 'bootstrap') this.#put(join(this.#place.directory, 'bootstrap.json'), change, after)
    else this.#put(join(this.#place.directory, kind, await this.#newName(kind, id)), change, after)
    return undefined
  }

  /** The files that exist before the write. */
  get existing(): ExistingFiles {
    const edits = [...this.files].filter(([, { was }]) => was !== undefined)
    const pathsOf = (isRemoved: boolean): readonly string[] =>
      edits.flatMap(([path, edit]) => ((contentOf(edit) === undefined) === isRemoved ? [path] : []))
    return { changes: pathsOf(false), removes: pathsOf(true) }
  }

  #find({ kind, id }: ComponentChange): FoundComponent | undefined {
    const found = this.#place.read.found(kind)
    return kind === 'bootstrap' ? found[0] : found.find(({ component }) => idOf(component) === id)
  }

  /** What the file of a component holds after the changes made so far. */
  #value({ file }: FoundComponent): unknown {
    const edit = file && this.files.get(file.path)
    return edit ? edit.value : file?.value
  }

  #put(path: string, change: ComponentChange, value: unknown, was?: unknown): void {
    this.files.set(path, { kind: change.kind, was, value, changes: [...(this.files.get(path)?.changes ?? []), change] })
  }

  async #newName(kind: Kind, id: string): Promise<string> {
    const { files, directory } = this.#place
    const names = this.#names.get(kind) ?? new Set((await files.list(join(directory, kind))).map(inLowerCase))
    this.#names.set(kind, names)
    let name = `${id}.json`
    for (let i = 2; names.has(inLowerCase(name)); i += 1) name = `${id}-${i}.json`
    names.add(inLowerCase(name))
    return name
  }
}

const inLowerCase = (name: string): string => name.toLowerCase()

/** A file's value with another component at a place. */
function replaced(value: unknown, [index]: readonly number[], component: unknown): unknown {
  if (index === undefined || !Array.isArray(value)) return withSchemaOf(value, component)
  return value.with(index, component === undefined ? gone : withSchemaOf(value[index], component)) as unknown[]
}

/** What a file says to editors stays where it is. */
function withSchemaOf(value: unknown, component: unknown): unknown {
  const isTold = typeof value === 'object' && value !== null && '$schema' in value
  const isComponent = typeof component === 'object' && component !== null && !Array.isArray(component)
  if (!isTold || !isComponent) return component
  const place = Object.keys(value).indexOf('$schema')
  return Object.fromEntries(Object.entries(component).toSpliced(place, 0, ['$schema', value.$schema]))
}

/** What a file is to hold after all changes; undefined where nothing is left for it to hold. */
function contentOf({ value }: FileEdit): unknown {
  if (!Array.isArray(value)) return value
  const members = value.filter((member) => member !== gone)
  return members.length === 0 ? undefined : members
}

/** Writes what a file is to hold, as long as it holds what it held when all were read; gives the reason where it is left. */
async function writeFile(
  files: FileSystem,
  path: string,
  { kind, was }: FileEdit,
  content: unknown,
): Promise<string | undefined> {
  const bytes = await readBytes(files, path)
  if (bytes === undefined) {
    if (was !== undefined) return CHANGED_MEANWHILE
    return changeFile(files, path, undefined, Buffer.from(`${JSON.stringify(content, null, 2)}\n`))
  }
  const now = 'message' in bytes ? bytes : await parseDesignFile(path, bytes, kind)
  if ('message' in bytes || isProblem(now) || !isSameComponent(now.value, was)) return CHANGED_MEANWHILE
  if (content === undefined) return changeFile(files, path, bytes, undefined)
  const { rewrittenJson } = await import('./rewritten-json.ts')
  return changeFile(files, path, bytes, Buffer.from(rewrittenJson(bytes.toString(), was, content)))
}
