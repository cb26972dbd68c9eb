import { describe, expect, test } from 'vitest'
import { tell, walk, walkStarts } from './fault-walk.ts'
import {
  renameBeforeSync,
  withoutBug,
  withoutSyncOf,
  withoutSyncOfNames,
  withoutWriteThrough,
  writtenInPlace,
} from './planted-bugs.ts'
import { storageLife } from './storage-walk.ts'

const LONG = { timeout: 120_000 }

describe('whatever goes wrong, at whichever operation', () => {
  test(
    'every acknowledged entry is there, nothing half, and the snapshots, the designs and the document too',
    LONG,
    async () => {
      const walked = await walk(storageLife, withoutBug)
      tell('journal, snapshots, designs and document', walked)
      expect(walked.problems).toEqual([])
      expect(walked.points).toBeGreaterThan(400)
    },
  )

  test('the same when the start after it is stopped as well', LONG, async () => {
    const walked = await walkStarts(storageLife, withoutBug)
    tell('starts on these', walked)
    expect(walked.problems).toEqual([])
    expect(walked.points).toBeGreaterThan(1000)
  })
})

describe('the walk finds', () => {
  const ways = { kinds: ['stop'], survivals: ['none', 'some'] } as const

  test.each([
    ['writes of the journal that are not synced', withoutWriteThrough, /entries \d+ to \d+ are lost/],
    ['files that are not synced', withoutSyncOf(/./), /cannot be used|is damaged|snapshot/],
    ['names that are not synced', withoutSyncOfNames(/./), /lost|missing|game\.json holds/],
    ['a rename before the sync', renameBeforeSync, /cannot be used|is damaged/],
    ['a write in place', writtenInPlace, /cannot be used|is damaged/],
  ])('%s', LONG, async (_name, seam, expected) => {
    const { problems } = await walk(storageLife, seam, ways)
    expect(problems.filter((problem) => expected.test(problem))).not.toEqual([])
  })
})
