import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPlace, dropPlace, findPlace, noPlaces } from './places.ts'

/** A list and its table beside a Map, which knows the same in another way. */
function tracked() {
  const list: ({ id: string } | undefined)[] = []
  const places = noPlaces()
  const known = new Map<string, number>()
  return {
    places,
    known,
    add: (id: string): void => {
      addPlace(places, list, id, list.length)
      known.set(id, list.length)
      list.push({ id })
    },
    drop: (id: string): void => {
      const place = known.get(id)
      if (place === undefined) throw new Error(`${id} was never added`)
      list[place] = undefined
      known.delete(id)
      dropPlace(places)
    },
    find: (id: string) => findPlace(places, list, id),
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
  expect(places.slots.length).toBeGreaterThan(2 * 5000)
  for (let i = 0; i < 5000; i += 1) expect(find(`player_${i}`)).toBe(i)
  expect(find('player_5000')).toBeUndefined()
})

test('the table does not grow by those who come and go', () => {
  const { places, add, drop, find } = tracked()
  const before = places.slots.length
  add('stays')
  for (let i = 0; i < 10 * before; i += 1) {
    add(`guest_${i}`)
    drop(`guest_${i}`)
  }
  expect(places.slots.length).toBe(before)
  expect(find('stays')).toBe(0)
})
