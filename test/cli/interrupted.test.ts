import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { endAll, start } from './spawned.ts'

afterEach(endAll)

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a command that waits for an answer is ended by %s, with %i', async (signal, code) => {
  let asked: () => void = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const silent = createServer((socket) => socket.on('error', () => {}).once('data', () => asked()))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const waiting = start(['player', 'list', '--url', url], { cwd: tmpdir() })
  await isAsked
  waiting.kill(signal)
  expect(await waiting.ended).toEqual({ code, signal: null, stdout: '', stderr: '' })
  silent.close()
})
