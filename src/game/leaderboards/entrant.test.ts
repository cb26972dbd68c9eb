import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entityOf, recordOfEntity } from './entrant.ts'

const recordOf = (feed: number) => ({ feed })

/** Records in the order of their feeds, with holes; every second feed is a record's own second one. */
const tables = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(1, 2, 3) }, fc.nat(10_000)), fc.boolean()), {
    maxLength: 60,
  })
  .map((steps) => {
    let entity = 0
    return steps.map(([step, there]) => {
      entity += step + 1
      return there ? recordOf(2 * entity + 1) : undefined
    })
  })

test('a record is found by its number, and no other is', () => {
  fc.assert(
    fc.property(tables, fc.nat(200), (records, some) => {
      const byNumber = new Map(records.flatMap((record) => (record ? [[entityOf(record), record] as const] : [])))
      for (const number of [some, ...[...byNumber.keys()].flatMap((each) => [each - 1, each, each + 1])])
        expect(recordOfEntity(records, number)).toBe(byNumber.get(number))
    }),
  )
})

test.each([[[]], [[undefined]], [[undefined, recordOf(9), undefined]]])(
  'nothing is found where nothing is: %j',
  (records) => {
    for (const number of [0, 1, 3, 5, 1e9]) expect(recordOfEntity(records, number)).toBeUndefined()
  },
)
