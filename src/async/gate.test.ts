import { expect, test } from 'vitest'
import { openGate } from './gate.ts'

test('a gate that closes lets nobody in, and waits for all that was let in, failed or not', async () => {
  const gate = openGate()
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const within = [gate.enter(() => one.promise), gate.enter(() => other.promise)]
  const failed = expect(within[1]).rejects.toThrow('EIO')
  let isDone = false
  const closing = gate.close(new Error('closed')).then(() => (isDone = true))
  await expect(gate.enter(async () => 'late')).rejects.toThrow('closed')
  other.reject(new Error('EIO'))
  await failed
  expect(isDone).toBe(false)
  one.resolve('done')
  expect(await within[0]).toBe('done')
  await closing
})
