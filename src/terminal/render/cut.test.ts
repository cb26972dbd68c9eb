import { expect, test } from 'vitest'
import { cut } from './cut.ts'

test('what fits stays, and what is too wide ends with a mark within its width', () => {
  expect(cut('trinity', 7, true)).toBe('trinity')
  expect(cut('trinity', 6, true)).toBe('trini…')
  expect(cut('trinity', 6, false)).toBe('trini~')
  expect(cut('trinity', 1, true)).toBe('…')
  expect(cut('trinity', 0, true)).toBe('')
})

test('a letter that takes two places is not cut in half', () => {
  expect(cut('救世主', 5, true)).toBe('救世…')
  expect(cut('救世主', 4, true)).toBe('救…')
})
