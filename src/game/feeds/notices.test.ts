import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergedNewestFirst, STRIDE } from './notices.ts'

/** The merged list, and how often others had their turn. */
function merge(lists: number[][]): { readonly places: number[]; readonly turns: number } {
  const steps = mergedNewestFirst(lists)
  for (let turns = 0; ; turns += 1) {
    const step = steps.next(new Map())
    if (step.done) return { places: step.value, turns }
  }
}

test('any lists come to one, the newest first, each place once', () => {
  const list = fc.uniqueArray(fc.nat(50), { maxLength: 30 }).map((places) => places.toSorted((a, b) => b - a))
  fc.assert(
    fc.property(fc.array(list, { maxLength: 9 }), (lists) => {
      expect(merge(lists).places).toEqual([...new Set(lists.flat())].toSorted((a, b) => b - a))
    }),
  )
})

test('others have their turn each stride', () => {
  const one = Array.from({ length: 3 * STRIDE }, (_, i) => 10 * STRIDE - i)
  expect(merge([one, [1]]).turns).toBe(3)
})
