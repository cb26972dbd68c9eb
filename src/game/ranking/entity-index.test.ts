import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EntityIndex, NOWHERE } from './entity-index.ts'

const near = fc.integer({ min: 0, max: 60 })
const far = fc.oneof(near, fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 2 ** 31 - 2 }))

test.each([
  ['near each other', near],
  ['far apart', far],
])('entities with numbers %s have the address that they were last given', (_, entities) => {
  const step = fc.record({ entity: entities, address: fc.option(fc.integer({ min: 0, max: 2 ** 31 - 2 })) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
      const index = new EntityIndex()
      const known = new Map<number, number>()
      for (const { entity, address } of steps) {
        if (address === null) {
          index.delete(entity)
          known.delete(entity)
        } else {
          index.set(entity, address)
          known.set(entity, address)
        }
        expect(index.size).toBe(known.size)
      }
      for (const { entity } of steps) expect(index.get(entity)).toBe(known.get(entity) ?? NOWHERE)
    }),
  )
})

test('many entities, then one far from them, then the rest of them', () => {
  const index = new EntityIndex()
  for (let entity = 0; entity < 1000; entity++) index.set(entity, entity * 2)
  index.set(1_000_000, 7)
  for (let entity = 1000; entity < 3000; entity++) index.set(entity, entity * 2)
  for (let entity = 0; entity < 3000; entity++) expect(index.get(entity)).toBe(entity * 2)
  expect([index.get(1_000_000), index.get(3000), index.get(2_000_000), index.size]).toEqual([7, NOWHERE, NOWHERE, 3001])
})
