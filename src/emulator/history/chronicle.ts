import type { GameState } from '../../game/game-state.ts'
import { historyRange, type HistoryEntry, type HistoryRange, type HistorySource } from './history-range.ts'
import type { History } from './history.ts'
import { Pulse } from '../../async/pulse.ts'
import type { Wholeness } from './wholeness.ts'

/** What is told of, and where it stands. */
interface ChronicleParts {
  readonly state: Pick<GameState, 'seq'>
  readonly history: History
  /** The newest entry, kept yet or not. */
  readonly lastSeq: () => number
  /** Game time in ms. */
  readonly now: () => number
  readonly whole: Wholeness
}

/**
 * The history of a timeline as it is told to those who read and follow it. Where another timeline comes in the place of
 * this one they go on in the chronicle of that. Spec 6.6.
 */
export class Chronicle {
  readonly #parts: ChronicleParts
  readonly #pulse = new Pulse()
  /** What came in its place, and up to which of its entries those who read this know it. */
  #successor: { readonly chronicle: Chronicle; readonly knownSeq: number } | undefined

  constructor(parts: ChronicleParts) {
    this.#parts = parts
  }

  /** As control routes show it, and after what is known of it in what came in its place. Throws where the game has stopped. */
  read(range: HistoryRange): AsyncIterable<HistoryEntry> {
    this.#parts.whole.assert()
    return Chronicle.#across(this, range)
  }

  /** Has those who follow it look again: there are more entries, or it has stopped. */
  wake(): void {
    this.#pulse.beat()
  }

  /** Told when another is in force in its place, which those who read this one know up to `knownSeq`. */
  replacedBy(chronicle: Chronicle, knownSeq: number): void {
    this.#successor = { chronicle, knownSeq }
    this.wake()
  }

  /** Holds on to none that it has left behind. */
  static async *#across(chronicle: Chronicle | undefined, range: HistoryRange): AsyncGenerator<HistoryEntry> {
    let next: number | undefined = range.since && 'seq' in range.since ? range.since.seq : 1
    for (; chronicle; chronicle = chronicle.#successor?.chronicle) {
      next = yield* chronicle.#own(range, next)
      if (next === undefined) return
      next = chronicle.#nextAfter(next, range.follow !== undefined)
    }
  }

  #own(range: HistoryRange, from: number): ReturnType<typeof historyRange> {
    const { history, lastSeq, now, whole } = this.#parts
    const source: HistorySource = {
      history,
      lastSeq,
      now,
      next: (signal) => this.#pulse.next(signal),
      assertWhole: () => whole.assert(),
      isReplaced: () => this.#successor !== undefined,
    }
    return historyRange(source, range, from)
  }

  /** Where who has read up to an entry goes on in what came in the place of this; who follows hears again after which entry. */
  #nextAfter(next: number, isFollowed: boolean): number {
    const known = this.#successor?.knownSeq ?? 0
    const first = isFollowed ? Math.max(known, 1) : known + 1
    return next > this.#parts.state.seq ? first : Math.min(next, first)
  }
}
