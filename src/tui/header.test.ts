import { expect, test } from 'vitest'
import { clockText } from './header.ts'

const now = '2030-01-06T12:00:00.000Z'

test('a clock that runs goes on with this machine, a frozen one does not', () => {
  expect(clockText({ now, frozen: false, readAtMs: 1_000 }, 62_500)).toBe('2030-01-06 12:01:01Z')
  expect(clockText({ now, frozen: false, readAtMs: 1_000 }, 0)).toBe('2030-01-06 12:00:00Z')
  expect(clockText({ now, frozen: true, readAtMs: 1_000 }, 62_500)).toBe('2030-01-06 12:00:00Z (frozen)')
})
