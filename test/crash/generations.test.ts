import { describe, expect, test } from 'vitest'
import { isLongWalk, tell, walk, walkStarts } from './fault-walk.ts'
import { generationsLife } from './generations-walk.ts'
import { withoutBug, withoutSyncOf, withoutSyncOfNames, withoutWriteThrough } from './planted-bugs.ts'

const LONG = { timeout: 120_000 }

/** Of so many stops one is followed by a start that is stopped again. */
const EACH = isLongWalk ? 1 : 7

const life = generationsLife('batch')

describe('whatever goes wrong, at whichever operation', () => {
  test('the old history or the new one is there whole, the points too, and nothing else is left', LONG, async () => {
    const walked = await walk(life, withoutBug)
    tell('generations and points', walked)
    expect(walked.problems).toEqual([])
    expect(walked.points).toBeGreaterThan(800)
  })

  test('the same when the start after it is stopped as well', LONG, async () => {
    const walked = await walkStarts(life, withoutBug, EACH)
    tell('starts on these', walked)
    expect(walked.problems).toEqual([])
    expect(walked.points).toBeGreaterThan(1000)
  })

  test('the same without syncs, as far as a point or another history was made of it', LONG, async () => {
    const ways = { kinds: ['stop', 'tear'], survivals: ['all', 'none'] } as const
    const walked = await walk(generationsLife('off'), withoutBug, ways)
    tell('generations and points without syncs', walked)
    expect(walked.problems).toEqual([])
  })
})

describe('the walk finds', () => {
  const ways = { kinds: ['stop'], survivals: ['none', 'some'] } as const

  test.each([
    ['entries that are not synced', life, withoutWriteThrough, /entries \d+ to \d+ are lost/],
    [
      'entries that are not synced for those who need them',
      generationsLife('off'),
      withoutSyncOf(/journal/),
      /lost|damaged/,
    ],
    ['points that are not synced', life, withoutSyncOf(/points/), /The snapshot '\w+' cannot be used/],
    ['names of segments that are not synced', life, withoutSyncOfNames(/journal/), /no journal of generation|lost/],
    ['names of points that are not synced', life, withoutSyncOfNames(/points/), /point \w+ (is lost|was deleted)/],
  ])('%s', LONG, async (_name, lived, seam, expected) => {
    const { problems } = await walk(lived, seam, ways)
    expect(problems.filter((problem) => expected.test(problem))).not.toEqual([])
  })
})
