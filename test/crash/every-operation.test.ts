import { describe, expect, test } from 'vitest'
import type { FileSystem } from '../../src/storage/fs.ts'
import { SimulatedFileSystem, Stopped, type FaultKind, type Survival } from '../../src/storage/simulated-fs.ts'
import { LockHeld, StorageError } from '../../src/storage/storage-error.ts'
import { liveHistory, nothingAnswered, openGame, problemIn } from './recorded-history.ts'

const kinds: readonly FaultKind[] = ['stop', 'tear', 'EIO', 'ENOSPC']

/** How a machine may come back: only the program ended, or the power went. */
const survivals: readonly Survival[] = ['all', 'none', 'some']

/** Lives the history into a fault, starts again on what is left, and looks whether anything answered is missing. */
async function faultAt(at: number, kind: FaultKind, plant: (files: FileSystem) => FileSystem = (files) => files) {
  const files = new SimulatedFileSystem(at, { at, kind })
  const answered = nothingAnswered()
  await liveHistory(plant(files), answered).catch(unlessFiles)
  const left = files.crash(survivals[at % survivals.length] ?? 'some')
  const emulator = await openGame(left)
  const problem = await problemIn(emulator, answered)
  await emulator.stop()
  return { hit: files.faulted, problem: problem && `${kind} at operation ${at} (${files.faulted}): ${problem}` }
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
      const { hit, problem } = await faultAt(at, kind)
      if (hit !== undefined) hits += 1
      if (problem !== undefined) problems.push(problem)
    }
    expect(problems).toEqual([])
    expect(hits).toBeGreaterThan(operations / 2)
  })

  test('finds a sync that was left out', { timeout: 120_000 }, async () => {
    const operations = await operationsOfHistory()
    const found: string[] = []
    for (let at = 1; at <= operations; at += 1) {
      const { problem } = await faultAt(at, 'stop', journalWithoutSync).catch((error: unknown) => ({
        problem: String(error),
      }))
      if (problem !== undefined) found.push(problem)
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
