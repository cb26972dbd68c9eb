import { expect, test } from 'vitest'
import type { SearchStep } from './search-step.ts'
import { shrink, type Shows } from './shrink.ts'

const like = (count: number, as = 'b'): SearchStep => ({ as, action: 'like', count })
const other: SearchStep = { as: 'a', action: 'look' }

/** Shows something from the step with which likes reach 7. */
const sevenLikes: Shows = (steps) => {
  let likes = 0
  for (const [i, step] of steps.entries()) {
    if ('action' in step && step.action === 'like') likes += step.count ?? 1
    if (likes >= 7) return i + 1
  }
  return undefined
}

const long = [other, like(2), { advanceMs: 5000 }, like(9), other, like(4)]
const never = () => Promise.resolve(false)

test('a sequence is shrunk until no step can be left out and no number made simpler', async () => {
  expect(await shrink(long, ['a', 'b'], sevenLikes, never)).toEqual({ steps: [like(7, 'a')], isShrunk: true })
})

test('it asks before each sequence that it tries whether the work is over, and keeps the best until then', async () => {
  const full = { asked: 0, tried: 0 }
  await shrink(
    long,
    ['a', 'b'],
    (steps) => (full.tried++, sevenLikes(steps)),
    () => (full.asked++, never()),
  )
  expect(full.tried).toBe(full.asked + 1)
  for (let limit = 0; limit < full.asked; limit += 1) {
    let left = limit
    const { steps, isShrunk } = await shrink(long, ['a', 'b'], sevenLikes, () => Promise.resolve(left-- <= 0))
    expect(isShrunk).toBe(false)
    expect(sevenLikes(steps)).toBe(steps.length)
    if (limit === 0) expect(steps).toEqual(long.slice(0, 4))
  }
})
