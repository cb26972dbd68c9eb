import type { BuiltInId } from '../game/images/built-in-ids.ts'
import type { ImageDescriptor } from '../game/images/descriptor.ts'
import { imageDescriptor } from '../game/images/descriptor.ts'
import type { DesignImages, ImageSource, ShownImage } from '../game/images/shown-image.ts'
import type { ImageSize } from '../game/images/size.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import { openGate } from '../game/kernel/gate.ts'
import type { ImageAlbum } from '../game/kernel/image-album.ts'
import { turns } from '../game/kernel/turns.ts'
import { damagedImage, type ImageFolder, type ImageStore } from '../storage/images.ts'
import type { FileImages, RefusedFile } from './file-images.ts'
import { takeFiles } from './file-images.ts'
import { imageFormat } from './image-format.ts'
import { imageId } from './image-id.ts'
import { renditionCache } from './rendition-cache.ts'

/** Rendered images are kept up to so many bytes: the small sizes of some thousands. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024

/** An image in one size. */
export interface Picture {
  /** A strong entity tag, quotes and all: the same as long as the image is. */
  readonly etag: string
  /** A PNG; undefined where the caller has it already. */
  readonly png: Buffer | undefined
}

/** All images of a game: those that were uploaded, in every size, and those that are drawn. StorageError where the disk fails. */
export interface Gallery extends DesignImages {
  /** Takes an uploaded file; it counts when this resolves. */
  add(album: ImageAlbum, file: Buffer): Promise<Fault | ImageDescriptor>
  /**
   * Takes the images of the design's files, and no others of earlier ones, under their names; tells those that are none.
   * What was deleted since the same content was taken stays so.
   */
  takeFromFiles(files: FileImages): Promise<readonly RefusedFile[]>
  /** An image in one size, or why there is none. No work is done for one that the caller `has`, by its tag. */
  picture(shown: ShownImage, has: HasTag): Promise<Fault | Picture>
  /** Takes on no work any more, and rejects it with `why`; resolves when what is under way is done. */
  close(why: Error): Promise<void>
}

/** The gallery over a store. What works on images is loaded when it is first needed. */
export function openGallery(store: ImageStore): Gallery {
  const cache = renditionCache(MAX_CACHED_BYTES)
  const inTurn = turns(1)
  const gate = openGate()

  const drawn = async (builtIn: BuiltInId, of: string, size: ImageSize, has: HasTag) => {
    const { drawBuiltIn } = await import('../game/images/built-in.ts')
    const svg = Buffer.from(drawBuiltIn(builtIn, of))
    const etag = etagOf(imageId(svg), size)
    return { etag, png: has(etag) ? undefined : await cache.get(etag, () => rendered(svg, size)) }
  }

  const kept = async (folder: ImageFolder, id: string, size: ImageSize, has: HasTag) => {
    if (!(await store.has(folder, id))) return undefined
    const etag = etagOf(id, size)
    if (has(etag)) return { etag, png: undefined }
    const original = async (): Promise<Buffer | undefined> => {
      const png = await store.get(folder, id)
      if (png && !isWhole(png)) throw damagedImage(folder, id)
      return png
    }
    const smaller = async (): Promise<Buffer | undefined> => {
      const png = await original()
      const { render } = await import('./render.ts')
      return png && render(png, size).catch((cause: unknown) => Promise.reject(damagedImage(folder, id, cause)))
    }
    const png = await (size === 'original' ? original() : cache.get(etag, smaller))
    // It may have been deleted just now.
    return png && { etag, png }
  }

  const find = (source: ImageSource, size: ImageSize, has: HasTag): Promise<Picture | undefined> => {
    if ('builtIn' in source) return drawn(source.builtIn, source.of, size, has)
    // A file of the design comes before an upload whose id is its name, which is how an export calls its files.
    const file = source.album === 'design' ? store.names().get(source.id) : undefined
    return file && !file.isDeleted ? kept('files', file.id, size, has) : kept(source.album, source.id, size, has)
  }

  const change = <T>(task: () => Promise<T>): Promise<T> => gate.enter(() => inTurn(task))

  return {
    add: (album, file) =>
      gate.enter(async () => {
        const { normalise } = await import('./normalise.ts')
        const png = await normalise(file)
        if (isFault(png)) return png
        const id = imageId(file)
        await store.put(album, id, png)
        return imageDescriptor(album, id)
      }),
    list: (skip, limit) => {
      const ids = new Set([...store.list(), ...namesThere(store)])
      return [...ids].slice(skip, skip + limit).map((id) => imageDescriptor('design', id))
    },
    delete: (id) =>
      change(async () => {
        const names = store.names()
        const file = names.get(id)
        const isFile = file !== undefined && !file.isDeleted
        if (isFile) await store.setNames(new Map([...names, [id, { ...file, isDeleted: true }]]))
        return (await store.delete(id)) || isFile
      }),
    takeFromFiles: (files) => change(() => takeFiles(store, files)),
    picture: ({ sources, size, missing }, has) =>
      gate.enter(async () => {
        for (const source of sources) {
          const picture = await find(source, size, has)
          if (picture) return picture
        }
        return missing
      }),
    close: (why) => gate.close(why),
  }
}

type HasTag = (etag: string) => boolean

const etagOf = (id: string, size: ImageSize): string => `"${id}-${size}"`

/** What every PNG ends with: its last chunk is always the same. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

/** Whether a PNG of ours is there from its first to its last bytes; what is between them is not looked at. */
function isWhole(png: Buffer): boolean {
  return imageFormat(png) === 'png' && png.subarray(-PNG_END.length).equals(PNG_END)
}

function namesThere(store: ImageStore): string[] {
  return [...store.names()].flatMap(([name, { isDeleted }]) => (isDeleted ? [] : [name]))
}

async function rendered(source: Uint8Array, size: ImageSize): Promise<Buffer> {
  const { render } = await import('./render.ts')
  return render(source, size)
}
