/** Keeps what was rendered, by key. */
export interface RenditionCache {
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
