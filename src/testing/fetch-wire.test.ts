import { expect, test } from 'vitest'
import { fetchWire } from './fetch-wire.ts'

test('an answer that is no longer waited for', async () => {
  const leaving = new AbortController()
  const silent = ({ signal }: Request) =>
    new Promise<Response>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
  const sent = fetchWire(silent).send({ method: 'GET', url: 'http://game/', headers: {} }, leaving.signal)
  leaving.abort(new Error('enough'))
  await expect(sent).rejects.toThrow('enough')
}, 2000)
