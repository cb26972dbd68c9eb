import { describe, expect, test } from 'vitest'
import type { Emulator } from '../../src/emulator/emulator.ts'
import type { FileHandle, OpenMode } from '../../src/storage/fs.ts'
import { openGame, serve } from '../support/http.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn } from '../support/storages.ts'
import { contractDesign } from './game-design.ts'

/** No start has so many operations on files. */
const MAX_OPERATIONS = 1_000

/** Files that know which of them are open. */
class CountedFiles extends SimulatedFileSystem {
  readonly handles = new Map<FileHandle, string>()

  override async open(
    path: string,
    mode: OpenMode,
    options?: { readonly writeThrough?: boolean },
  ): Promise<FileHandle> {
    const inner = await super.open(path, mode, options)
    const handle: FileHandle = {
      ...inner,
      close: async () => {
        this.handles.delete(handle)
        await inner.close()
      },
    }
    this.handles.set(handle, path)
    return handle
  }
}

const start = (files: CountedFiles, pid: number): Promise<Emulator> =>
  openGame({ design: contractDesign, data: dataOn(files, pid) })

/** A data directory with a history, a snapshot and a design in it, which nobody holds. */
async function usedDirectory(): Promise<CountedFiles> {
  const files = new CountedFiles()
  const game = await serve(await start(files, 1))
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  await game.stop()
  return files
}

/** Starts and stops again; whether the game could be loaded. */
async function tryStart(files: CountedFiles, pid: number): Promise<boolean> {
  const emulator = await start(files, pid).catch(() => undefined)
  if (!emulator) return false
  const loaded = await emulator.ready.then(
    () => true,
    () => false,
  )
  await emulator.stop().catch(() => {})
  return loaded
}

describe.each(['EIO', 'ENOSPC'] as const)('a start that meets %s', (kind) => {
  test.each([
    ['in a directory with a game in it', usedDirectory, 1],
    ['in an empty one', async () => new CountedFiles(), 0],
  ])('%s, at any operation, leaves no file open, and the next start finds all', async (_where, prepare, players) => {
    let failed = 0
    for (let at = 1; at < MAX_OPERATIONS; at++) {
      const files = await prepare()
      files.fault = { at: files.operations + at, kind }
      const loaded = await tryStart(files, 2)
      const { faulted } = files
      files.fault = undefined
      expect([...files.handles.values()], faulted).toEqual([])
      if (faulted === undefined) break
      failed += loaded ? 0 : 1
      expect(await playersIn(files), faulted).toBe(players)
      expect([...files.handles.values()], faulted).toEqual([])
    }
    expect(failed).toBeGreaterThan(10)
  })
})

/** How many players a start without a fault finds. */
async function playersIn(files: CountedFiles): Promise<number> {
  const emulator = await start(files, 3)
  await emulator.ready
  const { size } = emulator.runtime('staging').state.players.index
  await emulator.stop()
  return size
}
