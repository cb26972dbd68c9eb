import { join } from 'node:path'
import { turns } from '../async/turns.ts'
import { openDocument } from './documents.ts'
import { openDirectory, writeWhole } from './durable-file.ts'
import type { FileHandle, FileSystem } from './fs.ts'
import { findFile, isThere } from './image-file.ts'
import { type ImageFolder, type ImageStore, type NamedImage, contentsOf, isImageId, missingImage } from './images.ts'
import { storageFailure } from './storage-error.ts'

/**
 * The content of `design.json`. Images of players are only named by their players, so this file does not grow with
 * them.
 */
interface DesignAlbum {
  /** The design's images, in the order in which they were uploaded. */
  images: readonly { readonly id: string }[]
  /** The images of the design's files. */
  files: readonly (NamedImage & { readonly name: string })[]
}

const ADVICE = 'Fix it, or delete it: gamify then forgets the images of the design and reads those of its files again'

/**
 * Opens the images in a directory, and creates it if it does not exist. Each folder has a directory of files
 * `<id>.png`. `design.json` lists the design's images and the names of its files. A design image that it does not list
 * does not count. `publish` gets each content of that file before it is written. Throws StorageError.
 */
export async function openFileImages(
  fs: FileSystem,
  directory: string,
  publish?: (album: object) => Promise<void>,
): Promise<ImageStore> {
  const pathOf = (folder: ImageFolder, id: string): string => join(directory, folder, `${id}.png`)
  for (const folder of ['design', 'players', 'files'] as const) await openFolder(fs, join(directory, folder))
  const album = await openAlbum(fs, join(directory, 'design.json'), publish)
  const inTurn = turns(1)
  const canExist = (folder: ImageFolder, id: string): boolean =>
    folder === 'design' ? album.ids().has(id) : isImageId(id)

  return {
    async put(folder, id, png) {
      if (!isImageId(id)) throw new RangeError(`${id} is not the id of an image`)
      // The file is written even if it exists: an earlier upload may still wait for its sync, and this repairs a
      // damaged file.
      if (folder !== 'design') return write(fs, pathOf(folder, id), png)
      return inTurn(async () => {
        await write(fs, pathOf(folder, id), png)
        if (!album.ids().has(id)) await album.replace({ ids: album.ids().union(new Set([id])) })
      })
    },
    has: async (folder, id) => canExist(folder, id) && (folder === 'design' || (await isThere(fs, pathOf(folder, id)))),
    async find(folder, id) {
      if (!canExist(folder, id)) return undefined
      const image = await findFile(fs, pathOf(folder, id))
      // A missing image of the design may have been deleted meanwhile.
      if (image || folder !== 'design' || !canExist(folder, id)) return image
      throw missingImage(pathOf(folder, id))
    },
    list: () => [...album.ids()],
    delete: (id) =>
      inTurn(async () => {
        if (!album.ids().has(id)) return false
        await album.replace({ ids: album.ids().difference(new Set([id])) })
        await remove(fs, pathOf('design', id))
        return true
      }),
    names: () => album.names(),
    setNames: (names) =>
      inTurn(async () => {
        const removed = contentsOf(album.names()).difference(contentsOf(names))
        await album.replace({ names })
        for (const id of removed) await remove(fs, pathOf('files', id))
      }),
  }
}

async function openFolder(fs: FileSystem, directory: string): Promise<void> {
  try {
    await openDirectory(fs, directory, (name) => name.endsWith('.png') && isImageId(name.slice(0, -'.png'.length)))
  } catch (cause) {
    throw storageFailure(`The images in ${directory} cannot be opened`, cause)
  }
}

/** The content of the album, in order. */
interface AlbumContent {
  readonly ids: ReadonlySet<string>
  readonly names: ReadonlyMap<string, NamedImage>
}

/** Opens the ids and names. They are replaced once the new ones are on disk. */
async function openAlbum(fs: FileSystem, path: string, publish: ((album: object) => Promise<void>) | undefined) {
  const document = await openDocument<DesignAlbum>({
    fs,
    path,
    initial: { images: [], files: [] },
    parse,
    advice: ADVICE,
    publish,
  })
  const { images, files } = document.data
  let content: AlbumContent = {
    ids: new Set(images.map(({ id }) => id)),
    names: new Map(files.map(({ name, ...image }) => [name, image])),
  }
  return {
    ids: () => content.ids,
    names: () => content.names,
    async replace(part: Partial<AlbumContent>) {
      const next = { ...content, ...part }
      document.data = {
        images: Array.from(next.ids, (id) => ({ id })),
        files: Array.from(next.names, ([name, image]) => ({ name, ...image })),
      }
      await document.write()
      content = next
    },
  }
}

function parse(value: unknown): DesignAlbum {
  const { images, files } = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof DesignAlbum, unknown>
  >
  if (!Array.isArray(images) || !images.every(isListed)) throw new Error('it has no list of images with their ids')
  if (!Array.isArray(files) || !files.every(isNamed)) throw new Error('it has no list of files with their names')
  return { images, files }
}

function isListed(value: unknown): value is { id: string } {
  return (
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && isImageId(value.id)
  )
}

function isNamed(value: unknown): value is NamedImage & { name: string } {
  return (
    isListed(value) &&
    'name' in value &&
    typeof value.name === 'string' &&
    'isDeleted' in value &&
    typeof value.isDeleted === 'boolean'
  )
}

async function write(fs: FileSystem, path: string, png: Uint8Array): Promise<void> {
  try {
    await writeWhole(fs, path, (handle) => writeInPieces(handle, png), { ownerOnly: true })
  } catch (cause) {
    throw storageFailure(`The image ${path} cannot be written`, cause)
  }
}

/**
 * How much is written before each sync. A sync of the journal waits for running writes, and a play waits for the
 * journal.
 */
const PIECE_BYTES = 1024 * 1024

async function writeInPieces(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await handle.write(bytes.subarray(at, at + PIECE_BYTES), at)
    await handle.sync()
  }
}

async function remove(fs: FileSystem, path: string): Promise<void> {
  try {
    await fs.unlink(path)
  } catch (cause) {
    throw storageFailure(`The image ${path} cannot be removed`, cause)
  }
}
