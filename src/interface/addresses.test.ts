import { expect, test } from 'vitest'
import { addressOf } from './addresses.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4040'],
  ['box', 'http://box:4040'],
  ['0.0.0.0', 'http://127.0.0.1:4040'],
  ['::', 'http://[::1]:4040'],
  ['fe80::1', 'http://[fe80::1]:4040'],
])('what listens on %s is called at %s', (host, url) => {
  expect(addressOf(host, 4040)).toBe(url)
})
