import { describe, expect, test } from 'vitest'
import type { Cells } from './cells.ts'
import { tell, walk, type Life, type Seam } from './fault-walk.ts'
import { beginningLife, outputLife, writeBackLife } from './output-lives.ts'
import { renameBeforeSync, withoutBug, withoutSyncOf, withoutSyncOfNames, writtenInPlace } from './planted-bugs.ts'
import {
  authorityLife,
  designsLife,
  documentLife,
  imagesLife,
  listLife,
  logoutsLife,
  periodsLife,
} from './store-lives.ts'

const LONG = { timeout: 120_000 }

const lives: readonly (readonly [string, Life<Cells>])[] = [
  ['a small document', documentLife],
  ['a list', listLife],
  ['sign-ins that are ended', logoutsLife],
  ['designs', designsLife],
  ['images', imagesLife],
  ['finished periods of boards', periodsLife],
  ['a certificate authority', authorityLife],
  ['a data directory that is begun', beginningLife],
  ['what commands write', outputLife],
  ['the files of a design', writeBackLife],
]

const bugs: readonly (readonly [string, Seam])[] = [
  ['a file that is not synced', withoutSyncOf(/./)],
  ['names that are not synced', withoutSyncOfNames(/./)],
  ['a rename before the sync', renameBeforeSync],
  ['a write in place', writtenInPlace],
]

describe.each(lives)('%s', (name, life) => {
  test(
    'holds what was written or what was there before, whatever goes wrong, at whichever operation',
    LONG,
    async () => {
      const walked = await walk(life, withoutBug)
      tell(name, walked)
      expect(walked.problems).toEqual([])
      expect(walked.points).toBeGreaterThan(40)
    },
  )

  test.each(bugs)('the walk finds %s', LONG, async (_bug, seam) => {
    const { problems } = await walk(life, seam, { kinds: ['stop', 'tear'], survivals: ['none', 'some', 'some'] })
    expect(problems).not.toEqual([])
  })
})
