import { describe, expect, test } from 'vitest'
import { emptyNameMap, getNamed, withNamed, namedEntries, keysWith } from './name-map.ts'

const awkward = ['__proto__', 'constructor', 'toString', '7', '', '=', '=x', 'ünïcödé']

describe('a name map', () => {
  test('keeps what is noted under any name, and nothing that was not', () => {
    expect(awkward.map((name) => getNamed(emptyNameMap, name))).toEqual(awkward.map(() => undefined))
    const book = awkward.reduce(
      (so, name, i) => withNamed(so, name, i),
      emptyNameMap as Readonly<Record<string, number>>,
    )
    expect(awkward.map((name) => getNamed(book, name))).toEqual(awkward.map((_, i) => i))
  })

  test('gives its entries in the order in which they were first written', () => {
    const book = withNamed(withNamed(withNamed(withNamed(emptyNameMap, 'b', 1), '7', 2), 'a', 3), 'b', 4)
    expect(namedEntries(book)).toEqual([
      ['b', 4],
      ['7', 2],
      ['a', 3],
    ])
  })

  test('is never changed in place', () => {
    const first = withNamed(emptyNameMap, '__proto__', 1)
    const second = withNamed(first, '__proto__', 2)
    expect([first, second].map((book) => namedEntries(book))).toEqual([[['__proto__', 1]], [['__proto__', 2]]])
    expect(namedEntries(emptyNameMap)).toEqual([])
  })

  test('is JSON as it is', () => {
    const book = awkward.reduce(
      (so, name, i) => withNamed(so, name, i),
      emptyNameMap as Readonly<Record<string, number>>,
    )
    expect(namedEntries(JSON.parse(JSON.stringify(book)))).toEqual(namedEntries(book))
  })
})

describe('keys', () => {
  test('are names behind a prefix, the same ones for the same name', () => {
    const keyOf = keysWith('p:')
    const names = ['xp', '__proto__', '', 'p:', 'xp']
    expect(names.map(keyOf)).toEqual(['p:xp', 'p:__proto__', 'p:', 'p:p:', 'p:xp'])
  })

  test('of one prefix are not those of another', () => {
    const [points, items] = [keysWith('p:'), keysWith('i:')]
    expect([points('xp'), items('xp'), points('xp')]).toEqual(['p:xp', 'i:xp', 'p:xp'])
  })

  test('stay right when there are more than are remembered', () => {
    const keyOf = keysWith('=')
    const wrong = Array.from({ length: 25_000 }, (_, i) => `n${i % 12_000}`).filter(
      (name) => keyOf(name) !== `=${name}`,
    )
    expect(wrong).toEqual([])
  })
})
