import { expect, test } from 'vitest'
import type { Snapshot } from '../emulator/time-travel/snapshots.ts'
import { fault, type Fault } from '../game/kernel/fault.ts'
import { fetchWire, gameSnapshots } from './running-game.ts'

test('an answer that is no longer waited for', async () => {
  const leaving = new AbortController()
  const silent = ({ signal }: Request) =>
    new Promise<Response>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
  const sent = fetchWire(silent).send({ method: 'GET', url: 'http://game/', headers: {} }, leaving.signal)
  leaving.abort(new Error('enough'))
  await expect(sent).rejects.toThrow('enough')
}, 2000)

/** Points of which the names are kept, and how the next save comes out instead. */
function namesOnly() {
  const names = new Set<string>()
  const instead: (() => Promise<Fault | Snapshot>)[] = []
  const snapshots = gameSnapshots({
    save: async (name) => {
      const other = instead.pop()
      if (other) return other()
      names.add(name)
      return { name, seq: 1, created: 0, size: 0 }
    },
    restore: async (name) => (names.has(name) ? { name, seq: 1, now: 0 } : fault('snapshot_not_found', { name })),
    delete: async (name) => (names.delete(name) ? { name } : fault('snapshot_not_found', { name })),
  })
  return { points: snapshots, names, instead }
}

test('where a save fails, the point before it is still there', async () => {
  const { points: snapshots, names, instead } = namesOnly()
  const saved = await snapshots.snapshot(undefined)
  instead.push(() => Promise.reject(new Error('no room')))
  await expect(snapshots.snapshot(undefined)).rejects.toThrow('no room')
  const refused = fault('snapshot_exists', { name: 'x' })
  instead.push(async () => refused)
  expect(await snapshots.snapshot(undefined)).toBe(refused)
  expect(await snapshots.restore(undefined)).toMatchObject({ name: (saved as Snapshot).name })
  await snapshots.snapshot(undefined)
  expect(names.size).toBe(1)
})
