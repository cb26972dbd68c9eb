import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readLog } from './log-reader.ts'
import { LogSilent, type LogMessage } from './replicated-log.ts'

const message = (id: number): LogMessage => ({ headers: { id: `${id}` }, data: Buffer.of() })
const soon = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A log of five messages that lacks the third one until `fill`. */
function holed() {
  const lost = new Set([3])
  let asked = 0
  return {
    fill: () => lost.clear(),
    end: async () => 5,
    read: async (position: number) => {
      asked += 1
      // Not every request is answered.
      if (asked % 2 === 0) throw new LogSilent('no answer came')
      return lost.has(position) ? undefined : message(position)
    },
    start: async () => 1,
    async *follow(after: number) {
      for (let position = after + 1; position <= 5; position++)
        if (!lost.has(position)) yield { position, message: message(position) }
    },
  }
}

test('a message that the log has lost is reported once, and the log is read on when it is back', async () => {
  const log = holed()
  const missing: number[] = []
  const found: number[] = []
  const ending = new AbortController()
  const onMissing = (position: number): void => {
    missing.push(position)
    expect(found).toEqual([1, 2])
    log.fill()
  }
  for await (const { position } of readLog({ log, after: 0, wait: soon, ending: ending.signal, onMissing })) {
    found.push(position)
    if (position === 5) ending.abort()
  }
  expect(found).toEqual([1, 2, 3, 4, 5])
  expect(missing).toEqual([3])
})

test('a reader keeps nothing of the messages that it has yielded', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const COUNT = 200_000
  const log = {
    end: async () => COUNT,
    read: async () => undefined,
    start: async () => 1,
    async *follow(after: number, signal: AbortSignal) {
      for (let position = after + 1; position <= COUNT; position++) yield { position, message: message(position) }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  }
  const ending = new AbortController()
  // So that it looks often whether the log stands still.
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 20))
  const messages = readLog({ log, after: 0, wait, ending: ending.signal })
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < COUNT; i++) await messages.next()
  const last = messages.next()
  await wait()
  await wait()
  collectGarbage()
  const bytesEach = (process.memoryUsage().heapUsed - before) / COUNT
  expect(bytesEach).toBeLessThan(50)
  ending.abort()
  await last
})
