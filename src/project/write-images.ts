import { MAX_IMAGE_BYTES } from '../game/kernel/image-album.ts'
import { imageId } from '../images/image-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { changeFile, CHANGED_MEANWHILE } from './change-file.ts'
import { imagePath } from './design-images.ts'
import type { LeftComponent } from './write-design.ts'

/** How the images of a game differ from those of its files. */
export interface ImageChanges {
  /** The ids of those that no file holds. */
  readonly added: readonly string[]
  /** Images of files that were deleted, by name: the id of the content that they had. */
  readonly deleted: ReadonlyMap<string, string>
}

/** Where uploads come from. */
export interface UploadedImages {
  /** The PNG of an upload; undefined where it has been deleted since. */
  uploaded(id: string): Promise<Buffer | undefined>
}

/** What came of writing images into files. */
export interface WrittenImages {
  /** Files that were written and removed, and by what names components call those. */
  readonly wrote: readonly string[]
  readonly removed: readonly string[]
  readonly names: ReadonlySet<string>
  /** Images whose files were left as they are, each with the reason. */
  readonly left: readonly LeftComponent[]
}

/** Writes what routes have added as `images/<id>.png`, and removes the files of what they have deleted. */
export async function writeImages(
  files: FileSystem,
  design: string,
  game: UploadedImages,
  { added, deleted }: ImageChanges,
): Promise<WrittenImages> {
  const [wrote, removed, left]: [string[], string[], LeftComponent[]] = [[], [], []]
  const names = new Set<string>()
  const note = (name: string, done: string[], reason: string | undefined): void => {
    if (reason !== undefined) return void left.push({ name: `images/${name}`, reason })
    names.add(name)
    done.push(imagePath(design, name))
  }
  for (const [name, id] of deleted) note(name, removed, await removeImage(files, imagePath(design, name), id))
  for (const id of added) {
    const png = await game.uploaded(id)
    if (png) note(id, wrote, await writeImage(files, imagePath(design, id), png))
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

/** What a file holds, or why that cannot be told. */
async function read(files: FileSystem, path: string): Promise<Buffer | string | undefined> {
  try {
    return await files.readFile(path, MAX_IMAGE_BYTES)
  } catch (error) {
    return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
