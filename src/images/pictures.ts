import type { BuiltInId, ImageSource } from '../game/images/shown-image.ts'
import type { ImageSize } from '../game/images/size.ts'
import { damagedImage, wholeOf, type ImageFolder, type ImageStore, type KeptImage } from '../storage/images.ts'
import { withDecoder } from './decoder.ts'
import { imageId } from './image-file.ts'
import type { Lanes } from './lanes.ts'
/** The size of the cache of rendered images: several thousand small sizes. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024

/** An image in one size. */
export interface Picture {
  /** A strong entity tag, including its quotes. It stays the same as long as the image does. */
  readonly etag: string
  /** The PNG, in memory if it is small. Undefined if the caller has it already. */
  readonly png: Buffer | KeptImage | undefined
}

type Upload = Exclude<ImageSource, { builtIn: BuiltInId }>

/** Whether a caller has a picture already, by its entity tag. */
export type HasTag = (etag: string) => boolean

/** Finds the picture of a source in one size, or undefined if there is none. Does no work if the caller has it. */
export type FindPicture = (source: ImageSource, size: ImageSize, has: HasTag) => Promise<Picture | undefined>

/**
 * Returns a finder for the pictures of a store: uploads in every size, and built-in images. Rendered pictures are
 * cached. The finder rejects with StorageError if a file cannot be read or is no longer an image.
 */
export function pictureFinder(store: ImageStore, lanes: Lanes): FindPicture {
  const cache = renditionCache(MAX_CACHED_BYTES)

  const drawn = async (builtIn: BuiltInId, of: string, size: ImageSize, has: HasTag): Promise<Picture> => {
    const { drawBuiltIn } = await import('../game/images/built-in.ts')
    const svg = Buffer.from(drawBuiltIn(builtIn, of))
    const etag = etagOf(imageId(svg), size)
    const draw = () => lanes.drawing(() => rendered(svg, size))
    return { etag, png: has(etag) ? undefined : await cache.get(etag, draw) }
  }

  const smaller = async (folder: ImageFolder, id: string, size: ImageSize): Promise<Buffer | undefined> => {
    const image = await store.find(folder, id)
    if (!image) return undefined
    try {
      return await rendered(await wholeOf(image), size)
    } catch (cause) {
      // It may have been deleted in the meantime.
      if (!(await store.has(folder, id))) return undefined
      throw damagedImage(`${folder}/${id}.png`, cause)
    }
  }

  const kept = async (folder: ImageFolder, id: string, size: ImageSize, has: HasTag): Promise<Picture | undefined> => {
    if (!(await store.has(folder, id))) return undefined
    const etag = etagOf(id, size)
    if (has(etag)) return { etag, png: undefined }
    const render = () => lanes.showing(() => smaller(folder, id, size))
    const png = await (size === 'original' ? store.find(folder, id) : cache.get(etag, render))
    return png && { etag, png }
  }

  // A file of the design takes precedence over an upload whose id is its name, because an export names its files like
  // that.
  const contentOf = ({ album, id }: Upload): readonly [ImageFolder, string] => {
    const file = album === 'design' ? store.names().get(id) : undefined
    return file && !file.isDeleted ? ['files', file.id] : [album, id]
  }

  const uploaded = async (source: Upload, size: ImageSize, has: HasTag): Promise<Picture | undefined> => {
    const [folder, id] = contentOf(source)
    const picture = await kept(folder, id, size, has)
    if (picture) return picture
    // The name may now refer to other content, and the previous content may be deleted.
    const [folderNow, idNow] = contentOf(source)
    return folderNow === folder && idNow === id ? undefined : uploaded(source, size, has)
  }

  return (source, size, has) =>
    'builtIn' in source ? drawn(source.builtIn, source.of, size, has) : uploaded(source, size, has)
}

const etagOf = (id: string, size: ImageSize): string => `"${id}-${size}"`

async function rendered(source: Uint8Array, size: ImageSize): Promise<Buffer> {
  const { render } = await withDecoder(() => import('./sharp.ts'))
  return render(source, size)
}

/** A cache of rendered pictures. */
interface RenditionCache {
  /**
   * Returns the picture under `key`, or renders and caches it. An undefined result is not cached. Simultaneous requests
   * for the same key render it once.
   */
  get(key: string, render: Render): Promise<Buffer | undefined>
}

type Render = () => Promise<Buffer | undefined>

/**
 * Returns a cache of at most `maxBytes`. It evicts the least recently used pictures first and does not cache failures.
 */
export function renditionCache(maxBytes: number): RenditionCache {
  // In order of last use.
  const kept = new Map<string, Buffer>()
  const pending = new Map<string, Promise<Buffer | undefined>>()
  let bytes = 0

  const keep = (key: string, rendition: Buffer): void => {
    if (rendition.length > maxBytes) return
    kept.set(key, rendition)
    bytes += rendition.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) return
      kept.delete(oldest)
      bytes -= length
    }
  }

  const renderAndCache = async (key: string, render: Render): Promise<Buffer | undefined> => {
    try {
      const rendition = await render()
      if (rendition) keep(key, rendition)
      return rendition
    } finally {
      pending.delete(key)
    }
  }

  return {
    async get(key, render) {
      const found = kept.get(key)
      if (found) {
        kept.delete(key)
        kept.set(key, found)
        return found
      }
      const rendering = pending.get(key) ?? renderAndCache(key, render)
      pending.set(key, rendering)
      return rendering
    },
  }
}
