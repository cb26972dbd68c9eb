import type { FileFacts, FileHandle, FileSystem, OpenMode } from '../../src/storage/fs.ts'
import {
  bytesHeld,
  changeFile,
  changeNames,
  fingerprintOf,
  newDirectory,
  newFile,
  survivorOf,
  syncFile,
  syncFileByChance,
  syncNames,
  syncNamesByChance,
  type Chance,
  type Directory,
  type Entry,
  type File,
  type NameChange,
  type Seeing,
  type Survival,
} from './simulated-disk.ts'

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

/** Thrown by every operation from the one at which the program was stopped. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** An operation that is about to take place. */
export interface NextOperation {
  /** Such as `write data/game.json`. */
  readonly what: string
  /** The files as the next start finds them where the program stops here; to be asked for at once. It goes on nevertheless. */
  readonly stopped: (kind: StopKind, survival: Survival) => SimulatedFileSystem
}

/** A fault that ends the program. */
export type StopKind = Extract<FaultKind, 'stop' | 'tear'>

/** What one operation may leave behind, from nothing to the whole of it, of what it is `on`. */
interface Effects {
  readonly on: readonly Entry[]
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
 * counted, and one of them may be made to go wrong; or each is watched, to see what a stop there would leave.
 */
export class SimulatedFileSystem implements FileSystem {
  /** How many operations there were. */
  operations = 0
  /** What shall go wrong. */
  fault: Fault | undefined
  /** What the fault hit, such as `write data/game.json`; undefined while it did not happen. */
  faulted: string | undefined
  /** Told of each operation before it takes place. */
  watch: ((next: NextOperation) => void) | undefined
  readonly #root: Directory
  readonly #random: Chance
  #stopped = false

  constructor(seed = 1, fault?: Fault, root: Directory = newDirectory()) {
    this.#random = randomNumbers(seed)
    this.fault = fault
    this.#root = root
  }

  /** Stops the program and gives the files as the next start finds them. */
  crash(survival: Survival, fault?: Fault): SimulatedFileSystem {
    this.#stopped = true
    return this.#left(survival, fault)
  }

  /** Stands for all that can be found here, now and after whichever crash. */
  fingerprint(seen: Seeing): string {
    return fingerprintOf(this.#root, seen)
  }

  /** How much memory the files take, in bytes: those too that are removed, as long as a crash may bring them back. */
  bytesHeld(): number {
    return bytesHeld(this.#root)
  }

  async open(path: string, mode: OpenMode, options?: { readonly writeThrough?: boolean }): Promise<FileHandle> {
    const { parent, name } = this.#place(path)
    const found = parent.cached.get(name)
    if (found?.kind === 'directory') throw systemError('EISDIR', path)
    if (mode === 'create' && found) throw systemError('EEXIST', path)
    if ((mode === 'read' || mode === 'write') && !found) throw systemError('ENOENT', path)
    const file = found ?? newFile()
    this.#perform(`open ${mode} ${path}`, {
      on: [parent, file],
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
    this.#perform(`mkdir ${path}`, { on: [parent], whole: () => changeNames(parent, [[name, newDirectory()]]) })
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
    this.#perform(`rename ${from} ${to}`, { on: [parent], whole: () => changeNames(parent, names) })
  }

  async replaceKnown(path: string, known: Buffer | undefined, by: string | undefined): Promise<boolean> {
    const now = await this.readFile(path)
    if (known === undefined ? now !== undefined : !now?.equals(known)) return false
    await (by === undefined ? this.unlink(path) : this.rename(by, path))
    return true
  }

  async unlink(path: string): Promise<void> {
    if (!this.#find(path)) return
    const { parent, name } = this.#place(path)
    this.#perform(`unlink ${path}`, { on: [parent], whole: () => changeNames(parent, [[name, undefined]]) })
  }

  async syncDirectory(path: string): Promise<void> {
    const directory = this.#find(path)
    if (directory?.kind !== 'directory') throw systemError('ENOENT', path)
    this.#perform(`syncDirectory ${path}`, {
      on: [directory],
      whole: () => syncNames(directory),
      failed: () => syncNamesByChance(directory, this.#random),
    })
  }

  #handle(path: string, file: File, writeThrough: boolean): FileHandle {
    return {
      read: async (position, length, into) => {
        this.#perform(`read ${path}`)
        const found = file.cached.subarray(position, position + length)
        into?.set(found)
        return into?.subarray(0, found.length) ?? Buffer.from(found)
      },
      write: async (bytes, position) => this.#write(path, file, Buffer.from(bytes), position, writeThrough),
      sync: async () => {
        this.#perform(`sync ${path}`, {
          on: [file],
          whole: () => syncFile(file),
          failed: () => syncFileByChance(file, this.#random),
        })
      },
      truncate: async (size) => {
        this.#perform(`truncate ${path}`, { on: [file], whole: () => changeFile(file, { size }) })
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
      if (writeThrough) syncFileByChance(file, this.#random)
    }
    this.#perform(`write ${path}`, {
      on: [file],
      whole: () => changeFile(file, { at, bytes }, writeThrough),
      torn: part,
      failed: part,
    })
  }

  /** Counts an operation, and has it take place as the fault wants. */
  #perform(what: string, effects: Effects = noEffects): void {
    this.#assertRunning(what)
    this.operations += 1
    this.watch?.({ what, stopped: (kind, survival) => this.#stoppedAt(effects, kind, survival) })
    const kind = this.operations === this.fault?.at ? this.fault.kind : undefined
    if (kind === undefined) return effects.whole()
    this.faulted = what
    if (kind === 'EIO' || kind === 'ENOSPC') {
      effects.failed?.()
      throw systemError(kind, what)
    }
    this.#doInPart(effects, kind)
    this.#stopped = true
    throw new Stopped(`the program was stopped at: ${what}`)
  }

  /** What an operation has done by when the program stops. */
  #doInPart({ torn, whole }: Effects, kind: StopKind): void {
    const outcomes = kind === 'tear' ? [torn] : [undefined, torn, whole]
    outcomes[Math.floor(this.#random() * outcomes.length)]?.()
  }

  #stoppedAt(effects: Effects, kind: StopKind, survival: Survival): SimulatedFileSystem {
    const before = effects.on.map((entry) => ({ ...entry }))
    this.#doInPart(effects, kind)
    const left = this.#left(survival)
    effects.on.forEach((entry, index) => Object.assign(entry, before[index]))
    return left
  }

  #left(survival: Survival, fault?: Fault): SimulatedFileSystem {
    const seed = Math.floor(this.#random() * 0x7fffffff)
    return new SimulatedFileSystem(seed, fault, survivorOf(this.#root, survival, this.#random))
  }

  #assertRunning(what: string): void {
    if (this.#stopped) throw new Stopped(`the program was stopped before: ${what}`)
  }

  #find(path: string): Entry | undefined {
    this.#assertRunning(path)
    return this.#below(namesOf(path))
  }

  #below(names: readonly string[]): Entry | undefined {
    let entry: Entry | undefined = this.#root
    for (const name of names) entry = entry?.kind === 'directory' ? entry.cached.get(name) : undefined
    return entry
  }

  /** The directory that holds this path, and its name there. */
  #place(path: string): { parent: Directory; name: string } {
    this.#assertRunning(path)
    const names = namesOf(path)
    const name = names.pop() ?? ''
    const parent = this.#below(names)
    if (parent?.kind !== 'directory') throw systemError('ENOENT', path)
    return { parent, name }
  }
}

const noEffects: Effects = { on: [], whole: () => {} }

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.')
}

function systemError(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code })
}

/** Numbers from 0 up to 1, the same for the same seed (a multiply-and-shift mixer over a counter). */
function randomNumbers(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}
