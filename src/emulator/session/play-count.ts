import { playAction } from '../../game/actions/operations.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { playTrigger } from '../../game/processes/trigger-play.ts'
import type { EntryFollower } from './entry-follower.ts'

const PLAYS: ReadonlySet<string> = new Set([playAction.name, playTrigger.name])

/** Counts the plays of actions and triggers in a runtime since the program began. */
export class PlayCount implements EntryFollower {
  count = 0

  onEntry({ op }: Entry): void {
    if (PLAYS.has(op)) this.count += 1
  }
}
