/** How much of what was not synced a crash leaves: all (only the program died), none, or what chance wants. */
export type Survival = 'all' | 'none' | 'some'

/** A number from 0 up to 1. */
export type Chance = () => number

/** A change of a file's bytes: a write at a position, or a cut to a size. */
type FileChange = { readonly at: number; readonly bytes: Buffer } | { readonly size: number }

/** A change since the last sync of the file; one that is `safe` was written through. */
interface PendingChange {
  readonly change: FileChange
  readonly safe: boolean
}

/** `cached` is what the running program sees; `disk` with `pending`, of which a crash may lose what is not safe, is it too. */
export interface File {
  readonly kind: 'file'
  cached: Buffer
  disk: Buffer
  pending: readonly PendingChange[]
}

/** What a name stands for. */
export type Entry = File | Directory

/** Names that change together; undefined removes one. */
export type NameChange = readonly (readonly [name: string, entry: Entry | undefined])[]

/** As a file, with names in the place of bytes. */
export interface Directory {
  readonly kind: 'directory'
  cached: Map<string, Entry>
  disk: Map<string, Entry>
  pending: readonly NameChange[]
}

/** A file without a name yet. */
export function newFile(bytes: Buffer = Buffer.alloc(0)): File {
  return { kind: 'file', cached: bytes, disk: bytes, pending: [] }
}

/** A directory without a name yet. */
export function newDirectory(): Directory {
  return { kind: 'directory', cached: new Map(), disk: new Map(), pending: [] }
}

/** Changes what programs see of a file; on disk it is when it is safe and nothing waits before it, or with the next sync. */
export function changeFile(file: File, change: FileChange, safe = false): void {
  file.cached = applyChange(file.cached, change)
  if (safe && file.pending.length === 0) file.disk = applyChange(file.disk, change)
  else file.pending = [...file.pending, { change, safe }]
}

function bytesWith({ disk }: File, changes: readonly PendingChange[]): Buffer {
  return changes.reduce((bytes, { change }) => applyChange(bytes, change), disk)
}

function keepBytes(file: File, disk: Buffer): void {
  file.disk = disk
  file.pending = []
}

/** Changes names together; they are on disk with the next sync. */
export function changeNames(directory: Directory, change: NameChange): void {
  directory.cached = applyNames(directory.cached, change)
  directory.pending = [...directory.pending, change]
}

function keepNames(directory: Directory, disk: Map<string, Entry>): void {
  directory.disk = disk
  directory.pending = []
}

/** Brings to the disk what of a file's changes is not there yet. */
export function syncFile(file: File): void {
  keepBytes(file, bytesWith(file, file.pending))
}

/** Brings to the disk what chance wants of a file's changes; the rest is not brought there later either. */
export function syncFileByChance(file: File, chance: Chance): void {
  keepBytes(file, survivingBytes(file, chance))
}

/** As `syncFile`, for names. */
export function syncNames(directory: Directory): void {
  keepNames(directory, new Map(directory.cached))
}

/** As `syncFileByChance`, for names. */
export function syncNamesByChance(directory: Directory, chance: Chance): void {
  keepNames(directory, survivingNames(directory, chance))
}

/** What the next start finds of a directory and all that is in it; shares nothing with that but bytes, which never change. */
export function survivorOf(directory: Directory, survival: Survival, chance: Chance): Directory {
  const done = new Map<Entry, Entry>()
  const namesOf = (names: ReadonlyMap<string, Entry>): Map<string, Entry> =>
    new Map(Array.from(names, ([name, entry]) => [name, entryOf(entry)]))
  const entryOf = (entry: Entry): Entry => {
    const known = done.get(entry)
    if (known) return known
    return entry.kind === 'file' ? fileOf(entry) : directoryOf(entry)
  }
  const fileOf = (file: File): File => {
    const left = fileAfter(file, survival, chance)
    done.set(file, left)
    return left
  }
  const directoryOf = (before: Directory): Directory => {
    const left = newDirectory()
    done.set(before, left)
    if (survival === 'all') {
      left.cached = namesOf(before.cached)
      left.disk = namesOf(before.disk)
      left.pending = before.pending.map((change) => change.map(([name, one]) => [name, one && entryOf(one)] as const))
      return left
    }
    left.disk = namesOf(survival === 'none' ? before.disk : survivingNames(before, chance))
    left.cached = new Map(left.disk)
    return left
  }
  return directoryOf(directory)
}

function fileAfter(file: File, survival: Survival, chance: Chance): File {
  switch (survival) {
    // Only the program died: what it did not sync is still not on disk.
    case 'all':
      return { ...file }
    case 'none': {
      const safe = file.pending.filter((change) => change.safe)
      return newFile(bytesWith(file, safe))
    }
    case 'some':
      return newFile(survivingBytes(file, chance))
  }
}

/** What names and bytes are taken for when two directories are compared: what differs for no reason counts as the same. */
export interface Seeing {
  readonly nameOf: (name: string) => string
  readonly sumOf: (bytes: Buffer) => string
}

/** Stands for all that programs can find in a directory, now and after whichever crash. */
export function fingerprintOf(directory: Directory, { nameOf, sumOf }: Seeing): string {
  const numbers = new Map<Entry, number>()
  const linesOf = (entry: Entry): string[] => {
    if (numbers.has(entry)) return []
    numbers.set(entry, numbers.size)
    if (entry.kind === 'file') return [fileFacts(entry, sumOf)]
    const below = [...entry.cached, ...entry.disk, ...entry.pending.flat()].flatMap(([, one]) =>
      one ? linesOf(one) : [],
    )
    const shown = (names: Iterable<readonly [string, Entry | undefined]>): unknown[] =>
      Array.from(names, ([name, one]) => [nameOf(name), one && numbers.get(one)])
    return [JSON.stringify([shown(entry.cached), shown(entry.disk), entry.pending.map(shown)]), ...below]
  }
  return linesOf(directory).join('\n')
}

/** How much memory takes what programs can find in a directory, now and after whichever crash, in bytes. */
export function bytesHeld(directory: Directory): number {
  const seen = new Set<Entry>()
  const rooms = new Set<ArrayBufferLike>()
  const hold = ({ buffer }: Buffer): void => void rooms.add(buffer)
  const visit = (entry: Entry): void => {
    if (seen.has(entry)) return
    seen.add(entry)
    if (entry.kind === 'file') {
      for (const bytes of [entry.cached, entry.disk]) hold(bytes)
      for (const { change } of entry.pending) if ('bytes' in change) hold(change.bytes)
      return
    }
    for (const [, one] of [...entry.cached, ...entry.disk, ...entry.pending.flat()]) if (one) visit(one)
  }
  visit(directory)
  return [...rooms].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

function fileFacts({ cached, disk, pending }: File, sumOf: Seeing['sumOf']): string {
  const changes = pending.map(({ change, safe }) =>
    'size' in change ? [change.size, safe] : [change.at, sumOf(change.bytes), safe],
  )
  return JSON.stringify([sumOf(cached), sumOf(disk), changes])
}

function survivingNames({ disk, pending }: Directory, chance: Chance): Map<string, Entry> {
  return pending.filter(() => chance() < 0.5).reduce(applyNames, new Map(disk))
}

/** What is on disk when of each pending write all, nothing, the beginning or the end got there. */
function survivingBytes({ disk, pending }: File, chance: Chance): Buffer {
  const changes: FileChange[] = []
  for (const { change, safe } of pending) {
    const choice = safe ? 1 : Math.floor(chance() * 4)
    if (choice === 0) continue
    if (choice === 1 || !('bytes' in change)) {
      changes.push(change)
      continue
    }
    const cut = Math.floor(chance() * (change.bytes.length + 1))
    if (choice === 2) changes.push({ at: change.at, bytes: change.bytes.subarray(0, cut) })
    else changes.push({ at: change.at + cut, bytes: change.bytes.subarray(cut) })
  }
  return changes.reduce(applyChange, disk)
}

/** Never changes the bytes it is given; what lies between the old end and a write is zeros. */
function applyChange(bytes: Buffer, change: FileChange): Buffer {
  if ('size' in change) return resized(bytes, change.size)
  if (change.bytes.length === 0) return bytes
  if (change.at === bytes.length) return appended(bytes, change.bytes)
  const changed = resized(bytes, Math.max(bytes.length, change.at + change.bytes.length))
  change.bytes.copy(changed, change.at)
  return changed
}

function resized(bytes: Buffer, size: number): Buffer {
  const changed = Buffer.alloc(size)
  bytes.copy(changed)
  return changed
}

/** How much of a room is taken by bytes that somebody sees. */
const taken = new WeakMap<ArrayBufferLike, number>()

/** Journals and snapshots grow by their end: the room behind it is taken where it is free, or holds the same bytes already. */
function appended(bytes: Buffer, added: Buffer): Buffer {
  const { buffer, byteOffset, length } = bytes
  const end = byteOffset + length
  const longer = end + added.length
  const used = taken.get(buffer)
  if (used === undefined || longer > buffer.byteLength) return appended(roomy(bytes, added.length), added)
  const behind = Buffer.from(buffer, end, added.length)
  if (used === end) {
    added.copy(behind)
    taken.set(buffer, longer)
  } else if (longer > used || !behind.equals(added)) return appended(roomy(bytes, added.length), added)
  return Buffer.from(buffer, byteOffset, length + added.length)
}

/** A copy of bytes with room behind them, for so many more and for a part of what may come then. */
function roomy(bytes: Buffer, more: number): Buffer {
  const room = new ArrayBuffer(bytes.length + Math.max(2 * more, bytes.length >>> 2))
  const copy = Buffer.from(room, 0, bytes.length)
  bytes.copy(copy)
  taken.set(room, bytes.length)
  return copy
}

function applyNames(names: Map<string, Entry>, change: NameChange): Map<string, Entry> {
  const changed = new Map(names)
  for (const [name, entry] of change) {
    if (entry) changed.set(name, entry)
    else changed.delete(name)
  }
  return changed
}
