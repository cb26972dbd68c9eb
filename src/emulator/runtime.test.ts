import { describe, expect, test } from 'vitest'
import { action, add, designOf, point, state } from '../../test/support/design-parts.ts'
import { START_MS } from '../../test/support/game-run.ts'
import { playAction } from '../game/actions/operations.ts'
import { fixIssue, listIssues, readIssue, upgradeDesign } from '../game/design/deployment.ts'
import type { Design } from '../game/design/design.ts'
import { setSeed } from '../game/design/run.ts'
import { readOwnFeed } from '../game/feeds/operations.ts'
import type { GameCommand, GameWalk } from '../game/game-operation.ts'
import { newGame, type RuntimeName } from '../game/game-state.ts'
import { faultBody, isFault } from '../game/kernel/fault.ts'
import { LAST_INSTANT } from '../game/kernel/instant.ts'
import { pause } from '../game/kernel/operation.ts'
import { createPlayer, disablePlayer } from '../game/players/administration.ts'
import { readProfile } from '../game/players/profile.ts'
import { revertEvents } from '../game/players/revert.ts'
import { checksum } from '../storage/checksum.ts'
import { MemoryJournal } from '../storage/memory-journal.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { Journal, JournalLine } from '../storage/journal.ts'
import { memoryBoards } from './runtime-storage.ts'
import { Runtime, type HistoryEntry, type HistoryRange } from './runtime.ts'
import { testGame } from '../../test/support/test-game.ts'

const design = designOf({ metrics: [point('xp')], actions: [action('like', [add('xp', '10')])] })
const operator = { client: 'test' }
const neo = { client: 'test', player: 'neo' }
const like = { action: 'like', count: 1, variables: {}, scopes: [], query: false }

/** A journal whose appends are kept when the test says so, or fail. */
class SlowJournal implements Journal {
  failure: StorageError | undefined
  readonly #entries = new MemoryJournal()
  #waiting: PromiseWithResolvers<void>[] = []

  get firstSeq(): number {
    return this.#entries.firstSeq
  }
  get lastSeq(): number {
    return this.#entries.lastSeq
  }
  get lastSum(): number {
    return this.#entries.lastSum
  }
  append(seq: number, text: string, sum: number): Promise<void> {
    void this.#entries.append(seq, text, sum)
    const waiting = Promise.withResolvers<void>()
    this.#waiting.push(waiting)
    return waiting.promise
  }
  settled(): Promise<void> | undefined {
    if (this.#waiting.length === 0) return undefined
    return Promise.all(this.#waiting.map(({ promise }) => promise)).then(() => undefined)
  }
  read(from: number): AsyncIterable<JournalLine> {
    return this.#entries.read(from)
  }
  texts(seqs: readonly number[]): Promise<readonly (string | undefined)[]> {
    return this.#entries.texts(seqs)
  }
  dropBefore(seq: number): Promise<void> {
    return this.#entries.dropBefore(seq)
  }
  close(): Promise<void> {
    return this.#entries.close()
  }

  keep(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }
  fail(error: StorageError): void {
    this.failure = error
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}

function runtimeOn(
  journal: Journal,
  machine = { ms: START_MS },
  name: RuntimeName = 'staging',
  keptDesign = async (_hash: string): Promise<Design> => design,
): Runtime {
  return new Runtime({
    state: newGame(name),
    design,
    journal,
    game: { ...testGame('g'), created: 0 },
    zoneOffset: () => 0,
    machineNow: () => machine.ms,
    designOf: keptDesign,
    boards: memoryBoards(),
    onEntry: () => {},
    warn: () => {},
  })
}

/** What a promise has come to by now. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  let state = 'waiting'
  promise.then(
    () => (state = 'answered'),
    () => (state = 'rejected'),
  )
  await new Promise(setImmediate)
  return state
}

describe('an answer', () => {
  test('goes out when its entry is kept', async () => {
    const journal = new SlowJournal()
    const created = runtimeOn(journal).execute(createPlayer, { id: 'neo' }, operator)
    expect(await stateOf(created)).toBe('waiting')
    journal.keep()
    expect(await stateOf(created)).toBe('answered')
  })

  test('of a read waits for all that it could have seen, a refusal too', async () => {
    const journal = new SlowJournal()
    const runtime = runtimeOn(journal)
    const created = runtime.execute(createPlayer, { id: 'neo' }, operator)
    const others = [
      runtime.execute(readProfile, { id: 'neo' }, operator),
      runtime.execute(readOwnFeed, { start: undefined, end: undefined }, neo),
      runtime.execute(createPlayer, { id: 'neo' }, operator),
      runtime.execute(setSeed, { seed: '' }, operator),
    ]
    expect(await Promise.all([created, ...others].map(stateOf))).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ])
    journal.keep()
    expect(await Promise.all([created, ...others].map(stateOf))).toEqual([
      'answered',
      'answered',
      'answered',
      'answered',
      'answered',
    ])
    expect(await others[0]).toMatchObject({ id: 'neo' })
    expect(await others[2]).toMatchObject({ fault: 'player_exists' })
  })

  test('that a player may not act, and what the clock shows, wait as well; that he may act does not', async () => {
    const journal = new SlowJournal()
    const runtime = runtimeOn(journal)
    const made = [
      runtime.execute(createPlayer, { id: 'neo' }, operator),
      runtime.execute(createPlayer, { id: 'smith' }, operator),
      runtime.execute(disablePlayer, { id: 'smith' }, operator),
      runtime.clock.change({ now: START_MS + 100, frozen: true }),
    ]
    expect(runtime.standing('neo')).toBeUndefined()
    const answers = [runtime.standing('smith'), runtime.standing('nobody'), runtime.clock.read()].map(
      async (answer) => answer,
    )
    expect(await Promise.all(answers.map(stateOf))).toEqual(['waiting', 'waiting', 'waiting'])
    journal.keep()
    await Promise.all(made)
    expect(await Promise.all(answers)).toMatchObject([
      { fault: 'access_denied' },
      { fault: 'player_not_found' },
      { now: START_MS + 100, frozen: true },
    ])
  })

  test('sees all commands before it, though none is kept yet', async () => {
    const journal = new SlowJournal()
    const runtime = runtimeOn(journal)
    void runtime.execute(createPlayer, { id: 'neo' }, operator)
    const plays = [1, 2, 3].map(() => runtime.execute(playAction, like, neo))
    journal.keep()
    const changes = (await Promise.all(plays)).map((played) =>
      'events' in played ? played.events.local[0]?.['changes'] : played,
    )
    expect(changes).toMatchObject([[{ delta: { new: '10' } }], [{ delta: { new: '20' } }], [{ delta: { new: '30' } }]])
  })
})

describe('after a failed write', () => {
  test('nothing is answered any more: memory may be ahead of what is kept', async () => {
    const journal = new SlowJournal()
    const runtime = runtimeOn(journal)
    const created = runtime.execute(createPlayer, { id: 'neo' }, operator)
    const read = runtime.execute(readProfile, { id: 'neo' }, operator)
    journal.fail(new StorageError('disk full'))
    await expect(created).rejects.toThrow('disk full')
    await expect(read).rejects.toThrow('disk full')
    expect(runtime.failed).toBe(true)
    await expect(runtime.execute(readProfile, { id: 'neo' }, operator)).rejects.toThrow('disk full')
    await expect(runtime.execute(createPlayer, { id: 'a' }, operator)).rejects.toThrow('disk full')
    await expect(runtime.execute(readOwnFeed, { start: undefined, end: undefined }, neo)).rejects.toThrow('disk full')
    expect(() => runtime.standing('neo')).toThrow('disk full')
    await expect(runtime.clock.read()).rejects.toThrow('disk full')
    expect(() => runtime.history({})).toThrow('disk full')
    expect(runtime.state.seq).toBe(1)
  })
})

describe('after a defect of ours', () => {
  const broken: GameCommand<Record<never, never>, undefined> = {
    kind: 'command',
    name: 'test.broken',
    decide: () => ({ events: [{ event: 'party' }], answer: () => undefined }),
  }

  test('the runtime stops before the write, with the journal intact', async () => {
    const journal = new MemoryJournal()
    const runtime = runtimeOn(journal)
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    await expect(runtime.execute(broken, {}, operator)).rejects.toThrow('an event of an unknown kind: party')
    expect(journal.lastSeq).toBe(1)
    expect(runtime.failed).toBe(true)
    await expect(runtime.execute(readProfile, { id: 'neo' }, operator)).rejects.toThrow('stopped after a defect')
  })

  test('the runtime stops where the journal does not take what the state has taken in', async () => {
    const journal = new MemoryJournal()
    const runtime = runtimeOn(journal)
    await journal.append(1, '{}', checksum('{}'))
    await expect(runtime.execute(createPlayer, { id: 'neo' }, operator)).rejects.toThrow('in order')
    expect(runtime.failed).toBe(true)
    await expect(runtime.execute(readProfile, { id: 'neo' }, operator)).rejects.toThrow('stopped after a defect')
  })
})

describe('the history', () => {
  async function listed(runtime: Runtime, range: HistoryRange): Promise<HistoryEntry[]> {
    const entries: HistoryEntry[] = []
    for await (const entry of runtime.history(range)) entries.push(entry)
    return entries
  }

  async function some() {
    const machine = { ms: START_MS }
    const runtime = runtimeOn(new MemoryJournal(), machine)
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
      const entries = await listed(await some(), { ...range, follow: AbortSignal.timeout(2_000) })
      expect(entries.map(({ seq }) => seq)).toEqual(seqs)
    },
    1_000,
  )

  test('that is followed up to a time goes on while something may happen at that time', async () => {
    const runtime = await some()
    const stop = new AbortController()
    const range = { since: { seq: 4 }, until: { at: START_MS + 1000 }, follow: stop.signal }
    const following = listed(runtime, range)
    await new Promise(setImmediate)
    await runtime.execute(playAction, like, neo)
    await runtime.clock.change({ advanceMs: 1 })
    expect((await following).map(({ seq }) => seq)).toEqual([4, 5])
  })

  test('is not looked up in the journal, play by play, for those who follow it', async () => {
    const journal = new MemoryJournal()
    const runtime = runtimeOn(journal)
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    journal.read = () => {
      throw new Error('the journal is read')
    }
    const stop = new AbortController()
    const seen: number[] = []
    const following = (async () => {
      for await (const { seq } of runtime.history({ follow: stop.signal })) seen.push(seq)
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
    const runtime = runtimeOn(journal)
    const padding = 'x'.repeat(1000)
    for (let seq = 1; seq <= 30_000; seq += 1) {
      const text = JSON.stringify({ seq, at: 0, op: padding, caller: {}, input: padding, events: [] })
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
      for await (const { seq } of runtime.history({ since: { seq: 4 }, follow: stop.signal })) seen.push(seq)
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

describe('the clock', () => {
  test('is that of the machine, until it is set', async () => {
    const machine = { ms: START_MS }
    const runtime = runtimeOn(new MemoryJournal(), machine)
    machine.ms += 5
    expect(await runtime.clock.read()).toEqual({ now: START_MS + 5, frozen: false })
    expect(await runtime.clock.change({ now: START_MS + 100, frozen: true })).toEqual({
      now: START_MS + 100,
      frozen: true,
    })
    machine.ms += 1000
    expect((await runtime.clock.read()).now).toBe(START_MS + 100)
    await runtime.clock.change({ frozen: false })
    machine.ms += 7
    expect(await runtime.clock.read()).toEqual({ now: START_MS + 107, frozen: false })
  })

  test('does not go back, neither by a change nor with the clock of the machine', async () => {
    const machine = { ms: START_MS }
    const runtime = runtimeOn(new MemoryJournal(), machine)
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    const back = await runtime.clock.change({ now: START_MS - 1 })
    expect(isFault(back) && faultBody(back)).toEqual({
      error: 'invalid_date',
      error_description: 'The clock has come to 2030-05-15T12:00:00.000Z and does not go back',
    })
    machine.ms -= 60_000
    expect((await runtime.clock.read()).now).toBe(START_MS)
    expect(await runtime.clock.change({ advanceMs: 10 })).toEqual({ now: START_MS + 10, frozen: false })
    machine.ms += 5
    expect((await runtime.clock.read()).now).toBe(START_MS + 15)
  })

  test('of a machine that was put back can be frozen, where the game has come to', async () => {
    const machine = { ms: START_MS }
    const runtime = runtimeOn(new MemoryJournal(), machine)
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    machine.ms -= 60_000
    expect(await runtime.clock.change({ frozen: true })).toEqual({ now: START_MS, frozen: true })
  })

  test('ends with the year 9999: it goes no further by itself, and is not put further', async () => {
    const machine = { ms: START_MS }
    const runtime = runtimeOn(new MemoryJournal(), machine)
    expect(await runtime.clock.change({ now: LAST_INSTANT, frozen: true })).toMatchObject({ now: LAST_INSTANT })
    await runtime.clock.change({ frozen: false })
    machine.ms += 1000
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    expect(await runtime.execute(readProfile, { id: 'neo' }, operator)).toMatchObject({
      created: '9999-12-31T23:59:59.999Z',
    })
    const further = await runtime.clock.change({ advanceMs: 1 })
    expect(isFault(further) && faultBody(further).error_description).toBe('The time of a game ends with the year 9999')
  })

  test('may begin in the past, as far as the last entry', async () => {
    const runtime = runtimeOn(new MemoryJournal())
    expect(await runtime.clock.begin({ now: 1000, frozen: true })).toEqual({ now: 1000, frozen: true })
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    expect(runtime.state.at).toBe(1000)
    expect(await runtime.clock.begin({ now: 999 })).toMatchObject({ fault: 'invalid_date' })
  })
})

test('a walk that takes long lets others have their turn, and answers when all that it saw is kept', async () => {
  const journal = new SlowJournal()
  const runtime = runtimeOn(journal)
  const count: GameWalk<undefined, number> = {
    kind: 'walk',
    name: 'test.count',
    walk: function* ({ players }) {
      for (let step = 0; step < 3; step += 1) {
        const until = performance.now() + 15
        while (performance.now() < until);
        yield pause
      }
      return players.places.size
    },
  }
  const counted = runtime.execute(count, undefined, operator)
  await new Promise(setImmediate)
  const created = runtime.execute(createPlayer, { id: 'neo' }, operator)
  for (let turn = 0; turn < 5; turn += 1) expect(await stateOf(counted)).toBe('waiting')
  journal.keep()
  expect(await counted).toBe(1)
  await created
})

test('a revert finds the entries it needs in the journal', async () => {
  const runtime = runtimeOn(new MemoryJournal())
  await runtime.execute(createPlayer, { id: 'neo' }, operator)
  const played = await runtime.execute(playAction, like, neo)
  const id = 'events' in played ? (played.events.local[0]?.id ?? '') : ''
  expect(await runtime.execute(revertEvents, { id: 'neo', eventIds: [id] }, operator)).toMatchObject([
    { event: id, status: 'reverted' },
  ])
  const again = (...eventIds: string[]) => runtime.execute(revertEvents, { id: 'neo', eventIds }, operator)
  expect(await again(id)).toMatchObject({ fault: 'already_reverted' })
  expect(await again(id, 'nothing')).toMatchObject({ fault: 'event_not_found' })
})

describe('a design that waits for its issues to be fixed', () => {
  const bare = designOf({})
  const waitingFor = async (designs: Readonly<Record<string, Design>>) => {
    const loaded: string[] = []
    const runtime = runtimeOn(new MemoryJournal(), { ms: START_MS }, 'production', async (hash) => {
      loaded.push(hash)
      return designs[hash] ?? design
    })
    await runtime.deploy(design, 'full', 'v1')
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    await runtime.execute(playAction, like, neo)
    return { runtime, loaded }
  }

  test('is at hand once it was deployed, and in force after its upgrade', async () => {
    const { runtime, loaded } = await waitingFor({})
    expect(await runtime.deploy(bare, 'bare', 'v2')).toMatchObject({ status: 'issues' })
    expect(runtime.design).toBe(design)
    expect(await runtime.execute(listIssues, {}, operator)).toMatchObject([{ id: 'metric_removed-xp' }])
    await runtime.execute(fixIssue, { issue: 'metric_removed-xp', fix: 'drop' }, operator)
    expect(await runtime.execute(upgradeDesign, { label: 'v2' }, operator)).toMatchObject({ status: 'upgraded' })
    expect(runtime.design).toBe(bare)
    expect(loaded).toEqual([])
  })

  test('is loaded by those who ask for it after a start, once', async () => {
    const { runtime, loaded } = await waitingFor({ bare })
    runtime.state.deployment = { label: 'v1', pending: { hash: 'bare', fixes: new Map() }, settled: [] }
    const asked = await Promise.all([
      runtime.execute(listIssues, {}, operator),
      runtime.execute(upgradeDesign, { label: 'v2' }, operator),
    ])
    expect(asked).toMatchObject([[{ id: 'metric_removed-xp' }], { fault: 'unresolved_issues' }])
    expect(await runtime.execute(readIssue, { id: 'metric_removed-xp' }, operator)).toMatchObject({
      code: 'metric_removed',
    })
    expect(new Set(loaded)).toEqual(new Set(['bare']))
  })

  test('is the one that waits when it is looked at, whichever waited when it was asked for', async () => {
    const retyped = designOf({ metrics: [state('xp', 'glad')] })
    const { runtime } = await waitingFor({ bare, retyped })
    runtime.state.deployment = { label: 'v1', pending: { hash: 'bare', fixes: new Map() }, settled: [] }
    const listed = runtime.execute(listIssues, {}, operator)
    const deployed = runtime.deploy(retyped, 'retyped', 'v3')
    expect(await deployed).toMatchObject({ issues: [{ code: 'metric_retyped' }] })
    expect(await listed).toMatchObject([{ code: 'metric_retyped' }])
  })

  test('and cannot be loaded stops nothing else', async () => {
    const { runtime } = await waitingFor({})
    const lost = runtimeOn(new MemoryJournal(), { ms: START_MS }, 'production', () =>
      Promise.reject(new StorageError('the design has gone')),
    )
    lost.state.deployment = { label: 'v1', pending: { hash: 'gone', fixes: new Map() }, settled: [] }
    await expect(lost.execute(listIssues, {}, operator)).rejects.toThrow('the design has gone')
    expect(lost.failed).toBe(false)
    expect(await lost.execute(createPlayer, { id: 'neo' }, operator)).toMatchObject({ id: 'neo' })
    expect(runtime.failed).toBe(false)
  })
})
