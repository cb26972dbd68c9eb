import { MAX_IMAGE_BYTES } from '../game/kernel/image-album.ts'
import { imageId } from '../images/image-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { changeFile, CHANGED_MEANWHILE } from './change-file.ts'
import { imagePath } from './design-images.ts'
import type { UnwrittenComponent } from './write-design.ts'

/** The differences between the images of a game and its files. */
export interface ImageChanges {
  /** The ids of images that no file contains. */
  readonly added: readonly string[]
  /** The images of files that were deleted: from name to the id of the content. */
  readonly deleted: ReadonlyMap<string, string>
}

/** The source of uploads. */
export interface UploadedImages {
  /** Returns the PNG of an upload, or undefined if it was deleted since. */
  uploaded(id: string): Promise<Buffer | undefined>
}

/** The result of writing images to files. */
export interface WrittenImages {
  /** The files that were written and removed, and the names that components use for them. */
  readonly wrote: readonly string[]
  readonly removed: readonly string[]
  readonly names: ReadonlySet<string>
  /** The images whose files were not changed, with the reasons. */
  readonly left: readonly UnwrittenComponent[]
}

/**
 * Writes images that routes have added as `images/<id>.png`, and removes the files of images that they have deleted.
 */
export async function writeImages(
  files: FileSystem,
  design: string,
  game: UploadedImages,
  { added, deleted }: ImageChanges,
): Promise<WrittenImages> {
  const [wrote, removed, left]: [string[], string[], UnwrittenComponent[]] = [[], [], []]
  const names = new Set<string>()
  const record = (name: string, done: string[], reason: string | undefined): void => {
    if (reason !== undefined) return void left.push({ name: `images/${name}`, reason })
    names.add(name)
    done.push(imagePath(design, name))
  }
  for (const [name, id] of deleted) record(name, removed, await removeImage(files, imagePath(design, name), id))
  for (const id of added) {
    const png = await game.uploaded(id)
    if (png) record(id, wrote, await writeImage(files, imagePath(design, id), png))
  }
  return { wrote, removed, names, left }
}

async function removeImage(files: FileSystem, path: string, id: string): Promise<string | undefined> {
  const now = await read(files, path)
  if (typeof now === 'string') return now
  if (now && imageId(now) !== id) return CHANGED_MEANWHILE
  return now && changeFile(files, path, now, undefined)
}

async function writeImage(files: FileSystem, path: string, png: Buffer): Promise<string | undefined> {
  if (png.length > MAX_IMAGE_BYTES) return `it is larger than ${MAX_IMAGE_BYTES} bytes as a PNG`
  const now = await read(files, path)
  if (typeof now === 'string') return now
  if (now) return now.equals(png) ? undefined : CHANGED_MEANWHILE
  return changeFile(files, path, undefined, png)
}

/** Reads a file, or returns why it cannot be read. */
async function read(files: FileSystem, path: string): Promise<Buffer | string | undefined> {
  try {
    return await files.readFile(path, MAX_IMAGE_BYTES)
  } catch (error) {
    return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
