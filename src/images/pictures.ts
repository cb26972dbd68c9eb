import type { BuiltInId } from '../game/images/shown-image.ts'
import type { ImageSource } from '../game/images/shown-image.ts'
import type { ImageSize } from '../game/images/size.ts'
import { damagedImage, wholeOf, type ImageFolder, type ImageStore, type KeptImage } from '../storage/images.ts'
import { withDecoder } from './decoder.ts'
import { imageId } from './image-file.ts'
import type { Lanes } from './lanes.ts'
/** Rendered images are kept up to so many bytes: the small sizes of some thousands. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024

/** An image in one size. */
export interface Picture {
  /** A strong entity tag, quotes and all: the same as long as the image is. */
  readonly etag: string
  /** A PNG, whole where it is small; undefined where the caller has it already. */
  readonly png: Buffer | KeptImage | undefined
}

type Upload = Exclude<ImageSource, { builtIn: BuiltInId }>

/** Whether a caller has a picture already, by its entity tag. */
export type HasTag = (etag: string) => boolean

/** The picture of a source in one size, undefined where there is none. No work is done for one that the caller has. */
export type FindPicture = (source: ImageSource, size: ImageSize, has: HasTag) => Promise<Picture | undefined>

/**
 * Finds pictures in a store, as they were uploaded or rendered in another size, and draws the built-in ones. What was
 * rendered is remembered. Rejects with StorageError where a file cannot be read, or is no image any more.
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
      // It may have been deleted just now.
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

  // A file of the design comes before an upload whose id is its name, which is how an export calls its files.
  const contentOf = ({ album, id }: Upload): readonly [ImageFolder, string] => {
    const file = album === 'design' ? store.names().get(id) : undefined
    return file && !file.isDeleted ? ['files', file.id] : [album, id]
  }

  const uploaded = async (source: Upload, size: ImageSize, has: HasTag): Promise<Picture | undefined> => {
    const [folder, id] = contentOf(source)
    const picture = await kept(folder, id, size, has)
    if (picture) return picture
    // A name may have come to lead to another content meanwhile, and the one before is gone.
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

/** Keeps what was rendered, by key. */
interface RenditionCache {
  /**
   * What is kept under `key`, else what `render` gives, which is kept unless it is undefined; asked for twice at the
   * same time, it is rendered once.
   */
  get(key: string, render: Render): Promise<Buffer | undefined>
}

type Render = () => Promise<Buffer | undefined>

/** A cache of at most `maxBytes`; what was not asked for longest goes first. A failed rendering is not kept. */
export function renditionCache(maxBytes: number): RenditionCache {
  // In the order in which they were last asked for.
  const kept = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer | undefined>>()
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

  const make = async (key: string, render: Render): Promise<Buffer | undefined> => {
    try {
      const rendition = await render()
      if (rendition) keep(key, rendition)
      return rendition
    } finally {
      underWay.delete(key)
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
      const coming = underWay.get(key) ?? make(key, render)
      underWay.set(key, coming)
      return coming
    },
  }
}
