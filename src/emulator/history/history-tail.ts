import { Pulse } from '../../async/pulse.ts'
import type { GameState } from '../../game/game-state.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'
import type { EntryFollower } from '../session/entry-follower.ts'
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
import type { JournalHealth } from './journal-health.ts'

/** The parts of a timeline that its tail uses. */
interface HistoryTailParts {
  readonly state: Pick<GameState, 'seq'>
  readonly history: History
  /** Returns the number of the newest entry, on disk or not. */
  readonly lastSeq: () => number
  /** Returns the game time in ms. */
  readonly now: () => number
  readonly health: JournalHealth
}

/**
 * The history of a timeline for those who read and follow it. When another timeline replaces this one, they continue in
 * the tail of that one. Spec 6.6.
 */
export class HistoryTail implements EntryFollower {
  readonly #parts: HistoryTailParts
  readonly #pulse = new Pulse()
  #successor: (Succession & { readonly tail: HistoryTail }) | undefined

  constructor(parts: HistoryTailParts) {
    this.#parts = parts
  }

  /** Reads the entries so far, as control routes show them. Throws if the game has stopped. */
  read(range: HistoryRange): AsyncIterable<HistoryEntry> {
    this.#parts.health.assert()
    return entriesOf(HistoryTail.#across(this, range))
  }

  /** Reads the entries so far and new ones until `ending` aborts, with a jump for each state that replaces the game. */
  follow(range: HistoryRange, ending: AbortSignal): AsyncIterable<HistoryStep> {
    this.#parts.health.assert()
    return HistoryTail.#across(this, range, ending)
  }

  /** Wakes the followers. They read an entry when it is on disk, or learn that it cannot be written. */
  onEntry(): void {
    this.#pulse.beat()
  }

  /** Wakes the followers because the timeline has stopped or was replaced. */
  wake(): void {
    this.#pulse.beat()
  }

  /** Lets the readers of this tail continue in another. */
  replacedBy(tail: HistoryTail, succession: Succession): void {
    this.#successor = { tail, ...succession }
    this.wake()
  }

  /**
   * Reads on from one tail to the next. A reader who has not reached the end of the common part reads the rest of it.
   * Any other reader continues after the past of the new state. This keeps no reference to a tail that it has left.
   */
  static async *#across(start: HistoryTail, range: HistoryRange, follow?: AbortSignal): AsyncGenerator<HistoryStep> {
    let tail = start
    let { since } = range
    let from = since ? await tail.#firstOf(since) : 1
    let succession: Succession | undefined
    for (;;) {
      const reading = { ...range, since, follow, from, succession }
      const next: number | undefined = yield* historyRange(tail.#source(), reading)
      if (next === undefined || !tail.#successor) return
      if (succession && next > succession.knownSeq) since = undefined
      const { tail: successor, ...arrived } = tail.#successor
      tail = successor
      succession = arrived
      const { sharedSeq, knownSeq } = arrived
      from = next <= sharedSeq ? next : knownSeq + 1
      yield { replaced: { from: sharedSeq + 1, after: knownSeq } }
    }
  }

  /** The times of entries never go back, so the first one since a time is found without reading all before it. */
  async #firstOf(since: HistoryPosition): Promise<number> {
    return 'seq' in since ? since.seq : this.#parts.history.firstSince(since.at)
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
