import type { Entry } from '../../game/kernel/entry.ts'

/** Follows the entries of a timeline: leaderboards, checkpoints, notifications and readers of the history all do. */
export interface EntryFollower {
  /**
   * Takes in an entry that has just changed the state, and is on its way to the journal until `kept` resolves. The
   * command is answered once it is kept; a follower that cannot keep up gives a promise that delays the answer further.
   */
  readonly onEntry: (entry: Entry, kept: Promise<void>) => Promise<void> | void
}
