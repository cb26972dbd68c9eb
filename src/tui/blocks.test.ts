import { expect, test } from 'vitest'
import { paintFor } from '../terminal/render/paint.ts'
import { json } from './blocks.ts'
import { createTheme } from './layout.ts'

const theme = createTheme(paintFor({ write: () => {}, isTerminal: false }, {}, true), true)

test('a line that is too wide goes on in the next, set in further', () => {
  const value = { id: 'a', about: ['one two three four'], name: '\u009b\u202e' }
  expect(json(value)({ read: () => ({ kind: 'loading' }), theme, width: 16 })).toEqual([
    '{',
    '  "id": "a",',
    '  "about": [',
    '    "one two',
    '      three',
    '      four"',
    '  ],',
    '  "name":',
    '    "\\u{9b}\\u{20',
    '    2e}"',
    '}',
  ])
})
