import { describe, expect, test } from 'vitest'
import { timelineOn } from '../../../test/support/bare-timeline.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { like, neo, operator } from '../../../test/support/played-game.ts'
import { playAction } from '../../game/actions/operations.ts'
import { createPlayer, disablePlayer } from '../../game/players/administration.ts'
import { checksum } from '../../storage/checksum.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'
import type { Timeline } from '../session/timeline.ts'
import { isJump, type HistoryEntry, type HistoryRange } from './history-range.ts'

describe('the history', () => {
  const listed = (runtime: Timeline, range: HistoryRange): Promise<HistoryEntry[]> =>
    Array.fromAsync(runtime.history(range))

  async function followed(
    runtime: Timeline,
    range: HistoryRange,
    ending: AbortSignal,
  ): Promise<(number | undefined)[]> {
    const seqs: (number | undefined)[] = []
    for await (const step of runtime.follow(range, ending)) seqs.push(isJump(step) ? undefined : step.seq)
    return seqs
  }

  async function some() {
    const machine = { ms: START_MS }
    const runtime = timelineOn(new MemoryJournal(), machine)
    for (const id of ['neo', 'trinity']) await runtime.execute(createPlayer, { id }, operator)
    machine.ms += 1000
    await runtime.execute(playAction, like, neo)
    await runtime.execute(disablePlayer, { id: 'trinity' }, operator)
    return runtime
  }

  test('has the entries as they were written, but for the chain', async () => {
    const [first] = await listed(await some(), {})
    expect(first).toEqual({
      seq: 1,
      at: START_MS,
      op: 'players.create',
      caller: { client: 'test' },
      input: { id: 'neo' },
      events: [{ event: 'player:created', player: { id: 'neo', alias: 'neo' }, email: null, changes: [] }],
    })
  })

  test('begins at an entry or at a time, and may be about one player', async () => {
    const runtime = await some()
    const seqs = async (range: HistoryRange) => (await listed(runtime, range)).map(({ seq }) => seq)
    expect(await seqs({ since: { seq: 3 } })).toEqual([3, 4])
    expect(await seqs({ since: { at: START_MS + 1 } })).toEqual([3, 4])
    expect(await seqs({ since: { at: START_MS } })).toEqual([1, 2, 3, 4])
    expect(await seqs({ playerId: 'neo' })).toEqual([1, 3])
    expect(await seqs({ playerId: 'trinity', since: { seq: 3 } })).toEqual([4])
    expect(await seqs({ playerId: 'nobody' })).toEqual([])
    expect(await seqs({ since: { seq: 99 } })).toEqual([])
  })

  test('keeps of the input what had a meaning', async () => {
    const runtime = await some()
    await runtime.execute(playAction, { ...like, variables: { undeclared: 'x' } }, neo)
    const entries = await listed(runtime, { since: { seq: 5 } })
    expect(entries.map(({ input }) => input)).toEqual([like])
  })

  test('ends at an entry or at a time, both included', async () => {
    const runtime = await some()
    const seqs = async (range: HistoryRange) => (await listed(runtime, range)).map(({ seq }) => seq)
    expect(await seqs({ until: { seq: 2 } })).toEqual([1, 2])
    expect(await seqs({ until: { at: START_MS } })).toEqual([1, 2])
    expect(await seqs({ since: { seq: 2 }, until: { at: START_MS + 1000 } })).toEqual([2, 3, 4])
    expect(await seqs({ since: { seq: 3 }, until: { seq: 2 } })).toEqual([])
  })

  test.each<[string, HistoryRange, number[]]>([
    ['entry', { until: { seq: 4 } }, [1, 2, 3, 4]],
    ['entry before that from which it is read', { since: { seq: 999 }, until: { seq: 2 } }, []],
    ['entry that is about somebody else', { until: { seq: 4 }, playerId: 'neo' }, [1, 3]],
    ['time', { until: { at: START_MS + 999 } }, [1, 2]],
    ['time before that from which it is read', { since: { at: START_MS + 500 }, until: { at: START_MS } }, []],
  ])(
    'that is followed ends at once where it has come to its last %s',
    async (_what, range, seqs) => {
      expect(await followed(await some(), range, AbortSignal.timeout(2_000))).toEqual(seqs)
    },
    1_000,
  )

  test('that is followed up to a time goes on while something may happen at that time', async () => {
    const runtime = await some()
    const stop = new AbortController()
    const range = { since: { seq: 4 }, until: { at: START_MS + 1000 } }
    const following = followed(runtime, range, stop.signal)
    await new Promise(setImmediate)
    await runtime.execute(playAction, like, neo)
    await runtime.clock.change({ advanceMs: 1 })
    expect(await following).toEqual([4, 5])
  })

  test('is not looked up in the journal, play by play, for those who follow it', async () => {
    const journal = new MemoryJournal()
    const runtime = timelineOn(journal)
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    journal.read = () => {
      throw new Error('the journal is read')
    }
    const stop = new AbortController()
    const seen: number[] = []
    const following = (async () => {
      for await (const step of runtime.follow({}, stop.signal)) if (!isJump(step)) seen.push(step.seq)
    })()
    for (let seq = 2; seq <= 4; seq += 1) {
      await runtime.execute(playAction, like, neo)
      await expect.poll(() => seen.at(-1)).toBe(seq)
    }
    stop.abort()
    await following
    expect(seen).toEqual([1, 2, 3, 4])
  })

  test('that is long is read in slices, though nothing of it is asked for', async () => {
    const journal = new MemoryJournal()
    const runtime = timelineOn(journal)
    const padding = 'x'.repeat(1000)
    for (let seq = 1; seq <= 30_000; seq += 1) {
      const text = JSON.stringify({ seq, at: 0, chain: 0, op: padding, caller: {}, input: padding, events: [] })
      void journal.append(seq, text, checksum(text))
    }
    let turns = 0
    const counting = setInterval(() => (turns += 1), 0)
    expect(await listed(runtime, { playerId: 'nobody' })).toEqual([])
    clearInterval(counting)
    expect(turns).toBeGreaterThan(0)
  })

  test('goes on with what happens, until it is told to stop', async () => {
    const runtime = await some()
    const stop = new AbortController()
    const seen: number[] = []
    const following = (async () => {
      for await (const step of runtime.follow({ since: { seq: 4 } }, stop.signal))
        if (!isJump(step)) seen.push(step.seq)
    })()
    await new Promise(setImmediate)
    expect(seen).toEqual([4])
    await runtime.execute(playAction, like, neo)
    await runtime.execute(playAction, like, neo)
    await new Promise(setImmediate)
    expect(seen).toEqual([4, 5, 6])
    stop.abort()
    await following
  })
})
