import type { Entry } from '../../game/kernel/entry.ts'

/** Follows the entries of a timeline, as checkpoints, notifications, readers of the history and the archive of finished leaderboard periods do. */
export interface EntryFollower {
  /**
   * Handles an entry that has just changed the state. `kept` resolves when the journal has it on disk. The command is
   * answered then. A follower that cannot keep up returns a promise that delays the answer further.
   */
  readonly onEntry: (entry: Entry, kept: Promise<void>) => Promise<void> | void
}
