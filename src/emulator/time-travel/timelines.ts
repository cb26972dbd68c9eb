import assert from 'node:assert/strict'
import { resumeClock } from '../../game/design/run.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { Journal } from '../../storage/journal.ts'
import type { GenerationStorage } from '../../storage/runtime-store.ts'
import type { Succession } from '../history/history-range.ts'
import { lastWhere } from './rewinding.ts'
import { keepTimeline, startTimeline, type KeptTimeline, type RuntimeWorld } from './kept-timeline.ts'
import { writeBase, type Stage, type StagedGame } from './staging.ts'
import { emulatorCaller } from '../session/timeline.ts'

/** Where a game stands as it comes in the place of another. */
export interface Replaced {
  /** Its last entry; one that sets a running clock counts. */
  readonly seq: number
  /** What its clock shows, in ms since 1970. */
  readonly now: number
  readonly players: number
  /** Its last entry that is the past of the state it came with. */
  readonly knownSeq: number
}

/** How one timeline takes the place of another. */
export interface TimelineReplacement<T> {
  readonly stage: Stage
  /** Waits until it may be done, and does it; staging comes before. */
  readonly around: <T>(task: () => Promise<T>) => Promise<T>
  /** The last that is done while the old one is in force and nothing happens on it. A fault has nothing come of it. */
  readonly last: (old: KeptTimeline) => Promise<Fault | T>
  /** The last that is done on the new one before it is in force, its clock being set. Throws StorageError. */
  readonly settle?: (next: KeptTimeline) => Promise<void>
}

/** Where a game stands as it comes in the place of another, and what the last thing gave that was done before. */
type Done<T> = Replaced & { readonly last: T }

/** The timelines of a runtime: the one in force, and those that are to take its place. */
export class Timelines {
  readonly #world: RuntimeWorld
  #inForce: KeptTimeline
  #held: Promise<void> | undefined

  constructor(world: RuntimeWorld, inForce: KeptTimeline) {
    this.#world = world
    this.#inForce = inForce
  }

  get inForce(): KeptTimeline {
    return this.#inForce
  }

  /** While nothing may happen on the one in force: resolves when another is, or will not be. */
  get held(): Promise<void> | undefined {
    return this.#held
  }

  /**
   * Stages a game, and puts it in the place of the one in force. Where that fails before a start would find it, all is as
   * it was; where it is not known whether a start would, the runtime has stopped. Throws StorageError.
   */
  async replace<T>({ stage, around, ...steps }: TimelineReplacement<T>): Promise<Fault | Done<T>> {
    const begun = new Set<GenerationStorage>()
    const begin: Parameters<Stage>[0]['begin'] = async (origin) => {
      const storage = await this.#world.store.begin(origin)
      begun.add(storage)
      return storage
    }
    try {
      const staged = await stage({ begin })
      if (isFault(staged)) return staged
      const from = await writeBase(staged)
      const next = await keepTimeline(this.#world, { ...staged, from })
      const refused = await staged.prepare?.(next.timeline)
      if (refused) return refused
      return await around(() => this.#put(next, staged, begun, steps))
    } finally {
      for (const storage of begun) await this.#world.store.discard(storage)
    }
  }

  async #put<T>(
    next: KeptTimeline,
    staged: StagedGame,
    begun: Set<GenerationStorage>,
    { last, settle }: Pick<TimelineReplacement<T>, 'last' | 'settle'>,
  ): Promise<Fault | Done<T>> {
    const old = this.#inForce
    // One that is written now is waited for while calls are answered still.
    await old.keeper.rest()
    const done = await this.#whileHeld(async () => {
      await old.timeline.quiet()
      const found = await last(old)
      if (isFault(found)) return found
      const refused = await staged.catchUp?.(next.timeline)
      if (refused) return refused
      await setClock(next, staged, this.#world)
      await settle?.(next)
      await next.storage.sync()
      const stands = await replacedFacts(next)
      const { knownSeq } = staged
      const sharedSeq = await lastShared(old.storage.journal, next.storage.journal, knownSeq)
      begun.delete(next.storage)
      await this.#makeLive(next, { sharedSeq, knownSeq })
      return { ...stands, knownSeq, last: found }
    }).finally(() => this.#inForce === old && old.keeper.start())
    if (!isFault(done)) await this.#letGoOf(old)
    return done
  }

  /** Has nothing happen on the timeline in force until a task is done. */
  async #whileHeld<T>(task: () => Promise<T>): Promise<T> {
    assert(this.#held === undefined, 'timelines take the place of others one after the other')
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    try {
      return await task()
    } finally {
      this.#held = undefined
      resolve()
    }
  }

  async #makeLive(next: KeptTimeline, succession: Succession): Promise<void> {
    const { timeline: old } = this.#inForce
    try {
      await this.#world.makeLive(next.storage.generation)
    } catch (error) {
      old.fail(error)
      await next.storage.journal.close().catch(() => {})
      throw error
    }
    this.#inForce = next
    old.replacedBy(next.timeline, succession)
  }

  /** Nothing of the one in force is done in the background before that is over which another does: they share files. */
  async #letGoOf({ timeline }: KeptTimeline): Promise<void> {
    const next = this.#inForce
    try {
      await timeline.close()
      await this.#world.store.madeLive(next.storage)
    } finally {
      startTimeline(next)
    }
  }
}

/** The last entry up to a number that two journals have in common; 0 if none is kept in both. Each holds the sum of the one before. */
async function lastShared(old: Journal, next: Journal, upTo: number): Promise<number> {
  const first = Math.max(old.firstSeq, next.firstSeq)
  const last = await lastWhere(first - 1, Math.min(old.lastSeq, upTo), async (seq) => {
    const [[before], [after]] = [await old.texts([seq]), await next.texts([seq])]
    return before !== undefined && before === after
  })
  return last < first ? 0 : last
}

/** Where a game stands, while nobody plays on it yet. */
async function replacedFacts({ timeline: { state, clock } }: KeptTimeline): Promise<Omit<Replaced, 'knownSeq'>> {
  const { now } = await clock.read()
  return { seq: state.seq, now, players: state.players.index.size }
}

/** A clock that runs goes on from what it is to show. */
async function setClock(
  { timeline }: KeptTimeline,
  { nowMs, state }: StagedGame,
  { machineNow }: RuntimeWorld,
): Promise<void> {
  if (nowMs === undefined || state.clock.frozenAt !== null) return
  const set = await timeline.execute(resumeClock, { offsetMs: nowMs - machineNow() }, emulatorCaller, nowMs)
  assert(!isFault(set), 'a clock is not set back before the last entry')
}
