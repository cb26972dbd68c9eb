import type { GameEvent } from '../kernel/entry.ts'
import type { Drop, PartRename } from '../kernel/drop.ts'
import type { FixId, SettledIssue } from './issue.ts'

/** What a design changes, in a few lines; `more` is the number of the others. Older histories do not have it. */
export interface ToldChanges {
  readonly changed: readonly string[]
  readonly more?: number
}

/**
 * A runtime runs this design from now on. `label` is the version that it was frozen as, null where it was not; `drops` is
 * what is lost for good, `renames` what goes on under another name; `settled` are the incompatibilities that there were. Older histories have the hash alone.
 */
export interface DesignDeployed extends GameEvent, Partial<ToldChanges> {
  readonly event: 'design:deployed'
  readonly hash: string
  readonly label?: string | null
  readonly drops?: readonly Drop[]
  readonly renames?: readonly PartRename[]
  readonly settled?: readonly SettledIssue[]
}

/** A design was to be run, and waits until its issues are fixed. */
export interface DesignHeld extends GameEvent, Partial<ToldChanges> {
  readonly event: 'design:held'
  readonly hash: string
}

/** A fix was chosen for an issue of the design that waits. */
export interface IssueFixed extends GameEvent {
  readonly event: 'issue:fixed'
  readonly issue: string
  readonly fix: FixId
}

export type DesignEvent = DesignDeployed | DesignHeld | IssueFixed
