import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../properties/runs.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { isLongWalk, tell, together, walk, type Seam, type Ways } from './fault-walk.ts'
import { withoutBug, withoutSyncOfNames, withoutWriteThrough, writtenInPlace } from './planted-bugs.ts'
import { histories, lifeOf, type Step } from './random-history.ts'

const LONG = { timeout: isLongWalk ? 3_600_000 : 120_000 }

/** How many histories are walked, of how many steps. A failure tells its seed; PROPERTY_SEED walks those of one again. */
const [TIMES, STEPS] = isLongWalk ? [4, 20] : [1, 12]

const ways: Ways = isLongWalk
  ? { kinds: ['stop', 'tear', 'EIO', 'ENOSPC'], survivals: ['all', 'none', 'some'] }
  : { kinds: ['stop', 'tear'], survivals: ['none', 'some'] }

async function walkHistory(steps: readonly Step[], seam: Seam = withoutBug, how: Ways = ways) {
  return walk(await lifeOf(steps, new SimulatedFileSystem()), seam, how)
}

test('whatever is done to a game, a fault at every file operation leaves it as before or as after', LONG, async () => {
  const walks: Awaited<ReturnType<typeof walkHistory>>[] = []
  await fc.assert(
    fc.asyncProperty(histories(STEPS), async (steps) => {
      const walked = await walkHistory(steps)
      walks.push(walked)
      expect(walked.problems).toEqual([])
    }),
    // To look for a smaller one takes as long again for each.
    { ...runs(TIMES), endOnFailure: true },
  )
  const walked = together(walks)
  tell(`${walks.length} random histories`, walked)
  expect(walked.points).toBeGreaterThan(50)
})

/** Some of everything that one bug or another harms. */
const short: readonly Step[] = [{ kind: 'play' }, { kind: 'save', name: 'A' }, { kind: 'rewind', back: 1 }]

test.each<[string, Seam]>([
  ['writes that are not synced', withoutWriteThrough],
  ['names that are not synced', withoutSyncOfNames(/./)],
  ['a write in place', writtenInPlace],
])('the walk finds %s', LONG, async (_name, seam) => {
  const how: Ways = { kinds: ['stop'], survivals: ['none', 'some'] }
  expect((await walkHistory(short, seam, how)).problems).not.toEqual([])
})
