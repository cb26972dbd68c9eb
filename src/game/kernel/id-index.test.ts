import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addIndex, dropIndex, findIndex, emptyIdIndex } from './id-index.ts'

/** A list and its table beside a Map, which knows the same in another way. */
function tracked() {
  const list: ({ id: string } | undefined)[] = []
  const places = emptyIdIndex()
  const known = new Map<string, number>()
  return {
    places,
    known,
    add: (id: string): void => {
      addIndex(places, list, id, list.length)
      known.set(id, list.length)
      list.push({ id })
    },
    drop: (id: string): void => {
      const place = known.get(id)
      if (place === undefined) throw new Error(`${id} was never added`)
      list[place] = undefined
      known.delete(id)
      dropIndex(places)
    },
    find: (id: string) => findIndex(places, list, id),
  }
}

test('ids are found where they stand, those that have gone are not', () => {
  const ids = fc.oneof(fc.constantFrom('a', 'b', 'constructor', '__proto__', ''), fc.string())
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 200 }), (sequence) => {
      const { places, known, add, drop, find } = tracked()
      for (const id of sequence) {
        expect(find(id)).toBe(known.get(id))
        if (known.has(id)) drop(id)
        else add(id)
        expect(places.size).toBe(known.size)
      }
      for (const id of sequence) expect(find(id)).toBe(known.get(id))
    }),
  )
})

test('ids are found after the table has grown', () => {
  const { places, add, find } = tracked()
  for (let i = 0; i < 5000; i += 1) add(`player_${i}`)
  expect(places.table.slots.length).toBeGreaterThan(2 * 5000)
  for (let i = 0; i < 5000; i += 1) expect(find(`player_${i}`)).toBe(i)
  expect(find('player_5000')).toBeUndefined()
})

test('those who came before the table has grown are found, and may go, while it takes them over', () => {
  const { places, known, add, drop, find } = tracked()
  for (let i = 0; i < 20_000; i += 1) {
    add(`player_${i}`)
    if (i % 3 === 0) drop(`player_${i >> 1}`)
    if (i % 7 === 0)
      for (let other = 0; other <= i; other += 1 + (i >> 5))
        expect(find(`player_${other}`)).toBe(known.get(`player_${other}`))
    if (i % 3 === 0) add(`player_${i >> 1}`)
  }
  expect(places.size).toBe(20_000)
})

test('it takes no more than a few over at a time', () => {
  const { places, add } = tracked()
  let steps = 0
  for (let i = 0; i < 5000; i += 1) {
    add(`player_${i}`)
    if (places.earlier) steps += 1
  }
  expect(steps).toBeGreaterThan(100)
  expect(places.earlier).toBeUndefined()
})

test('the table does not grow by those who come and go', () => {
  const { places, add, drop, find } = tracked()
  const before = places.table.slots.length
  add('stays')
  for (let i = 0; i < 10 * before; i += 1) {
    add(`guest_${i}`)
    drop(`guest_${i}`)
  }
  expect(places.table.slots.length).toBe(before)
  expect(find('stays')).toBe(0)
})
