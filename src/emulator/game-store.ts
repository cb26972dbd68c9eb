import { join } from 'node:path'
import { forgetfulStore, type RevokedTokenStore } from '../auth/ended-logins.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { designHash, openDesigns, type Designs } from '../storage/designs.ts'
import { openFileImages } from '../storage/file-images.ts'
import { openFileStore } from '../storage/file-store.ts'
import type { FileSystem } from '../storage/fs.ts'
import { isThere } from '../storage/image-file.ts'
import type { ImageStore } from '../storage/images.ts'
import { takeLock } from '../storage/lock.ts'
import { memoryStore, memoryImages } from '../storage/memory-store.ts'
import { localProcesses } from '../storage/processes.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { StateSumming } from './checkpoints/state-sums.ts'
import { memoryGameFile, openGameFile, type GameFile } from './game-document.ts'
import { openRevokedTokens } from './revoked-tokens.ts'
import type { DataDirectory, EmulatorSettings } from './settings.ts'

/** The file that makes a data directory one of a node: it says how much of the log of the game the directory has. */
export const NODE_FILE = 'log.json'

/** What the store of a runtime needs from its owner. */
interface RuntimeOwner {
  /** The live generation; undefined if nothing names one yet. */
  readonly generation: number | undefined
  /** Returns the hash of the deployed design; null before the first deployment. */
  readonly design: () => string | null
}

/** Where everything durable of a game is stored. One process uses it at a time. All methods reject with StorageError. */
export interface GameStore {
  /** What is known of the game as a whole, whose changes name what is already stored. */
  readonly file: GameFile
  /** The tokens that were ended before they expired. */
  readonly revoked: RevokedTokenStore
  openDesigns(): Promise<Designs>
  openImages(): Promise<ImageStore>
  /** Opens the history of a runtime, once. */
  openRuntime(runtime: RuntimeName, owner: RuntimeOwner): Promise<RuntimeStore>
  /** Gets checksums of the state of a runtime, if there are other machines to compare them with. */
  readonly sums?: (runtime: RuntimeName, generation: number) => StateSumming
  /** Makes the address of the game known to those who find the store in use. */
  announce(url: string): Promise<void>
  /** Closes the histories, and then lets others use the store. */
  close(): Promise<void>
}

/** Opens the store of a game: its data directory, or memory if it has none. Throws LockHeld and StorageError. */
export async function openGameStore(settings: EmulatorSettings): Promise<GameStore> {
  const createdMs = (settings.machineNow ?? Date.now)()
  return settings.data ? directoryGameStore(settings.data, settings, createdMs) : memoryGameStore(createdMs)
}

async function directoryGameStore(
  { files: fs, directory, processes = localProcesses(), limits }: DataDirectory,
  { program, durability = 'batch', warn = () => {} }: EmulatorSettings,
  createdMs: number,
): Promise<GameStore> {
  const lock = await takeLock({ fs, directory, processes })
  const runtimes: RuntimeStore[] = []
  try {
    await requireOneMachine(fs, directory)
    return {
      file: await openGameFile(fs, directory, createdMs),
      revoked: await openRevokedTokens(fs, directory),
      openDesigns: async () => openDesigns(fs, join(directory, 'designs')),
      openImages: () => openFileImages(fs, join(directory, 'images')),
      openRuntime: async (runtime, owner) => {
        const location = { fs, directory: join(directory, runtime), program, runtime }
        const { segmentBytes } = limits ?? {}
        const opened = await openFileStore({ ...location, ...owner, durability, segmentBytes, warn })
        runtimes.push(opened)
        return opened
      },
      announce: (url) => lock.announce(url),
      close: async () => {
        try {
          await allOf(runtimes.map(closeRuntime))
        } finally {
          await lock.release()
        }
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Refuses the data directory of a node. What is played on it alone is not in the log, and the node would go on from it and
 * give other answers than the rest. Throws StorageError.
 */
async function requireOneMachine(fs: FileSystem, directory: string): Promise<void> {
  if (await isThere(fs, join(directory, NODE_FILE)))
    throw new StorageError(
      `${directory} is the data directory of a node of a game on several machines. Add --journal to start this node, or write the game into a new directory with 'gamify cluster export'. Only if the log is lost for good: delete the file ${NODE_FILE} in it`,
    )
}

/** Closes the history of a runtime. An earlier failure of its journal was already reported to those who waited for it. */
async function closeRuntime(store: RuntimeStore): Promise<void> {
  const { failure } = store.live.journal
  await store.close().catch((error: unknown) => {
    if (!failure) throw error
  })
}

/** Waits until all tasks are done, and rejects if one of them did. */
export async function allOf<T extends readonly unknown[] | []>(
  tasks: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(tasks)
  return Promise.all(tasks)
}

function memoryGameStore(createdMs: number): GameStore {
  const runtimes: RuntimeStore[] = []
  return {
    file: memoryGameFile(createdMs),
    revoked: forgetfulStore(),
    openDesigns: async () => memoryDesigns(),
    openImages: async () => memoryImages(),
    openRuntime: async () => {
      const opened = memoryStore()
      runtimes.push(opened)
      return opened
    },
    announce: async () => {},
    close: async () => void (await allOf(runtimes.map(closeRuntime))),
  }
}

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
    read: async (hash) => {
      const text = find(hash)
      if (text === undefined) throw new StorageError(`The design ${hash} is missing`)
      return text
    },
    missing: async (hashes) => new Map(hashes.flatMap((hash) => (find(hash) === undefined ? [[hash, 'memory']] : []))),
    forgetDrafts: async (except) => {
      for (const hash of drafts.keys()) if (!except.has(hash)) drafts.delete(hash)
    },
  }
}
