import { expect, test } from 'vitest'
import { fakeIo } from '../../../test/support/fake-io.ts'
import { createShell } from '../shell.ts'
import { progressBar } from './progress-bar.ts'

const options = { json: false, quiet: false, colourless: true, verbose: false } as never

/** What a bar writes when it is told of these, each so many ms after the start. */
function written(told: readonly (readonly [atMs: number, done: number, of: number])[], isTerminal = true): string {
  let now = 0
  const io = fakeIo({ now: () => now, ...(isTerminal && { answer: '' }) })
  const bar = progressBar(createShell(io, options), 'seeding')
  for (const [atMs, done, of] of told) {
    now = atMs
    bar.show(done, of)
  }
  bar.end()
  return io.written.stderr
}

test('a bar shows how far the work is, ten times a second, and gives its line back', () => {
  expect(
    written([
      [0, 1, 4000],
      [499, 500, 4000],
      [500, 1000, 4000],
      [599, 1001, 4000],
      [600, 4000, 4000],
    ]),
  ).toBe(
    '\r\u001b[Kseeding [######                  ] 25% of 4,000' +
      '\r\u001b[Kseeding [########################] 100% of 4,000' +
      '\r\u001b[K',
  )
})

test('work that is done soon shows none', () => {
  expect(written([[400, 3, 4]])).toBe('')
})

test('there is none where there is no terminal', () => {
  expect(written([[1000, 3, 4]], false)).toBe('')
})

test('large numbers can be read, and nothing is all of nothing', () => {
  expect(written([[500, 0, 1_234_567]])).toContain(`[${' '.repeat(24)}] 0% of 1,234,567`)
  expect(written([[500, 0, 0]])).toContain('100% of 0')
})
