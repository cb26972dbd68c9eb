import { expect, test } from 'vitest'
import type { Entry } from '../game/kernel/entry.ts'
import { pause, type Steps } from '../game/kernel/operation.ts'
import { turns } from '../game/kernel/turns.ts'
import { walkThrough } from './walk-through.ts'

const entryOf = (seq: number) => ({ seq }) as Entry
const find = async (seqs: ReadonlySet<number>) => new Map([...seqs].map((seq) => [seq, entryOf(seq)]))

/** Longer than a slice of time. */
function spin(): void {
  const end = performance.now() + 15
  while (performance.now() < end);
}

function* long(name: string, log: string[]): Steps<string> {
  for (let i = 0; i < 3; i += 1) {
    log.push(name)
    spin()
    yield pause
  }
  return name
}

function* short(): Steps<string> {
  yield pause
  return 'short'
}

test('a walk gets the entries that it asks for, and nothing else', async () => {
  const given: number[][] = []
  function* asking(): Steps<string> {
    for (const seqs of [[3, 1], [], [2]]) given.push([...(yield new Set(seqs)).keys()])
    return 'done'
  }
  expect(await walkThrough(asking(), find, turns(1))).toBe('done')
  expect(given).toEqual([[3, 1], [], [2]])
})

test('others have their turn while a walk takes long, and a short walk waits for no long one', async () => {
  const [log, longWalks] = [[] as string[], turns(1)]
  const first = walkThrough(long('first', log), find, longWalks)
  await new Promise(setImmediate)
  expect(log.length).toBeLessThan(3)
  expect(await walkThrough(short(), find, longWalks)).toBe('short')
  expect(log.length).toBeLessThan(3)
  expect(await first).toBe('first')
})

test('long walks go one after the other', async () => {
  const [log, longWalks] = [[] as string[], turns(1)]
  await Promise.all(['a', 'b', 'c'].map((name) => walkThrough(long(name, log), find, longWalks)))
  // Each shows in its first slice that it is long.
  expect(log.join('')).toBe('abcaabbcc')
})

test('a walk whose entries cannot be read ends with that, and the next one goes on', async () => {
  const longWalks = turns(1)
  function* asking(): Steps<string> {
    spin()
    yield pause
    yield new Set([1])
    return 'done'
  }
  const broken = walkThrough(asking(), () => Promise.reject(new Error('unreadable')), longWalks)
  await expect(broken).rejects.toThrow('unreadable')
  expect(await walkThrough(long('next', []), find, longWalks)).toBe('next')
})
