import { expect, test } from 'vitest'
import { standing, timelineOn } from '../../../test/support/bare-timeline.ts'
import { designOf, point } from '../../../test/support/design-parts.ts'
import { operator } from '../../../test/support/played-game.ts'
import { SlowJournal } from '../../../test/support/slow-journal.ts'
import { TimeSlice } from '../../async/time-slice.ts'
import { turns, type Turns } from '../../async/turns.ts'
import type { GameWalk } from '../../game/game-operation.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { fault } from '../../game/kernel/fault.ts'
import { pause, type Steps } from '../../game/kernel/operation.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'
import { walkThrough } from './walks.ts'

test('a walk that takes long lets others have their turn, and answers when all that it saw is kept', async () => {
  const journal = new SlowJournal()
  const runtime = timelineOn(journal)
  const count: GameWalk<undefined, number> = {
    kind: 'walk',
    name: 'test.count',
    walk: function* ({ players }) {
      for (let step = 0; step < 3; step += 1) {
        const until = performance.now() + 15
        while (performance.now() < until);
        yield pause
      }
      return players.index.size
    },
  }
  const counted = runtime.execute(count, undefined, operator)
  await new Promise(setImmediate)
  const created = runtime.execute(createPlayer, { id: 'neo' }, operator)
  for (let turn = 0; turn < 5; turn += 1) expect(await standing(counted)).toBe('waiting')
  journal.keep()
  expect(await counted).toBe(1)
  await created
})

test('a walk that fails by a design which was replaced meanwhile is begun again by the one in force', async () => {
  const runtime = timelineOn(new MemoryJournal())
  const newer = designOf({ metrics: [point('xp'), point('gold')] })
  let begun = 0
  const findGold: GameWalk<null, string> = {
    kind: 'walk',
    name: 'test.find',
    *walk(_state, _input, context) {
      begun += 1
      if (begun === 1) void runtime.deploy(newer, 'newer', null)
      yield pause
      return context.design.metrics.has('gold') ? 'found' : fault('metric_not_found', { id: 'gold' })
    },
  }
  expect(await runtime.execute(findGold, null, operator)).toBe('found')
  expect(begun).toBe(2)
  const findNothing: typeof findGold = {
    ...findGold,
    *walk() {
      begun += 1
      yield pause
      return fault('metric_not_found', { id: 'silver' })
    },
  }
  expect(await runtime.execute(findNothing, null, operator)).toMatchObject({ fault: 'metric_not_found' })
  expect(begun).toBe(3)
})

const entryOf = (seq: number) => ({ seq }) as Entry
const find = async (seqs: ReadonlySet<number>) => new Map([...seqs].map((seq) => [seq, entryOf(seq)]))

/** How the walks of a test are taken, each in a turn of its own. */
const ways = (longWalks: Turns) => ({ find, longWalks, slice: new TimeSlice() })

/** Longer than a slice of time, unless it is told how long. */
function spin(forMs = 15): void {
  const end = performance.now() + forMs
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
  expect(await walkThrough(asking(), ways(turns(1)))).toBe('done')
  expect(given).toEqual([[3, 1], [], [2]])
})

test('others have their turn while a walk takes long, and a short walk waits for no long one', async () => {
  const [log, longWalks] = [[] as string[], turns(1)]
  const first = walkThrough(long('first', log), ways(longWalks))
  await new Promise(setImmediate)
  expect(log.length).toBeLessThan(3)
  expect(await walkThrough(short(), ways(longWalks))).toBe('short')
  expect(log.length).toBeLessThan(3)
  expect(await first).toBe('first')
})

test('long walks go one after the other', async () => {
  const [log, longWalks] = [[] as string[], turns(1)]
  await Promise.all(['a', 'b', 'c'].map((name) => walkThrough(long(name, log), ways(longWalks))))
  // Each shows in its first slice that it is long.
  expect(log.join('')).toBe('abcaabbcc')
})

test('a long walk that waits for what takes long by itself gives its turn on', async () => {
  const longWalks = turns(1)
  const built = Promise.withResolvers<void>()
  function* waiting(): Steps<string, string> {
    for (const wanted of ['board', 'board']) {
      spin()
      yield pause
      yield wanted
    }
    return 'waited'
  }
  const slow = async (wanted: ReadonlySet<number> | string) => {
    if (wanted === 'board') await built.promise
    return new Map<number, Entry>()
  }
  const waits = walkThrough(waiting(), {
    find: slow,
    longWalks,
    slice: new TimeSlice(),
    isSlow: (wanted) => wanted === 'board',
  })
  expect(await walkThrough(long('other', []), ways(longWalks))).toBe('other')
  built.resolve()
  expect(await waits).toBe('waited')
})

test('a walk whose entries cannot be read ends with that, and the next one goes on', async () => {
  const longWalks = turns(1)
  function* asking(): Steps<string> {
    spin()
    yield pause
    yield new Set([1])
    return 'done'
  }
  const broken = walkThrough(asking(), { ...ways(longWalks), find: () => Promise.reject(new Error('unreadable')) })
  await expect(broken).rejects.toThrow('unreadable')
  expect(await walkThrough(long('next', []), ways(longWalks))).toBe('next')
})

test('walks that begin in one turn share its slice: a crowd holds others up little longer than one', async () => {
  const ways = { find, longWalks: turns(1), slice: new TimeSlice() }
  let steps = 0
  /** Done within a slice, alone. */
  function* shorter(): Steps<string> {
    for (let step = 0; step < 3; step += 1) {
      spin(3)
      steps += 1
      yield pause
    }
    return 'done'
  }
  const crowd = Array.from({ length: 8 }, () => walkThrough(shorter(), ways))
  await new Promise(setImmediate)
  expect(steps).toBeLessThan(8 * 3)
  expect(await Promise.all(crowd)).toEqual(Array.from({ length: 8 }, () => 'done'))
})
