import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeIo, type FakeIo } from '../../../test/support/fake-io.ts'
import type { CommonOptions } from '../shell.ts'
import { createShell } from '../shell.ts'
import { showProgress } from './progress.ts'

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
