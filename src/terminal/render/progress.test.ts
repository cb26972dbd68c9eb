import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeIo, fakeIo } from '../../../test/support/fake-io.ts'
import { type CommonOptions, createShell } from '../shell.ts'
import { progressBar, showProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Shows the progress of work that takes so long. */
async function progressOf(ms: number, io: FakeIo, options: Partial<CommonOptions> = {}): Promise<string> {
  const work = new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))
  const shown = showProgress(createShell(io, options as CommonOptions), 'waiting', work)
  await vi.advanceTimersByTimeAsync(ms)
  expect(await shown).toBe('done')
  expect(io.written.stdout).toBe('')
  return io.written.stderr
}

const terminal = (): FakeIo => fakeIo({ answer: '', now: () => Date.now() })

test('what takes over half a second is told on a terminal, and gone from it when it is done', async () => {
  expect(await progressOf(400, terminal())).toBe('')
  const erase = '\r\u001b[K'
  expect(await progressOf(1_200, terminal())).toBe(`${erase}waiting${erase}waiting (1 s)${erase}`)
})

test('nothing is told where there is no terminal, nor to those who want quiet', async () => {
  expect(await progressOf(2_000, fakeIo())).toBe('')
  expect(await progressOf(2_000, terminal(), { quiet: true })).toBe('')
})

test('what fails is gone from the terminal too', async () => {
  const io = terminal()
  const work = new Promise((_, reject) => setTimeout(() => reject(new Error('no')), 600))
  const shown = expect(showProgress(createShell(io, {} as CommonOptions), 'waiting', work)).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(600)
  await shown
  expect(io.written.stderr).toBe('\r\u001b[Kwaiting\r\u001b[K')
})

const barOptions = { json: false, quiet: false, colourless: true, verbose: false } as CommonOptions

/** What a bar writes when it is told of these, each so many ms after the start. */
function written(told: readonly (readonly [atMs: number, done: number, of: number])[], isTerminal = true): string {
  let now = 0
  const io = fakeIo({ now: () => now, ...(isTerminal && { answer: '' }) })
  const bar = progressBar(createShell(io, barOptions), 'seeding')
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

test('what receives progress gets it in the place of a bar', () => {
  let now = 0
  const received: unknown[] = []
  const io = { ...fakeIo({ now: () => now }), onProgress: (progress: unknown) => void received.push(progress) }
  const bar = progressBar(createShell(io, { ...barOptions, quiet: true }), 'searching')
  for (const [atMs, done] of [
    [400, 1],
    [500, 2],
    [550, 3],
    [600, 4],
  ] as const) {
    now = atMs
    bar.show(done, 4, ' steps')
  }
  bar.end()
  expect(received).toEqual([
    { what: 'searching', done: 2, of: 4, detail: ' steps' },
    { what: 'searching', done: 4, of: 4, detail: ' steps' },
  ])
  expect(io.written.stderr).toBe('')
})

test('large numbers can be read, and nothing is all of nothing', () => {
  expect(written([[500, 0, 1_234_567]])).toContain(`[${' '.repeat(24)}] 0% of 1,234,567`)
  expect(written([[500, 0, 0]])).toContain('100% of 0')
})
