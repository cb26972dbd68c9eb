import { expect, test } from 'vitest'
import { differenceLines } from './difference-text.ts'

const linesOf = (wanted: unknown, got: unknown): string[] =>
  differenceLines({ path: 'x', wanted, got }).map(({ text }) => text)

test.each([
  ['30', '20', ['wanted  30', 'got     20']],
  ['Bronze', undefined, ['wanted  Bronze', 'got     nothing']],
  ['', { a: 1 }, ['wanted  ""', 'got     {"a":1}']],
  [['action'], [], ['wanted  action', 'got     none']],
  [
    ['a', 'b', 'c'],
    ['a', 'c'],
    ['wanted  a, b, c', 'got     a, c', 'missing b'],
  ],
  [
    ['a', 'b'],
    ['a', 'a', 'b', 'c'],
    ['wanted  a, b', 'got     a, a, b, c', 'extra   a, c'],
  ],
  [
    ['a', 'b', 'b'],
    ['b', 'c'],
    ['wanted  a, b, b', 'got     b, c', 'missing a, b', 'extra   c'],
  ],
  [
    ['a', 'b'],
    ['b', 'a'],
    ['wanted  a, b', 'got     b, a', 'in another order'],
  ],
] as const)('%j against %j', (wanted, got, lines) => {
  expect(linesOf(wanted, got)).toEqual(lines)
})

test('long values are shown from where they begin to differ', () => {
  const same = 'same '.repeat(100)
  const [wanted, got] = linesOf(`${same}one`, `${same}other`)
  expect(wanted).toMatch(/^wanted {2}….{20,40}same one$/)
  expect(got).toMatch(/^got {5}….{20,40}same other$/)
})

test('a long value is cut', () => {
  const [wanted] = linesOf('a'.repeat(1000), 'b')
  expect(wanted).toBe(`wanted  ${'a'.repeat(199)}…`)
})

test('what was meant is told below', () => {
  const advice = "did you mean 'neo'?"
  expect(differenceLines({ path: 'player', wanted: 'nea', got: 'x', advice }).at(-1)).toEqual({
    side: 'got',
    text: advice,
  })
})
