import { expect, test } from 'vitest'
import { fault, type Fault } from '../../game/kernel/fault.ts'
import { runCommands } from './command-run.ts'

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Lines that come one by one, with a pause after each. */
async function* slowly(lines: readonly string[], pauseMs: number): AsyncGenerator<Buffer> {
  for (const line of lines) {
    yield Buffer.from(`${line}\n`)
    await later(pauseMs)
  }
}

const notFound = fault('player_not_found', { id: 'x' })

test('commands follow each other without waiting, what goes alone waits for all before it', async () => {
  const seen: string[] = []
  const kept = async (line: string, ms: number): Promise<undefined> => {
    await later(ms)
    seen.push(`${line} kept`)
  }
  const report = await runCommands(slowly(['a', 'b', 'alone', 'c'], 0), (line) => {
    seen.push(line)
    return line === 'alone' ? { alone: () => kept('alone', 1) } : { waits: kept(line, line === 'a' ? 30 : 10) }
  })
  expect(report).toEqual({ done: 4, failed: [] })
  expect(seen).toEqual(['a', 'b', 'alone', 'b kept', 'a kept', 'alone kept', 'c', 'c kept'])
})

test('lines that failed are told in their order, whenever each was known to', async () => {
  const lines = Array.from({ length: 1100 }, (_, i) => String(i + 1))
  const late = async (): Promise<Fault> => {
    await later(5)
    return notFound
  }
  const report = await runCommands(slowly([lines.join('\n')], 0), (line) => ({
    waits: Number(line) % 100 === 0 ? late() : Number(line) % 50 === 0 ? notFound : Promise.resolve(undefined),
  }))
  expect(report.done).toBe(1078)
  expect(report.failed.map(({ line }) => line)).toEqual(Array.from({ length: 22 }, (_, i) => (i + 1) * 50))
})

test('a failure ends it, and is heard of by nobody else', async () => {
  const fails = async (): Promise<undefined> => {
    await later(1)
    throw new Error('the disk is gone')
  }
  const lines = Array.from({ length: 8 }, (_, i) => `line ${i}`)
  await expect(runCommands(slowly(lines, 5), () => ({ waits: fails() }))).rejects.toThrow('the disk is gone')
  const many = Array(1600).fill('line').join('\n')
  await expect(runCommands(slowly([many], 5), () => ({ waits: fails() }))).rejects.toThrow('the disk is gone')
})
