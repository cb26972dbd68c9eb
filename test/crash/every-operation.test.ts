import { describe, expect, test } from 'vitest'
import type { FileSystem } from '../../src/storage/fs.ts'
import { SimulatedFileSystem, Stopped, type FaultKind, type Survival } from '../../src/storage/simulated-fs.ts'
import { LockHeld, StorageError } from '../../src/storage/storage-error.ts'
import { liveHistory, nothingAnswered, openGame, problemIn } from './recorded-history.ts'

const kinds: readonly FaultKind[] = ['stop', 'tear', 'EIO', 'ENOSPC']

/** How a machine may come back: only the program ended, or the power went. */
const survivals: readonly Survival[] = ['all', 'none', 'some']

/**
 * Lives the history into a fault, starts again on what each way of coming back leaves, and looks whether anything answered
 * is missing.
 */
async function faultAt(at: number, kind: FaultKind, plant: (files: FileSystem) => FileSystem = (files) => files) {
  const files = new SimulatedFileSystem(at, { at, kind })
  const answered = nothingAnswered()
  await liveHistory(plant(files), answered).catch(unlessFiles)
  const problems: string[] = []
  for (const survival of survivals) {
    const emulator = await openGame(files.crash(survival))
    const problem = await problemIn(emulator, answered)
    await emulator.stop()
    const where = `${kind} at operation ${at} (${files.faulted}), ${survival} survives`
    if (problem !== undefined) problems.push(`${where}: ${problem}`)
  }
  return { hit: files.faulted, problems }
}

async function operationsOfHistory(): Promise<number> {
  const files = new SimulatedFileSystem()
  await liveHistory(files, nothingAnswered())
  return files.operations
}

describe('a crash at every file operation of a recorded history', () => {
  test.for(kinds)('%s: every answered play is there again, and no half of one', { timeout: 120_000 }, async (kind) => {
    const operations = await operationsOfHistory()
    const problems: string[] = []
    let hits = 0
    for (let at = 1; at <= operations; at += 1) {
      const found = await faultAt(at, kind)
      if (found.hit !== undefined) hits += 1
      problems.push(...found.problems)
    }
    expect(problems).toEqual([])
    expect(hits).toBeGreaterThan(operations / 2)
  })

  test('finds a sync that was left out', { timeout: 120_000 }, async () => {
    const operations = await operationsOfHistory()
    const found: string[] = []
    for (let at = 1; at <= operations; at += 1) {
      const { problems } = await faultAt(at, 'stop', journalWithoutSync).catch((error: unknown) => ({
        problems: [String(error)],
      }))
      found.push(...problems)
    }
    expect(found.some((problem) => problem.includes('gone'))).toBe(true)
  })
})

/** Goes on after what the files did; an assertion of ours that failed is no such thing. */
function unlessFiles(error: unknown): void {
  if (!(error instanceof StorageError || error instanceof Stopped || error instanceof LockHeld)) throw error
}

/** The planted bug: what should be on disk when a write to the journal resolves is only in the cache. */
function journalWithoutSync(files: FileSystem): FileSystem {
  return new Proxy(files, {
    get(target, name: keyof FileSystem) {
      if (name !== 'open') return target[name].bind(target)
      const open: FileSystem['open'] = (path, mode, options) =>
        target.open(path, mode, path.includes('/journal/') ? {} : options)
      return open
    },
  })
}
