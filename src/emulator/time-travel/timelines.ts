import assert from 'node:assert/strict'
import { resumeClock } from '../../game/design/run.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { Journal } from '../../storage/journal.ts'
import type { GenerationStorage } from '../../storage/runtime-store.ts'
import type { Succession } from '../history/history-range.ts'
import { emulatorCaller } from '../session/timeline.ts'
import { keepTimeline, startTimeline, type KeptTimeline, type RuntimeWorld } from './kept-timeline.ts'
import { lastWhere } from './rewinding.ts'
import { writeBase, type Stage, type StagedGame } from './staging.ts'

/** The state of a game that has replaced another. */
export interface Replaced {
  /** Its last entry, including one that sets a running clock. */
  readonly seq: number
  /** The time of its clock, in ms since 1970. */
  readonly now: number
  readonly players: number
  /** The last entry that belongs to the past of the state that it began with. */
  readonly knownSeq: number
}

/** How one timeline replaces another. */
export interface TimelineReplacement<T> {
  readonly stage: Stage
  /** Waits until the replacement can happen, and runs it. Staging comes before. */
  readonly around: <T>(task: () => Promise<T>) => Promise<T>
  /** Runs last on the old timeline while it is live and nothing happens on it. A fault cancels the replacement. */
  readonly last: (old: KeptTimeline) => Promise<Fault | T>
  /** Runs last on the new timeline before it is live, after its clock is set. Throws StorageError. */
  readonly settle?: (next: KeptTimeline) => Promise<void>
}

/** The state of a game that has replaced another, and the result of `last`. */
type Done<T> = Replaced & { readonly last: T }

/** The timelines of a runtime: the live one, and those that are to replace it. */
export class Timelines {
  readonly #world: RuntimeWorld
  #live: KeptTimeline
  #held: Promise<void> | undefined

  constructor(world: RuntimeWorld, live: KeptTimeline) {
    this.#world = world
    this.#live = live
    live.timeline.watchedBy(world.watcher)
  }

  /** The live timeline. */
  get live(): KeptTimeline {
    return this.#live
  }

  /** Set while nothing may happen on the live timeline. Resolves when another one is live, or will not be. */
  get held(): Promise<void> | undefined {
    return this.#held
  }

  /**
   * Stages a game and replaces the live one by it. If that fails before a start would find the new game, nothing has
   * changed. If it is unknown whether a start would find it, the runtime has stopped. Throws StorageError.
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
    const old = this.#live
    // Waits for a running checkpoint while calls are still answered.
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
      const facts = await replacedFacts(next)
      const { knownSeq } = staged
      const sharedSeq = await lastShared(old.storage.journal, next.storage.journal, knownSeq)
      begun.delete(next.storage)
      await this.#makeLive(next, { sharedSeq, knownSeq })
      return { ...facts, knownSeq, last: found }
    }).finally(() => this.#live === old && old.keeper.start())
    if (!isFault(done)) await this.#closeReplaced(old)
    return done
  }

  /** Prevents anything from happening on the live timeline until a task is done. */
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
    const { timeline: old } = this.#live
    try {
      await this.#world.makeLive(next.storage.generation)
    } catch (error) {
      old.fail(error)
      await next.storage.journal.close().catch(() => {})
      throw error
    }
    this.#live = next
    next.timeline.watchedBy(this.#world.watcher)
    old.replacedBy(next.timeline, succession)
  }

  /**
   * Closes the replaced timeline. The live one starts its background work only after that, because the two share files.
   */
  async #closeReplaced({ timeline }: KeptTimeline): Promise<void> {
    const next = this.#live
    try {
      await timeline.close()
      await this.#world.store.madeLive(next.storage)
    } finally {
      startTimeline(next)
    }
  }
}

/**
 * Returns the last entry up to `upTo` that two journals have in common; 0 if no entry is stored in both. Each entry
 * includes the checksum of the one before.
 */
async function lastShared(old: Journal, next: Journal, upTo: number): Promise<number> {
  const isShared = async (seq: number): Promise<boolean> => {
    const [[before], [after]] = [await old.texts([seq]), await next.texts([seq])]
    return before !== undefined && before === after
  }
  const first = Math.max(old.firstSeq, next.firstSeq)
  const end = Math.min(old.lastSeq, upTo)
  // A game mostly goes back to an earlier entry of its own, so nearly all searches end here.
  if (end >= first && (await isShared(end))) return end
  const last = await lastWhere(first - 1, end - 1, isShared)
  return last < first ? 0 : last
}

/** Returns the state of a game on which nobody plays yet. */
async function replacedFacts({ timeline: { state, clock } }: KeptTimeline): Promise<Omit<Replaced, 'knownSeq'>> {
  const { now } = await clock.read()
  return { seq: state.seq, now, players: state.players.index.size }
}

/** Sets a running clock to the time that it is to show. */
async function setClock(
  { timeline }: KeptTimeline,
  { nowMs, state }: StagedGame,
  { machineNow }: RuntimeWorld,
): Promise<void> {
  if (nowMs === undefined || state.clock.frozenAt !== null) return
  const set = await timeline.execute(resumeClock, { offsetMs: nowMs - machineNow() }, emulatorCaller, nowMs)
  assert(!isFault(set), 'a clock is not set back before the last entry')
}
