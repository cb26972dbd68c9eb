import { describe, expect, test } from 'vitest'
import type { FileHandle, FileSystem } from '../../src/storage/fs.ts'
import { walk, walkStarts, type Seam } from './storage-walk.ts'

const LONG = { timeout: 120_000 }

/** A file system that does some things otherwise than the one it stands before. */
function change(fs: FileSystem, other: Partial<FileSystem>): FileSystem {
  return {
    open: (path, mode, options) => fs.open(path, mode, options),
    readFile: (path) => fs.readFile(path),
    realPath: (path) => fs.realPath(path),
    facts: (path) => fs.facts(path),
    list: (path) => fs.list(path),
    mkdir: (path) => fs.mkdir(path),
    rename: (from, to) => fs.rename(from, to),
    replaceKnown: (path, known, by) => fs.replaceKnown(path, known, by),
    unlink: (path) => fs.unlink(path),
    syncDirectory: (path) => fs.syncDirectory(path),
    ...other,
  }
}

const withoutWriteThrough: Seam = (fs) => change(fs, { open: (path, mode) => fs.open(path, mode) })

const withoutSync: Seam = (fs) =>
  change(fs, {
    open: async (path, mode, options) => ({ ...(await fs.open(path, mode, options)), sync: async () => {} }),
  })

const withoutDirectorySync: Seam = (fs) => change(fs, { syncDirectory: async () => {} })

/** A file gets its name first, and is synced then. */
const renameBeforeSync: Seam = (fs) => {
  const unfinished = new Map<string, FileHandle>()
  return change(fs, {
    open: async (path, mode, options) => {
      const handle = await fs.open(path, mode, options)
      if (!path.endsWith('.tmp')) return handle
      unfinished.set(path, handle)
      return { ...handle, sync: async () => {} }
    },
    rename: async (from, to) => {
      await fs.rename(from, to)
      await unfinished.get(from)?.sync()
    },
  })
}

describe('whatever goes wrong, at whichever operation', () => {
  test(
    'every acknowledged entry is there, nothing half, and the snapshots, the designs and the document too',
    LONG,
    async () => {
      const { problems, operations } = await walk((fs) => fs)
      expect(problems).toEqual([])
      expect(operations).toBeGreaterThan(100)
    },
  )

  test('the same when the start after it is stopped as well', LONG, async () => {
    const { problems, starts } = await walkStarts((fs) => fs)
    expect(problems).toEqual([])
    expect(starts).toBeGreaterThan(1000)
  })
})

describe('the walk finds', () => {
  test.each([
    ['writes of the journal that are not synced', withoutWriteThrough, /entries \d+ to \d+ are lost/],
    ['files that are not synced', withoutSync, /cannot be used|is damaged|snapshot/],
    ['names that are not synced', withoutDirectorySync, /lost|missing|game\.json holds/],
    ['a rename before the sync', renameBeforeSync, /cannot be used|is damaged/],
  ])('%s', LONG, async (_name, seam, expected) => {
    const { problems } = await walk(seam)
    expect(problems.filter((problem) => expected.test(problem))).not.toEqual([])
  })
})
