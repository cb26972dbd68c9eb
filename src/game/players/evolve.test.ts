import fc from 'fast-check'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { flatString } from './evolve.ts'

test('a text in one piece is the same text, however short, and where its first letter takes two units', () => {
  const texts = fc.oneof(fc.constantFrom('', 'a', '😀', '😀😀'), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(texts, (text) => {
      expect(flatString(text)).toBe(text)
    }),
  )
})

/** Long enough that what else comes and goes in a worker is little beside them. */
const MIB = 1 << 20
const LONG_TEXTS = 64

/** How much of the heap is in reach. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collect()
  return process.memoryUsage().heapUsed
}

/** What is kept of so many long texts, each another one. */
const beginnings = (of: (text: string) => string): string[] =>
  Array.from({ length: LONG_TEXTS }, (_, i) => of(`player ${i} with a long id `.padEnd(MIB).slice(0, 20)))

test('a text in one piece does not hold on to the long text that it was cut out of', () => {
  const before = heapInUse()
  const kept = beginnings(flatString)
  const grown = heapInUse() - before
  expect(kept).toHaveLength(LONG_TEXTS)
  expect(grown).toBeLessThan((LONG_TEXTS * MIB) / 2)
})
