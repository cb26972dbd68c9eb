import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeIo, type FakeIo, type FakeWorld } from '../../../../test/support/fake-io.ts'
import type { Client } from '../../../client/client.ts'
import { ServiceError, UnreachableError } from '../../../client/service-error.ts'
import type { Service } from '../../../terminal/service.ts'
import { type CommonOptions, createShell } from '../../../terminal/shell.ts'
import { watchBoard, type Watched } from './watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A service that a test takes away and brings back, and whose score it sets. */
class FakeService {
  score = '1'
  reads = 0
  isThere = true
  refusal: Error | undefined
  /** What a read waits for. */
  gate = Promise.resolve()
  #tell = (): void => {}
  #drop: (error: Error) => void = () => {}

  readonly client = {
    request: () => this.#answer({ now: '2026-05-01T00:00:00Z', frozen: false }),
    lines: (_path: string, _query: unknown, signal: AbortSignal) => this.#lines(signal),
  } as unknown as Client

  /** An entry is written. */
  play(score = this.score): void {
    this.score = score
    this.#tell()
  }

  vanish(): void {
    this.isThere = false
    this.#drop(this.#gone())
  }

  read = async () => {
    this.reads += 1
    await this.gate
    if (this.refusal) throw this.refusal
    const page = { data: [{ player: { id: 'neo', alias: 'Neo' }, score: this.score, rank: 1 }], total: 1 }
    const { text } = await this.#answer(page, this.score)
    return { text, page, boards: [], board: undefined, nowMs: 0, caller: undefined }
  }

  async #answer(body: unknown, text = ''): Promise<{ body: unknown; text: string }> {
    if (!this.isThere) throw this.#gone()
    return { body, text }
  }

  async *#lines(signal: AbortSignal): AsyncGenerator<string> {
    for (;;) {
      yield await new Promise<string>((resolve, reject) => {
        this.#tell = () => resolve('{}')
        this.#drop = reject
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      })
    }
  }

  #gone = (): Error => new UnreachableError('http://game', new Error('refused'))
}

/** Watches a service; gives the world, and the exit code to come. */
function watched(
  service: FakeService,
  world: FakeWorld = {},
): { readonly io: FakeIo; readonly ended: Promise<number> } {
  const io = fakeIo(world)
  const { client, read } = service
  const shell = createShell(io, {} as CommonOptions)
  const draw: Watched['draw'] = ({ page }, _, status) => [page.data[0]?.score, status].join(' ').trimEnd()
  const remarks = (): string[] => []
  return { io, ended: watchBoard(shell, { client, address: () => 'http://game' } as Service, { read, draw, remarks }) }
}

test('entries that come close together are one look, and a look that shows nothing new prints nothing', async () => {
  const service = new FakeService()
  const { io, ended } = watched(service)
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 2; i < 50; i += 1) {
    service.play(String(i))
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect({ reads: service.reads, stdout: io.written.stdout }).toEqual({ reads: 2, stdout: '1\n\n49\n' })
  service.play()
  await vi.advanceTimersByTimeAsync(1_000)
  expect({ reads: service.reads, stdout: io.written.stdout }).toEqual({ reads: 3, stdout: '1\n\n49\n' })
  io.signal('SIGINT')
  expect(await ended).toBe(130)
})

test('what changes without an entry, as a cycle does at midnight, is seen after a while', async () => {
  const service = new FakeService()
  const { io, ended } = watched(service)
  await vi.advanceTimersByTimeAsync(0)
  service.score = '0'
  await vi.advanceTimersByTimeAsync(6_000)
  expect(io.written.stdout).toBe('1\n\n0\n')
  io.signal('SIGINT')
  await ended
})

test('a service that goes is waited for, and that is told once', async () => {
  const service = new FakeService()
  const { io, ended } = watched(service)
  await vi.advanceTimersByTimeAsync(0)
  service.vanish()
  await vi.advanceTimersByTimeAsync(5_000)
  const gone = 'http://game has stopped answering; retrying\n'
  expect(io.written.stderr).toBe(gone)
  service.isThere = true
  service.score = '2'
  await vi.advanceTimersByTimeAsync(2_000)
  expect(io.written).toEqual({ stdout: '1\n\n2\n', stderr: `${gone}http://game is back\n` })
  service.play('3')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(io.written.stdout).toBe('1\n\n2\n\n3\n')
  io.signal('SIGTERM')
  expect(await ended).toBe(143)
})

test('on a terminal the picture itself tells of a service that goes, and no more once it is back', async () => {
  const service = new FakeService()
  const { io, ended } = watched(service, { answer: '' })
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 3; i += 1) {
    service.vanish()
    await vi.advanceTimersByTimeAsync(5_000)
    service.isThere = true
    await vi.advanceTimersByTimeAsync(5_000)
  }
  const drawn = (text: string): string => `\u001b[?25l\r\u001b[1A\u001b[J\u001b[?7l${text}\n\u001b[?7h`
  const lost = drawn('1 http://game has stopped answering; retrying')
  expect(io.written).toEqual({
    stdout: '\u001b[?25l\u001b[?7l1\n\u001b[?7h' + (lost + drawn('1')).repeat(3),
    stderr: '',
  })
  io.signal('SIGINT')
  expect(await ended).toBe(130)
})

test('a window that changes before there is a picture stays as it is', async () => {
  const service = new FakeService()
  const gate = Promise.withResolvers<void>()
  service.gate = gate.promise
  const { io, ended } = watched(service, { answer: '' })
  await vi.advanceTimersByTimeAsync(0)
  io.resize(20)
  expect(io.written.stdout).toBe('')
  gate.resolve()
  await vi.advanceTimersByTimeAsync(0)
  io.resize(30)
  expect(io.written.stdout).toContain('\u001b[H\u001b[J')
  io.signal('SIGINT')
  await ended
})

test('what was never there is not waited for, and what is refused later ends it', async () => {
  const absent = new FakeService()
  absent.isThere = false
  await expect(watched(absent).ended).rejects.toThrow(UnreachableError)
  const service = new FakeService()
  const { ended } = watched(service)
  const refused = expect(ended).rejects.toThrow('leaderboard_not_found')
  await vi.advanceTimersByTimeAsync(0)
  service.refusal = new ServiceError({ status: 404, text: '{"error":"leaderboard_not_found"}' })
  service.play()
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
})

test('what is answered after the end is not shown', async () => {
  const service = new FakeService()
  const { io, ended } = watched(service)
  await vi.advanceTimersByTimeAsync(0)
  const gate = Promise.withResolvers<void>()
  service.gate = gate.promise
  service.play('2')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(service.reads).toBe(2)
  io.signal('SIGINT')
  expect(await ended).toBe(130)
  gate.resolve()
  await vi.advanceTimersByTimeAsync(10_000)
  expect({ reads: service.reads, ...io.written }).toEqual({ reads: 2, stdout: '1\n', stderr: '' })
})

test('a second signal does not wait for what is under way', async () => {
  const { io, ended } = watched(new FakeService())
  io.signal('SIGINT')
  // Sooner it would be taken for the same one, sent on.
  vi.setSystemTime(Date.now() + 300)
  io.signal('SIGINT')
  expect(io.exits).toEqual([130])
  expect(await ended).toBe(130)
})
