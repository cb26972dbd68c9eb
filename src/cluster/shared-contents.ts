import { designHash, type Designs } from '../storage/designs.ts'
import type { ImageFolder, ImageStore } from '../storage/images.ts'
import type { Blobs } from '../storage/log/blobs.ts'

const designBlob = (hash: string): string => `designs/${hash}.json`
const imageBlob = (folder: ImageFolder, id: string): string => `images/${folder}/${id}.png`

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const shareDesign = (blobs: Blobs, text: string): Promise<boolean> =>
  blobs.put(designBlob(designHash(text)), () => onePiece(Buffer.from(text)))

const shareImage = (blobs: Blobs, folder: ImageFolder, id: string, png: Uint8Array): Promise<boolean> =>
  blobs.put(imageBlob(folder, id), () => onePiece(png))

/** Returns designs that all nodes can read. One that this node lacks is fetched when it is needed. */
export function sharedDesigns(local: Designs, blobs: Blobs): Designs {
  const fetch = async (hash: string): Promise<boolean> => {
    const pieces = await blobs.get(designBlob(hash))
    if (pieces) await local.write(Buffer.concat(await Array.fromAsync(pieces)).toString())
    return pieces !== undefined
  }
  /** The drafts that this node has stored, and that no history names. One that was there before may be in a history. */
  const drafts = new Set<string>()
  const missing: Designs['missing'] = async (hashes) => {
    const absent = await local.missing(hashes)
    for (const hash of absent.keys()) await fetch(hash)
    return absent.size === 0 ? absent : local.missing(hashes)
  }
  return {
    ...local,
    write: async (text) => {
      await shareDesign(blobs, text)
      drafts.delete(designHash(text))
      return local.write(text)
    },
    writeDraft: async (text) => {
      if (await shareDesign(blobs, text)) drafts.add(designHash(text))
      return local.writeDraft(text)
    },
    read: async (hash) => {
      await missing([hash])
      return local.read(hash)
    },
    missing,
    forgetDrafts: async (except) => {
      await local.forgetDrafts(except)
      for (const hash of drafts.difference(except)) {
        // One that cannot be removed does no harm.
        await blobs.remove(designBlob(hash)).catch(() => {})
        drafts.delete(hash)
      }
    },
  }
}

/** Returns images that all nodes can read. One that this node lacks is fetched when it is needed. */
export function sharedImages(local: ImageStore, blobs: Blobs): ImageStore {
  const fetch = async (folder: ImageFolder, id: string): Promise<boolean> => {
    const pieces = await blobs.get(imageBlob(folder, id))
    if (!pieces) return false
    await local.put(folder, id, Buffer.concat(await Array.fromAsync(pieces)))
    return true
  }
  const isListed = (folder: ImageFolder, id: string): boolean => folder !== 'design' || local.list().includes(id)
  return {
    ...local,
    put: async (folder, id, png) => {
      await shareImage(blobs, folder, id, png)
      await local.put(folder, id, png)
    },
    has: async (folder, id) => (await local.has(folder, id)) || (folder !== 'design' && (await fetch(folder, id))),
    find: async (folder, id) => {
      const found = await local.find(folder, id).catch((error: unknown) => {
        if (folder === 'design' && isListed(folder, id)) return undefined
        throw error
      })
      if (found || !isListed(folder, id)) return found
      return (await fetch(folder, id)) ? local.find(folder, id) : undefined
    },
  }
}
