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
import { parseDesignFile, type Content } from './design-file.ts'
import type { DesignFiles, FoundComponent } from './design-files.ts'
import { isProblem, readBytes } from './json-file.ts'

/** Where to write a design, and what is there now. */
export interface DesignTarget {
  readonly files: FileSystem
  /** The absolute path. */
  readonly directory: string
  /** The present content of the files. */
  readonly read: DesignFiles
}

/** The result of writing a design to its files. */
export interface WrittenDesign {
  /** What the files now contain, as far as we know. */
  readonly source: DesignSource
  /** The files that were written, and those that were removed because nothing was left in them. */
  readonly wrote: readonly string[]
  readonly removed: readonly string[]
  /** The components that were not written, with the reasons. */
  readonly left: readonly UnwrittenComponent[]
}

/** The files that a write changes, and those that it removes. */
export interface ExistingFiles {
  readonly changes: readonly string[]
  readonly removes: readonly string[]
}

/** A component that was not written. */
export interface UnwrittenComponent {
  /** `metrics/xp`, or `bootstrap`. */
  readonly name: string
  readonly reason: string
}

/**
 * Writes the changes between two designs to the files: each component to its file, without changing other members of
 * its array, and a new one to `<kind>/<id>.json`. Leaves alone what the files have in another form than `before`,
 * because a user is working on it. Before the first change, calls `willWrite` with what the files will contain, and
 * with the existing files that will be changed or removed.
 */
export async function writeDesign(
  target: DesignTarget,
  before: DesignSource,
  after: DesignSource,
  willWrite: (source: DesignSource, existing: ExistingFiles) => Promise<void> = async () => {},
): Promise<WrittenDesign> {
  const done = new Set<ComponentChange>()
  const left: UnwrittenComponent[] = []
  const leave = (change: ComponentChange, reason: string): void => {
    done.delete(change)
    left.push({ name: changedName(change), reason })
  }
  const edits = new FileEdits(target)
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
    const reason = await writeFile(target.files, path, edit, content)
    if (reason === undefined) (content === undefined ? removed : wrote).push(path)
    else for (const change of edit.changes) leave(change, reason)
  }
  return { source: withChanges(before, [...done]), wrote, removed, left }
}

/** The new content of a file: a component, several, or nothing. */
interface FileEdit {
  readonly kind: Content
  /** The content when it was read, or undefined for a new file. */
  readonly was: unknown
  readonly value: unknown
  readonly changes: readonly ComponentChange[]
}

/** A placeholder for an array member to remove, until all changes of the file are made. */
const REMOVED = Symbol('removed')

/** Collects changes by file. */
class FileEdits {
  readonly files = new Map<string, FileEdit>()
  readonly #target: DesignTarget
  /** The names in use, in lower case because some file systems ignore case. */
  readonly #names = new Map<Kind, Set<string>>()

  constructor(target: DesignTarget) {
    this.#target = target
  }

  /** Adds a change. Returns the reason if it cannot be made. */
  async make(change: ComponentChange): Promise<string | undefined> {
    const { kind, id, before, after } = change
    const found = this.#find(change)
    const now = found === undefined && kind === 'bootstrap' ? {} : found?.component
    if (found && !found.file) return 'its file cannot be read'
    if (isSameComponent(now, after)) return undefined
    if (!isSameComponent(now, before)) return CHANGED_MEANWHILE
    if (found?.file)
      this.#put(found.file.path, change, replaced(this.#value(found), found.path, after), found.file.value)
    else if (kind === 'bootstrap') this.#put(join(this.#target.directory, 'bootstrap.json'), change, after)
    else this.#put(join(this.#target.directory, kind, await this.#newName(kind, id)), change, after)
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
    const found = this.#target.read.found(kind)
    return kind === 'bootstrap' ? found[0] : found.find(({ component }) => idOf(component) === id)
  }

  /** Returns the content of a component's file after the changes made so far. */
  #value({ file }: FoundComponent): unknown {
    const edit = file && this.files.get(file.path)
    return edit ? edit.value : file?.value
  }

  #put(path: string, change: ComponentChange, value: unknown, was?: unknown): void {
    this.files.set(path, { kind: change.kind, was, value, changes: [...(this.files.get(path)?.changes ?? []), change] })
  }

  async #newName(kind: Kind, id: string): Promise<string> {
    const { files, directory } = this.#target
    const names = this.#names.get(kind) ?? new Set((await files.list(join(directory, kind))).map(inLowerCase))
    this.#names.set(kind, names)
    let name = `${id}.json`
    for (let i = 2; names.has(inLowerCase(name)); i += 1) name = `${id}-${i}.json`
    names.add(inLowerCase(name))
    return name
  }
}

const inLowerCase = (name: string): string => name.toLowerCase()

/** Returns a file's value with another component at a path. */
function replaced(value: unknown, [index]: readonly number[], component: unknown): unknown {
  if (index === undefined || !Array.isArray(value)) return withSchemaOf(value, component)
  return value.with(index, component === undefined ? REMOVED : withSchemaOf(value[index], component)) as unknown[]
}

/** Keeps `$schema`, which is for editors, in its position. */
function withSchemaOf(value: unknown, component: unknown): unknown {
  const hasSchema = typeof value === 'object' && value !== null && '$schema' in value
  const isComponent = typeof component === 'object' && component !== null && !Array.isArray(component)
  if (!hasSchema || !isComponent) return component
  const index = Object.keys(value).indexOf('$schema')
  return Object.fromEntries(Object.entries(component).toSpliced(index, 0, ['$schema', value.$schema]))
}

/** Returns the content of a file after all changes, or undefined if nothing is left. */
function contentOf({ value }: FileEdit): unknown {
  if (!Array.isArray(value)) return value
  const members = value.filter((member) => member !== REMOVED)
  return members.length === 0 ? undefined : members
}

/** Writes the new content of a file if it still has the content that was read. Returns the reason if it does not. */
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
