import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachIndex, removeIndex } from './sorted-indexes.ts'

test('what is taken out is gone, wherever it stood; what is not there changes nothing', () => {
  const moves = fc.array(fc.oneof(fc.constant('add' as const), fc.nat(40)), { maxLength: 120 })
  fc.assert(
    fc.property(moves, (sequence) => {
      const places: number[] = []
      const known = new Set<number>()
      let next = 0
      for (const move of sequence) {
        if (move === 'add') {
          places.push(next)
          known.add(next)
          next += 2
        } else {
          removeIndex(places, move)
          known.delete(move)
        }
        expect([...eachIndex(places)]).toEqual([...known])
      }
    }),
  )
})

test('a walk goes on rightly when places come and go meanwhile', () => {
  const places = [1, 3, 5, 7, 9]
  const seen: number[] = []
  for (const place of eachIndex(places)) {
    seen.push(place)
    if (place === 3) for (const gone of [1, 3, 7]) removeIndex(places, gone)
    if (place === 9) places.push(11)
  }
  expect(seen).toEqual([1, 3, 5, 9, 11])
})

test('a walk ends when nothing is left', () => {
  const places = [1, 3]
  const seen: number[] = []
  for (const place of eachIndex(places)) {
    seen.push(place)
    places.length = 0
  }
  expect(seen).toEqual([1])
})
