import { describe, expect, test } from 'vitest'
import { emptyBook, look, note, pages } from './book.ts'

const awkward = ['__proto__', 'constructor', 'toString', '7', '', '=', '=x', 'ünïcödé']

describe('a book', () => {
  test('keeps what is noted under any name, and nothing that was not', () => {
    expect(awkward.map((name) => look(emptyBook, name))).toEqual(awkward.map(() => undefined))
    const book = awkward.reduce((so, name, i) => note(so, name, i), emptyBook as Readonly<Record<string, number>>)
    expect(awkward.map((name) => look(book, name))).toEqual(awkward.map((_, i) => i))
  })

  test('gives its pages in the order in which they were first written', () => {
    const book = note(note(note(note(emptyBook, 'b', 1), '7', 2), 'a', 3), 'b', 4)
    expect(pages(book)).toEqual([
      ['b', 4],
      ['7', 2],
      ['a', 3],
    ])
  })

  test('is never changed in place', () => {
    const first = note(emptyBook, '__proto__', 1)
    const second = note(first, '__proto__', 2)
    expect([first, second].map((book) => pages(book))).toEqual([[['__proto__', 1]], [['__proto__', 2]]])
    expect(pages(emptyBook)).toEqual([])
  })

  test('is JSON as it is', () => {
    const book = awkward.reduce((so, name, i) => note(so, name, i), emptyBook as Readonly<Record<string, number>>)
    expect(pages(JSON.parse(JSON.stringify(book)))).toEqual(pages(book))
  })
})
