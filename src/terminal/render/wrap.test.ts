import { expect, test } from 'vitest'
import { textWidth } from './text-width.ts'
import { wrap } from './wrap.ts'

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['', 5, ['']],
  ['abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
  ['日本語です', 4, ['日本', '語で', 'す']],
])('%j within %i letters is %j', (text, width, lines) => expect(wrap(text, width)).toEqual(lines))

test('no line is wider than there is room, whatever the text', () => {
  const text = 'a 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧 שלום-שלום-שלום e\u0301e\u0301e\u0301e\u0301e\u0301 x'.repeat(3)
  for (const width of [2, 3, 5, 8])
    for (const line of wrap(text, width)) expect(textWidth(line)).toBeLessThanOrEqual(width)
})
