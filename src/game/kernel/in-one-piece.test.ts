import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOnePiece } from './in-one-piece.ts'

test('is the same text, however short, and where its first letter takes two units', () => {
  const texts = fc.oneof(fc.constantFrom('', 'a', '😀', '😀😀'), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(texts, (text) => {
      expect(inOnePiece(text)).toBe(text)
    }),
  )
})
