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
