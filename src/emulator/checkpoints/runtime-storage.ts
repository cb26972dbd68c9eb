import { join } from 'node:path'
import type { RuntimeName } from '../../game/game-state.ts'
import { designHash, openDesigns, type Designs } from '../../storage/designs.ts'
import { openFileImages } from '../../storage/file-images.ts'
import { openFileStore } from '../../storage/file-store.ts'
import type { ImageStore } from '../../storage/images.ts'
import { memoryStore, memoryImages } from '../../storage/memory-store.ts'
import type { RuntimeStore } from '../../storage/runtime-store.ts'
import type { EmulatorSettings } from '../settings.ts'

/** What the storage of a runtime needs from its owner. */
interface StorageOwner {
  /** The live generation; undefined if nothing names one yet. */
  readonly generation: number | undefined
  /** Returns the hash of the deployed design; null before the first deployment. */
  readonly design: () => string | null
}

/** Opens the storage of a runtime, in the data directory or in memory. Throws StorageError. */
export async function openRuntimeStore(
  runtime: RuntimeName,
  { data, program, durability = 'batch', warn = () => {} }: EmulatorSettings,
  { generation, design }: StorageOwner,
): Promise<RuntimeStore> {
  if (!data) return memoryStore()
  const { files: fs, directory, limits } = data
  const { segmentBytes } = limits ?? {}
  const location = { fs, directory: join(directory, runtime), program, runtime }
  return openFileStore({ ...location, generation, durability, design, segmentBytes, warn })
}

/** Creates a store of designs in memory. */
function memoryDesigns(): Designs {
  const [texts, drafts] = [new Map<string, string>(), new Map<string, string>()]
  const keepIn = (store: Map<string, string>) => async (text: string) => {
    const hash = designHash(text)
    store.set(hash, text)
    return hash
  }
  const find = (hash: string): string | undefined => texts.get(hash) ?? drafts.get(hash)
  return {
    write: keepIn(texts),
    writeDraft: keepIn(drafts),
    read: async (hash) => find(hash) ?? '',
    missing: async (hashes) => new Map(hashes.flatMap((hash) => (find(hash) === undefined ? [[hash, 'memory']] : []))),
    forgetDrafts: async (except) => {
      for (const hash of drafts.keys()) if (!except.has(hash)) drafts.delete(hash)
    },
  }
}

/** Opens the designs of a data directory, or of a game in memory. */
export async function openDesignStore({ data }: EmulatorSettings): Promise<Designs> {
  return data ? openDesigns(data.files, join(data.directory, 'designs')) : memoryDesigns()
}

/** Opens the images of a data directory, or of a game in memory. Throws StorageError. */
export async function openImageStore({ data }: EmulatorSettings): Promise<ImageStore> {
  return data ? openFileImages(data.files, join(data.directory, 'images')) : memoryImages()
}
