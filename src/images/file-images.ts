import { isFault, type Fault } from '../game/kernel/fault.ts'
import type { ImageStore, NamedImage } from '../storage/images.ts'

/** The images in the design's files, by their names without `.png`. */
export type FileImages = ReadonlyMap<string, FileImage>

/** One of them as it was found. */
export interface FileImage {
  /** Of its content. */
  readonly id: string
  /** Its bytes, which may be other ones by now; undefined where it has gone. */
  readonly read: () => Promise<Buffer | undefined>
}

/** A file that is no image which is taken. */
export interface RefusedFile {
  readonly name: string
  readonly why: Fault
}

/** Keeps what a file holds as an image of the design's files: its id, or why it is none that is taken. */
type Keep = (file: Buffer) => Promise<Fault | string>

/** Makes these files the ones of the design; what is kept of them already is not looked at again. Throws StorageError. */
export async function takeFiles(store: ImageStore, files: FileImages, keep: Keep): Promise<readonly RefusedFile[]> {
  const known = store.names()
  const next = new Map<string, NamedImage>()
  const refused: RefusedFile[] = []
  for (const [name, file] of files) {
    const before = known.get(name)
    const taken = before?.id === file.id ? before : await take(file, keep)
    const isRefused = isFault(taken)
    if (isRefused) refused.push({ name, why: taken })
    // One that is broken, or has gone meanwhile, stays what it was, as a broken design does.
    const image = isRefused ? before : (taken ?? before)
    if (image) next.set(name, image)
  }
  if (!isSame(known, next)) await store.setNames(next)
  return refused
}

async function take({ read }: FileImage, keep: Keep): Promise<Fault | NamedImage | undefined> {
  const bytes = await read()
  if (!bytes) return undefined
  const id = await keep(bytes)
  return isFault(id) ? id : { id, isDeleted: false }
}

function isSame(known: ReadonlyMap<string, NamedImage>, next: ReadonlyMap<string, NamedImage>): boolean {
  return known.size === next.size && [...next].every(([name, image]) => known.get(name) === image)
}
