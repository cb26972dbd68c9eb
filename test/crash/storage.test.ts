import { describe, expect, test } from 'vitest'
import { walk, walkStarts } from './fault-walk.ts'
import { renameBeforeSync, withoutBug, withoutSyncOf, withoutSyncOfNames, withoutWriteThrough } from './planted-bugs.ts'
import { storageLife } from './storage-walk.ts'

const LONG = { timeout: 120_000 }

describe('whatever goes wrong, at whichever operation', () => {
  test(
    'every acknowledged entry is there, nothing half, and the snapshots, the designs and the document too',
    LONG,
    async () => {
      const { problems, operations } = await walk(storageLife, withoutBug)
      expect(problems).toEqual([])
      expect(operations).toBeGreaterThan(100)
    },
  )

  test('the same when the start after it is stopped as well', LONG, async () => {
    const { problems, starts } = await walkStarts(storageLife, withoutBug)
    expect(problems).toEqual([])
    expect(starts).toBeGreaterThan(1000)
  })
})

describe('the walk finds', () => {
  const ways = { kinds: ['stop'], survivals: ['none', 'some'] } as const

  test.each([
    ['writes of the journal that are not synced', withoutWriteThrough, /entries \d+ to \d+ are lost/],
    ['files that are not synced', withoutSyncOf(/./), /cannot be used|is damaged|snapshot/],
    ['names that are not synced', withoutSyncOfNames(/./), /lost|missing|game\.json holds/],
    ['a rename before the sync', renameBeforeSync, /cannot be used|is damaged/],
  ])('%s', LONG, async (_name, seam, expected) => {
    const { problems } = await walk(storageLife, seam, ways)
    expect(problems.filter((problem) => expected.test(problem))).not.toEqual([])
  })
})
