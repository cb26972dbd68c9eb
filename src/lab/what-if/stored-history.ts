import { constants } from 'node:fs'
import { cp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmulator } from '../../emulator/emulator.ts'
import { NODE_FILE } from '../../emulator/game-store.ts'
import type { RuntimeName } from '../../game/game-state.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { isThere } from '../../project/directory.ts'
import { nodeFileSystem } from '../../storage/fs.ts'
import { inspectLock } from '../../storage/lock.ts'
import { localProcesses } from '../../storage/processes.ts'
import { LockHeld } from '../../storage/storage-error.ts'

/** Where the game is stored, and where it is copied to. */
interface StoredGame {
  /** The data directory. */
  readonly directory: string
  /** A directory that does not exist yet. */
  readonly copy: string
  readonly runtime: RuntimeName
  readonly game: Omit<GameInfo, 'created'>
  /** The version of gamify. */
  readonly program: string
}

/**
 * Yields what `gamify state export` writes of the game in a data directory. A start mends what a crash left behind, so it
 * opens a copy, and changes nothing in the directory itself. Throws LockHeld while a game runs there, and StorageError.
 */
export async function* storedHistory({
  directory,
  copy,
  runtime,
  game,
  program,
}: StoredGame): AsyncGenerator<string, void, void> {
  const files = nodeFileSystem()
  const lock = await inspectLock({ fs: files, directory, processes: localProcesses() })
  if (lock instanceof LockHeld) throw lock
  // What a link leads to is copied, too, so that nothing is written through it.
  await cp(await realpath(directory), copy, { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE })
  // The copy of the directory of a node follows no log.
  await rm(join(copy, NODE_FILE), { force: true })
  const emulator = await openEmulator({ game, clients: [], program, data: { files, directory: copy } })
  try {
    await emulator.ready
    yield* emulator.whole(runtime).export({ history: true })
  } finally {
    await emulator.stop()
    await rm(copy, { recursive: true, force: true })
  }
}

/** Whether a directory has a game. */
export async function hasGame(directory: string): Promise<boolean> {
  return isThere(nodeFileSystem(), join(directory, 'game.json'))
}
