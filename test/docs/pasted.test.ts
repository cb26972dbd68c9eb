import { describe, expect, test } from 'vitest'
import { pastedFrom, fits, wordsOf } from './pasted.ts'

const block = (language: string, words: string, text: string) => ({ file: 'page.md', language, words, text })
const page = (...blocks: readonly ReturnType<typeof block>[]) => ({
  file: 'page.md',
  prose: '',
  headings: [],
  blocks,
  rows: [],
})

describe('what a reader does', () => {
  test('is to type lines, without remarks and joined where a backslash says so', () => {
    const typed = pastedFrom(page(block('sh', '', "one --two  # a remark\n\nthree \\\n  'four five'\n")))
    expect(typed).toMatchObject([{ line: 'one --two' }, { line: "three 'four five'" }])
  })

  test('is to compare what is printed, and to save files that have a path', () => {
    expect(
      pastedFrom(
        page(
          block('console', 'fails', '$ one\nout\n$ two\n'),
          block('json', 'design/a.json', '{}'),
          block('json', 'action', '{}'),
        ),
      ),
    ).toEqual([
      { kind: 'line', line: 'one', shown: 'out', fails: true },
      { kind: 'line', line: 'two', shown: '', fails: true },
      { kind: 'file', path: 'design/a.json', text: '{}' },
    ])
  })
})

test.each([
  ['a … c', 'a b c\n', true],
  ['a … c', 'a b\nc\n', false],
  ['a\n…\nc', 'a\nb\nb\nc\n', true],
  ['a\n…', 'a\n', true],
  ['a\n…\nc', 'a\nb\n', false],
  ['a (b) [c].', 'a (b) [c].\n', true],
  ['a.c', 'abc\n', false],
  ['a…c…e', 'abcdce', true],
  ['…b', 'ab', true],
  ['…\nb\n…\nb\nc', 'b\na\nb\nb\nc', true],
])('what is shown as %j is what is printed as %j: %s', (shown, printed, isSo) => {
  expect(fits(shown, printed)).toBe(isSo)
})

test('a long text that does not fit is told at once', () => {
  const shown = `a\n…\n${'b … b\n…\n'.repeat(4)}z`
  expect(fits(shown, `a\n${'b b b b\n'.repeat(60)}`)).toBe(false)
})

test.each([
  ['a --b=c', ['a', '--b=c']],
  [`a 'b * c' "d e"`, ['a', 'b * c', 'd e']],
  ['a | b', undefined],
  ['a $(b)', undefined],
  ['a > b', undefined],
])('the words of %j', (line, words) => {
  expect(wordsOf(line)).toEqual(words)
})
