import type { EntryStamp } from '../../game/kernel/entry.ts'
import type { Violated, WatchedCheck } from './check.ts'
import type { GainsInWindow } from './gains.ts'
import type { readsOf } from './reads.ts'
import type { Measure } from './rises.ts'
import type { Test } from './surely-holds.ts'
import type { Touched } from './touched.ts'

/** Checks of one kind. */
export type Of<Kind extends WatchedCheck['kind']> = Extract<WatchedCheck, { kind: Kind }>

/** A check with what the present entry has touched of it. */
export interface Watcher<C extends WatchedCheck = WatchedCheck> {
  readonly check: C
  readonly touched: Touched
  /** The last violation, if there was one. */
  last: Violated | undefined
}

/** A requirement with what it reads. */
export interface AlwaysWatcher extends Watcher<Of<'always'>> {
  readonly reads: ReturnType<typeof readsOf>
  readonly surelyHolds: Test | undefined
  /** Whether all players of the game as it was at first were judged, or are about to be. */
  isBegun: boolean
  /** How many players are still to be judged, of those that an event or the time has touched all. */
  behind: number
  /** The number of players there were then. Later ones come after them, and their own events touch them. */
  upTo: number
  /** The entry that touched them all, and the event. */
  since: (EntryStamp & { readonly event: number }) | undefined
}

/** What may not fall, with its least rise. */
export interface FallWatcher extends Watcher<Of<'never_falls'>> {
  /** The least rise of an entry so far, in points or in ranks of levels. It is negative after a fall. */
  least: number
  /** A change that rises by less than this is looked at: it may be a fall, or part of an entry with a new least rise. */
  below: number
}

/** What may not rise by more within a window. */
export type GainWatcher = Watcher<Of<'at_most'>>

/** The gains in a metric within a window, and the checks on them. */
export interface WatchedGains {
  readonly metric: string
  readonly measure: Measure
  readonly watchers: GainWatcher[]
  gains: GainsInWindow
  /** Whether the gains from before it was watched are not known yet. Until then nothing is judged. */
  isWaiting: boolean
  readonly onRise: (player: number) => void
}

/** The watchers of what changes in a metric. */
export interface Watchers {
  /** Undefined if only requirements read the metric. */
  measure: Measure | undefined
  readonly always: AlwaysWatcher[]
  readonly falling: FallWatcher[]
  readonly gains: WatchedGains[]
}
