import { expect, test } from 'vitest'
import { knowsUnicode } from './paint.ts'

test.each([
  [true, {}],
  [true, { LANG: 'de_DE.UTF-8', TERM: 'xterm-256color' }],
  [true, { LC_ALL: '', LC_CTYPE: 'C.utf8', LANG: 'C' }],
  [false, { LANG: 'C' }],
  [false, { LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }],
  [false, { LANG: 'en_US.UTF-8', TERM: 'linux' }],
  [false, { TERM: 'dumb' }],
])('%j in %j', (known, env) => {
  expect(knowsUnicode(env)).toBe(known)
})
