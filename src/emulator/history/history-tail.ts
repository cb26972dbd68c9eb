import type { GameState } from '../../game/game-state.ts'
import {
  historyRange,
  isJump,
  type HistoryEntry,
  type HistoryRange,
  type HistorySource,
  type HistoryStep,
  type Succession,
} from './history-range.ts'
import type { History } from './history.ts'
import { Pulse } from '../../async/pulse.ts'
import type { EntryFollower } from '../session/entry-follower.ts'
import type { JournalHealth } from './journal-health.ts'

/** What is told of, and where it stands. */
interface HistoryTailParts {
  readonly state: Pick<GameState, 'seq'>
  readonly history: History
  /** The newest entry, kept yet or not. */
  readonly lastSeq: () => number
  /** Game time in ms. */
  readonly now: () => number
  readonly health: JournalHealth
}

/**
 * The history of a timeline, for those who read and follow it. When another timeline replaces this one, they continue
 * in the tail of that one. Spec 6.6.
 */
export class HistoryTail implements EntryFollower {
  readonly #parts: HistoryTailParts
  readonly #pulse = new Pulse()
  #successor: (Succession & { readonly chronicle: HistoryTail }) | undefined

  constructor(parts: HistoryTailParts) {
    this.#parts = parts
  }

  /** The entries so far, as control routes show them. Throws where the game has stopped. */
  read(range: HistoryRange): AsyncIterable<HistoryEntry> {
    this.#parts.health.assert()
    return entriesOf(HistoryTail.#across(this, range))
  }

  /**
   * The entries so far and those that come until `ending` aborts, with a jump for each state that replaces the game.
   */
  follow(range: HistoryRange, ending: AbortSignal): AsyncIterable<HistoryStep> {
    this.#parts.health.assert()
    return HistoryTail.#across(this, range, ending)
  }

  /** Wakes those who follow the history: they read an entry once it is kept, or learn that it cannot be kept. */
  onEntry(): void {
    this.#pulse.beat()
  }

  /** Has those who follow it look again: it has stopped. */
  wake(): void {
    this.#pulse.beat()
  }

  /** Has those who read this one continue in another. */
  replacedBy(tail: HistoryTail, succession: Succession): void {
    this.#successor = { chronicle: tail, ...succession }
    this.wake()
  }

  /**
   * Reads on from one tail to the next. A reader who has not come to what both have in common reads the rest of it. Any
   * other continues after the past of the new state. This holds on to no tail that it has left.
   */
  static async *#across(start: HistoryTail, range: HistoryRange, follow?: AbortSignal): AsyncGenerator<HistoryStep> {
    let tail = start
    let from = range.since && 'seq' in range.since ? range.since.seq : 1
    let { since } = range
    let succession: Succession | undefined
    for (;;) {
      const reading = { ...range, since, follow, from, succession }
      const next: number | undefined = yield* historyRange(tail.#source(), reading)
      if (next === undefined || !tail.#successor) return
      if (succession && next > succession.knownSeq) since = undefined
      const { chronicle: successor, ...arrived } = tail.#successor
      tail = successor
      succession = arrived
      const { sharedSeq, knownSeq } = arrived
      from = next <= sharedSeq ? next : knownSeq + 1
      yield { replaced: { from: sharedSeq + 1, after: knownSeq } }
    }
  }

  #source(): HistorySource {
    const { history, lastSeq, now, health } = this.#parts
    return {
      history,
      lastSeq,
      now,
      next: (signal) => this.#pulse.next(signal),
      assertHealthy: () => health.assert(),
      isReplaced: () => this.#successor !== undefined,
    }
  }
}

async function* entriesOf(steps: AsyncIterable<HistoryStep>): AsyncGenerator<HistoryEntry> {
  for await (const step of steps) if (!isJump(step)) yield step
}
