import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Entry, EntryStamp } from '../../game/kernel/entry.ts'
import type { HistoryEntry, HistoryRange } from '../history/history-range.ts'

/** A check that a runtime is watched for. */
export interface WatchedFor {
  readonly id: string
  /** The player and entry that violated it; null while it holds. */
  readonly violated: {
    readonly player: string
    readonly seq: number
    /** Game time, in ms since 1970. */
    readonly at: number
    /** The id of the event. */
    readonly event: string
  } | null
}

/** A game that is watched, as it stands. */
export interface WatchedGame {
  readonly state: GameState
  readonly design: Design
  /** Returns the last entry of the game. Rejects if the history cannot be read. */
  lastEntry(): Promise<EntryStamp>
  /** Reads a part of the history. */
  history(range: HistoryRange): AsyncIterable<HistoryEntry>
}

/** Watches the entries of a runtime for what must hold. It can neither refuse nor delay a command. Spec 7.3. */
export interface EntryWatcher {
  /** Called with each new entry once it has changed the state, with the design that is deployed then. */
  after(entry: Entry, state: GameState, design: Design): void
  /** Called when a timeline has become live: when the program has started, and when another one is replaced. */
  begin(game: WatchedGame): void
  /** Resolves when all players have been judged who are to be judged as a whole, which goes on between plays. */
  caughtUp(): Promise<void>
  /** Returns what is watched for under a design. What was violated up to the entry `since` does not count. */
  watchedFor(design: Design, since: number): readonly WatchedFor[]
}
