import { isFault, type Fault } from '../game/kernel/fault.ts'
import type { ImageStore, NamedImage } from '../storage/images.ts'

/** The images in the files of the design, by file name without `.png`. */
export type FileImages = ReadonlyMap<string, FileImage>

/** An image file as it was found. */
export interface FileImage {
  /** The id of its content. */
  readonly id: string
  /** Reads the bytes, which may have changed since. Resolves to undefined if the file no longer exists. */
  readonly read: () => Promise<Buffer | undefined>
}

/** A file that is not an acceptable image. */
export interface RefusedFile {
  readonly name: string
  readonly why: Fault
}

/**
 * Stores the content of a file as an image of the design's files. Resolves to its id, or to the reason for refusing it.
 */
type Keep = (file: Buffer) => Promise<Fault | string>

/**
 * Makes these files the images of the design. Files whose content is stored already are not read again. Throws
 * StorageError.
 */
export async function takeFiles(store: ImageStore, files: FileImages, keep: Keep): Promise<readonly RefusedFile[]> {
  const known = store.names()
  const next = new Map<string, NamedImage>()
  const refused: RefusedFile[] = []
  for (const [name, file] of files) {
    const before = known.get(name)
    const taken = before?.id === file.id ? before : await take(file, keep)
    const isRefused = isFault(taken)
    if (isRefused) refused.push({ name, why: taken })
    // A file that is broken or no longer exists keeps its previous image, as a broken design does.
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
