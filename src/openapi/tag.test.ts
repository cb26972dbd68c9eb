import { expect, test } from 'vitest'
import { tagOf } from './tag.ts'

test.each([
  ['/runtime/', 'runtime: game'],
  ['/runtime/player/activity', 'runtime: players'],
  ['/runtime/definitions/processes/:id', 'runtime: processes'],
  ['/runtime/logout', 'sign-in'],
])('%s is about %s', (path, tag) => {
  expect(tagOf({ path, resource: 'runtime' })).toBe(tag)
})

test.each(['/runtime/badges/:badge_id', '/runtime/constructor'])('%s is about nothing that is known', (path) => {
  expect(() => tagOf({ path, resource: 'runtime' })).toThrow(/^the path .* is about '\w+'/)
})
