import { posix } from 'node:path'
import type { FileFacts, FileHandle, FileSystem, OpenMode } from './fs.ts'

/**
 * What happens at one operation: the program stops (before it, after it, or with a part of it done), it stops with a
 * write torn, or the operation fails and the program goes on.
 */
export type FaultKind = 'stop' | 'tear' | 'EIO' | 'ENOSPC'

/** A fault at the operation with this number, counted from 1. */
export interface Fault {
  readonly at: number
  readonly kind: FaultKind
}

/** How much of what was not synced a crash leaves: all (only the program died), none, or what chance wants. */
export type Survival = 'all' | 'none' | 'some'

/** Thrown by every operation from the one at which the program was stopped. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** A change of a file's bytes: a write at a position, or a cut to a size. */
type FileChange = { readonly at: number; readonly bytes: Buffer } | { readonly size: number }

/** A change since the last sync of the file; one that is `safe` was written through. */
interface PendingChange {
  readonly change: FileChange
  readonly safe: boolean
}

/** `cached` is what the running program sees; `disk` with `pending`, of which a crash may lose what is not safe, is it too. */
interface File {
  readonly kind: 'file'
  cached: Buffer
  disk: Buffer
  pending: PendingChange[]
}

type Entry = File | Directory

/** Names that change together; undefined removes one. */
type NameChange = readonly (readonly [name: string, entry: Entry | undefined])[]

interface Directory {
  readonly kind: 'directory'
  cached: Map<string, Entry>
  disk: Map<string, Entry>
  pending: NameChange[]
}

/** What one operation may leave behind, from nothing to the whole of it. */
interface Effects {
  readonly whole: () => void
  /** A part of a write. */
  readonly torn?: () => void
  /** What is left when it reports a failure; nothing without this. */
  readonly failed?: () => void
}

/**
 * Files in memory that forget what was not synced, for tests of what a crash leaves behind. Bytes and names reach the
 * disk only by a sync of the file and of its directory; what was not synced may survive a crash wholly, in part (torn
 * at any byte) or not at all, out of order, as the seed chooses. After a failed sync what it should have saved may be
 * lost although it can still be read, and a later sync does not bring it back: so does Linux. Every operation is
 * counted, and one of them may be made to go wrong.
 */
export class SimulatedFileSystem implements FileSystem {
  /** How many operations there were. */
  operations = 0
  /** What shall go wrong. */
  fault: Fault | undefined
  /** What the fault hit, such as `write data/game.json`; undefined while it did not happen. */
  faulted: string | undefined
  readonly #root: Directory
  readonly #random: () => number
  #stopped = false

  constructor(seed = 1, fault?: Fault, root: Directory = newDirectory()) {
    this.#random = randomNumbers(seed)
    this.fault = fault
    this.#root = root
  }

  /** Stops the program and gives the files as the next start finds them. */
  crash(survival: Survival, fault?: Fault): SimulatedFileSystem {
    this.#stopped = true
    const seed = Math.floor(this.#random() * 0x7fffffff)
    return new SimulatedFileSystem(seed, fault, this.#survivor(this.#root, survival, new Map()) as Directory)
  }

  async open(path: string, mode: OpenMode, options?: { readonly writeThrough?: boolean }): Promise<FileHandle> {
    const { parent, name } = this.#place(path)
    const found = parent.cached.get(name)
    if (found?.kind === 'directory') throw systemError('EISDIR', path)
    if (mode === 'create' && found) throw systemError('EEXIST', path)
    if ((mode === 'read' || mode === 'write') && !found) throw systemError('ENOENT', path)
    const file = found ?? newFile()
    this.#perform(`open ${mode} ${path}`, {
      whole: () => {
        if (!found) changeNames(parent, [[name, file]])
        if (mode === 'replace') changeFile(file, { size: 0 })
      },
    })
    return this.#handle(path, file, options?.writeThrough === true)
  }

  async readFile(path: string, maxBytes = Infinity): Promise<Buffer | undefined> {
    this.#perform(`readFile ${path}`)
    const found = this.#find(path)
    if (found?.kind === 'directory') throw systemError('EISDIR', path)
    if (found && found.cached.length > maxBytes) throw systemError('EFBIG', path)
    return found && Buffer.from(found.cached)
  }

  async list(path: string): Promise<readonly string[]> {
    this.#perform(`list ${path}`)
    const found = this.#find(path)
    if (found?.kind === 'file') throw systemError('ENOTDIR', path)
    return found ? [...found.cached.keys()].toSorted() : []
  }

  async realPath(path: string): Promise<string | undefined> {
    this.#perform(`resolve ${path}`)
    return this.#find(path) && path
  }

  /** Nobody has a file to himself here. */
  async facts(path: string): Promise<FileFacts | undefined> {
    this.#perform(`facts ${path}`)
    return this.#find(path) && { mode: 0o644, uid: 0, gid: 0, isWritable: true, writtenMs: 0 }
  }

  async mkdir(path: string): Promise<void> {
    const { parent, name } = this.#place(path)
    if (parent.cached.has(name)) return
    this.#perform(`mkdir ${path}`, { whole: () => changeNames(parent, [[name, newDirectory()]]) })
  }

  async rename(from: string, to: string): Promise<void> {
    const { parent, name } = this.#place(from)
    const target = this.#place(to)
    const entry = parent.cached.get(name)
    if (!entry) throw systemError('ENOENT', from)
    if (target.parent !== parent) throw systemError('EXDEV', to)
    const names: NameChange = [
      [name, undefined],
      [target.name, entry],
    ]
    this.#perform(`rename ${from} ${to}`, { whole: () => changeNames(parent, names) })
  }

  async replaceKnown(path: string, known: Buffer | undefined, by: string | undefined): Promise<boolean> {
    const now = await this.readFile(path)
    if (known === undefined ? now !== undefined : !now?.equals(known)) return false
    await (by === undefined ? this.unlink(path) : this.rename(by, path))
    return true
  }

  async unlink(path: string): Promise<void> {
    const { parent, name } = this.#place(path)
    if (!parent.cached.has(name)) return
    this.#perform(`unlink ${path}`, { whole: () => changeNames(parent, [[name, undefined]]) })
  }

  async syncDirectory(path: string): Promise<void> {
    const directory = this.#find(path)
    if (directory?.kind !== 'directory') throw systemError('ENOENT', path)
    this.#perform(`syncDirectory ${path}`, {
      whole: () => keepNames(directory, new Map(directory.cached)),
      failed: () => keepNames(directory, this.#survivingNames(directory)),
    })
  }

  #handle(path: string, file: File, writeThrough: boolean): FileHandle {
    return {
      read: async (position, length) => {
        this.#perform(`read ${path}`)
        return Buffer.from(file.cached.subarray(position, position + length))
      },
      write: async (bytes, position) => this.#write(path, file, Buffer.from(bytes), position, writeThrough),
      sync: async () => {
        this.#perform(`sync ${path}`, {
          whole: () => keepBytes(file, bytesWith(file, file.pending)),
          failed: () => keepBytes(file, this.#survivingBytes(file)),
        })
      },
      truncate: async (size) => {
        this.#perform(`truncate ${path}`, { whole: () => changeFile(file, { size }) })
      },
      size: async () => {
        this.#perform(`size ${path}`)
        return file.cached.length
      },
      setRights: async () => {
        this.#perform(`setRights ${path}`)
      },
      close: async () => {},
    }
  }

  #write(path: string, file: File, bytes: Buffer, at: number, writeThrough: boolean): void {
    const part = () => {
      const cut = Math.floor(this.#random() * (bytes.length + 1))
      changeFile(file, { at, bytes: bytes.subarray(0, cut) })
      // What a failed write-through got into the cache counts as written out, and may have got to the disk or not.
      if (writeThrough) keepBytes(file, this.#survivingBytes(file))
    }
    this.#perform(`write ${path}`, {
      whole: () => changeFile(file, { at, bytes }, writeThrough),
      torn: part,
      failed: part,
    })
  }

  /** Counts an operation, and has it take place as the fault wants. */
  #perform(what: string, effects: Effects = { whole: () => {} }): void {
    this.#assertRunning(what)
    this.operations += 1
    const kind = this.operations === this.fault?.at ? this.fault.kind : undefined
    if (kind === undefined) return effects.whole()
    this.faulted = what
    if (kind === 'EIO' || kind === 'ENOSPC') {
      effects.failed?.()
      throw systemError(kind, what)
    }
    const outcomes = kind === 'tear' ? [effects.torn] : [undefined, effects.torn, effects.whole]
    outcomes[Math.floor(this.#random() * outcomes.length)]?.()
    this.#stopped = true
    throw new Stopped(`the program was stopped at: ${what}`)
  }

  #assertRunning(what: string): void {
    if (this.#stopped) throw new Stopped(`the program was stopped before: ${what}`)
  }

  #find(path: string): Entry | undefined {
    this.#assertRunning(path)
    let entry: Entry | undefined = this.#root
    for (const name of namesOf(path)) entry = entry?.kind === 'directory' ? entry.cached.get(name) : undefined
    return entry
  }

  /** The directory that holds this path, and its name there. */
  #place(path: string): { parent: Directory; name: string } {
    const parent = this.#find(posix.dirname(path))
    if (parent?.kind !== 'directory') throw systemError('ENOENT', path)
    return { parent, name: namesOf(path).at(-1) ?? '' }
  }

  #survivor(entry: Entry, survival: Survival, done: Map<Entry, Entry>): Entry {
    const known = done.get(entry)
    if (known) return known
    if (entry.kind === 'file') {
      const bytes = {
        all: () => entry.cached,
        none: () =>
          bytesWith(
            entry,
            entry.pending.filter(({ safe }) => safe),
          ),
        some: () => this.#survivingBytes(entry),
      }
      const file = newFile(bytes[survival]())
      // Only the program died: what it did not sync is still not on disk.
      if (survival === 'all') Object.assign(file, { disk: entry.disk, pending: [...entry.pending] })
      done.set(entry, file)
      return file
    }
    const directory = newDirectory()
    done.set(entry, directory)
    const copy = (names: Map<string, Entry>) =>
      new Map(Array.from(names, ([name, one]) => [name, this.#survivor(one, survival, done)]))
    if (survival === 'all') {
      directory.cached = copy(entry.cached)
      directory.disk = copy(entry.disk)
      directory.pending = entry.pending.map((change) =>
        change.map(([name, one]) => [name, one && this.#survivor(one, survival, done)] as const),
      )
      return directory
    }
    directory.disk = copy(survival === 'none' ? entry.disk : this.#survivingNames(entry))
    directory.cached = new Map(directory.disk)
    return directory
  }

  #survivingNames({ disk, pending }: Directory): Map<string, Entry> {
    return pending.filter(() => this.#random() < 0.5).reduce(applyNames, new Map(disk))
  }

  /** What is on disk when of each pending write all, nothing, the beginning or the end got there. */
  #survivingBytes({ disk, pending }: File): Buffer {
    const changes: FileChange[] = []
    for (const { change, safe } of pending) {
      const choice = safe ? 1 : Math.floor(this.#random() * 4)
      if (choice === 0) continue
      if (choice === 1 || !('bytes' in change)) {
        changes.push(change)
        continue
      }
      const cut = Math.floor(this.#random() * (change.bytes.length + 1))
      if (choice === 2) changes.push({ at: change.at, bytes: change.bytes.subarray(0, cut) })
      else changes.push({ at: change.at + cut, bytes: change.bytes.subarray(cut) })
    }
    return changes.reduce(applyChange, disk)
  }
}

function newFile(bytes: Buffer = Buffer.alloc(0)): File {
  return { kind: 'file', cached: bytes, disk: bytes, pending: [] }
}

function newDirectory(): Directory {
  return { kind: 'directory', cached: new Map(), disk: new Map(), pending: [] }
}

function changeFile(file: File, change: FileChange, safe = false): void {
  file.cached = applyChange(file.cached, change)
  if (safe && file.pending.length === 0) file.disk = applyChange(file.disk, change)
  else file.pending.push({ change, safe })
}

function bytesWith({ disk }: File, changes: readonly PendingChange[]): Buffer {
  return changes.reduce((bytes, { change }) => applyChange(bytes, change), disk)
}

function keepBytes(file: File, disk: Buffer): void {
  file.disk = disk
  file.pending = []
}

function changeNames(directory: Directory, change: NameChange): void {
  directory.cached = applyNames(directory.cached, change)
  directory.pending.push(change)
}

function keepNames(directory: Directory, disk: Map<string, Entry>): void {
  directory.disk = disk
  directory.pending = []
}

/** Never changes the bytes it is given; what lies between the old end and a write is zeros. */
function applyChange(bytes: Buffer, change: FileChange): Buffer {
  if ('size' in change) {
    const cut = Buffer.alloc(change.size)
    bytes.copy(cut)
    return cut
  }
  if (change.bytes.length === 0) return bytes
  const changed = Buffer.alloc(Math.max(bytes.length, change.at + change.bytes.length))
  bytes.copy(changed)
  change.bytes.copy(changed, change.at)
  return changed
}

function applyNames(names: Map<string, Entry>, change: NameChange): Map<string, Entry> {
  const changed = new Map(names)
  for (const [name, entry] of change) {
    if (entry) changed.set(name, entry)
    else changed.delete(name)
  }
  return changed
}

function namesOf(path: string): string[] {
  return posix
    .normalize(path)
    .split('/')
    .filter((name) => name !== '' && name !== '.')
}

function systemError(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code })
}

/** Numbers from 0 up to 1, the same for the same seed (a multiply-and-shift mixer over a counter). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}
