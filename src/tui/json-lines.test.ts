import { expect, test } from 'vitest'
import { jsonLines } from './json-lines.ts'

test('a line that is too wide goes on in the next, set in further', () => {
  const value = { id: 'a', about: ['one two three four'], name: '\u009b\u202e' }
  expect(jsonLines(value, 16)).toEqual([
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
