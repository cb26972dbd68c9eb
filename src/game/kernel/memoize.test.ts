import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

function counted<T>(make: (text: string) => T) {
  const made: string[] = []
  return { made, make: (text: string) => (made.push(text), make(text)) }
}

test('a result is worked out once, and again when more texts than fit came between', () => {
  const { made, make } = counted((text) => text.length)
  const length = memoize(make, { max: 2 })
  expect(['a', 'bb', 'a', 'ccc', 'a'].map(length)).toEqual([1, 2, 1, 3, 1])
  expect(made).toEqual(['a', 'bb', 'ccc', 'a'])
})

test('what is not worth it is worked out each time and pushes nothing else out', () => {
  const { made, make } = counted((text) => text)
  const same = memoize(make, { max: 1, keep: (_, text) => text !== 'odd' })
  expect(['even', 'odd', 'odd', 'even'].map(same)).toEqual(['even', 'odd', 'odd', 'even'])
  expect(made).toEqual(['even', 'odd', 'odd'])
})
