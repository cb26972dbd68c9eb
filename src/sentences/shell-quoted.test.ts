import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellQuoted } from './shell-quoted.ts'

test.each(['demo', '../a/b.json', 'C:/x,y', 'a-b_c', '@scope/x+1%'])('%j is typed as it is', (word) => {
  expect(shellQuoted(word)).toBe(word)
})

test('what a shell would read otherwise stands in quotes', () => {
  expect(shellQuoted('my game')).toBe("'my game'")
  expect(shellQuoted("neo's")).toBe(String.raw`'neo'\''s'`)
})

const words = [
  '',
  ' ',
  'my game',
  "neo's",
  "''",
  '~',
  '$HOME',
  '`x`',
  'a;b',
  'a\nb',
  '*',
  '#',
  '"',
  '\\',
  '!',
  'ünï',
  '{a,b}',
  '=a',
]

test('a shell reads every word as it was', () => {
  const read = execFileSync('sh', ['-c', `printf '%s\\0' ${words.map(shellQuoted).join(' ')}`], { encoding: 'utf8' })
  expect(read.split('\0').slice(0, -1)).toEqual(words)
})
