import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellQuoted } from '../sentences/shell-quoted.ts'
import { invocationFrom, hint } from './hint.ts'

const none = { config: undefined, url: undefined, runtime: undefined }

test('a hint names the project, the address and the runtime that were given', () => {
  expect(hint({ options: none }, 'seed')).toBe("'gamify seed'")
  const options = { config: 'my game/gamify.json', url: 'http://127.0.0.1:5050', runtime: 'production' } as const
  expect(hint({ options }, 'seed')).toBe(
    "'gamify seed --config 'my game/gamify.json' --url http://127.0.0.1:5050 --runtime production'",
  )
})

test('an empty flag is as if it were not given', () => {
  expect(hint({ options: { ...none, config: '', url: '' } }, 'seed')).toBe("'gamify seed'")
})

test.each([
  ['/usr/bin/gamify', '/games/neo', 'gamify'],
  ['/games/neo/checkout/bin/gamify.js', '/games/neo/checkout', 'node bin/gamify.js'],
  ['/games/neo/checkout/bin/gamify.js', '/games/neo/demo', 'node ../checkout/bin/gamify.js'],
  ['/games/neo/gamify-linux-x64', '/games/neo', './gamify-linux-x64'],
  ['/games/neo/gamify-linux-x64', '/games/neo/demo', '../gamify-linux-x64'],
  ['./gamify', process.cwd(), './gamify'],
  ['/games/neo/my games/bin/gamify.js', '/games/neo', "node 'my games/bin/gamify.js'"],
])('the program %s is called from %s as %s', (program, directory, called) => {
  expect(invocationFrom({ program }, directory)).toBe(called)
})

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
