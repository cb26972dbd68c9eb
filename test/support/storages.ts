import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import type { DataDirectory } from '../../src/emulator/settings.ts'
import { nodeFileSystem, type FileSystem } from '../../src/storage/fs.ts'

const storages = ['in memory', 'on disk'] as const

/** How a game of tests is kept: nowhere, or in a data directory of its own on this machine. */
export type StorageName = (typeof storages)[number]

/** Makes the same tests for games that are kept in each way: whoever calls must not be able to tell them apart. */
export function onEachStorage(tests: (storage: StorageName) => void): void {
  describe.each(storages)('%s', tests)
}

/** A place for one game. */
export interface Place {
  readonly data: DataDirectory | undefined
  /** Removes it, when the game has let go of it. */
  readonly remove: () => Promise<void>
}

/** Makes a place of its own for a game. */
export async function makePlace(storage: StorageName): Promise<Place> {
  if (storage === 'in memory') return { data: undefined, remove: async () => {} }
  const directory = await mkdtemp(join(tmpdir(), 'gamify-data-'))
  return { data: { files: nodeFileSystem(), directory }, remove: () => rm(directory, { recursive: true }) }
}

/** A data directory on simulated files, held by a process of its own. */
export const dataOn = (files: FileSystem, pid = 1): DataDirectory => ({
  files,
  directory: 'data',
  processes: { pid, host: 'here', startOf: async (asked) => (asked === pid ? 'today' : undefined) },
})
