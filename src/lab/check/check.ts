import type { Amount } from '../../game/kernel/decimal.ts'
import type { EntryStamp } from '../../game/kernel/entry.ts'
import type { CompoundMetric, PointMetric, SetMetric, StateMetric } from '../../game/metrics/design.ts'
import type { ProcessDefinition } from '../../game/processes/definition.ts'
import type { Requirement } from '../../game/rules/requirement.ts'

/** The limits of a search: its sequences, and its time. */
export const MAX_RUNS = 10_000_000
export const MAX_SECONDS = 86_400

/** The default seed of a search. */
export const DEFAULT_SEED = 'check'

/** What a check says that a player can reach: a state, a first item, or the end of a process. */
export type Goal =
  | {
      readonly kind: 'state'
      readonly metric: StateMetric
      readonly state: string
      /** The states in which it is reached: itself, and levels above it. */
      readonly reachedIn: ReadonlySet<string>
    }
  | { readonly kind: 'item'; readonly metric: SetMetric; readonly item: string }
  | { readonly kind: 'process'; readonly process: ProcessDefinition }

/** A metric that can fall, with the order of its levels if it has no amounts. */
export type Falling =
  | { readonly metric: PointMetric | CompoundMetric }
  | { readonly metric: StateMetric; readonly order: ReadonlyMap<string, number> }

/** A check that is violated by an entry, so a running game can be watched for it. Spec 7.3. */
export type WatchedCheck =
  | { readonly kind: 'always'; readonly id: string; readonly requires: Requirement; readonly words: string }
  | ({ readonly kind: 'never_falls'; readonly id: string } & Falling)
  | {
      readonly kind: 'at_most'
      readonly id: string
      readonly metric: PointMetric
      readonly gain: Amount
      readonly windowMs: number
      /** The window as its author wrote it. */
      readonly within: string
    }

/** A check that only a search can answer. */
export type SearchedCheck =
  | {
      readonly kind: 'reachable' | 'unreachable'
      readonly id: string
      readonly goal: Goal
      /** The goal as its author wrote it. */
      readonly words: string
      readonly withinPlays: number
    }
  | { readonly kind: 'ends'; readonly id: string; readonly process: ProcessDefinition; readonly withinPlays: number }

/** Something that must hold in every possible game of a design. Its parts are those of that compiled design. Spec 7.3. */
export type Check = WatchedCheck | SearchedCheck

/** Whether a running game can be watched for a check. */
export function isWatched(check: Check): check is WatchedCheck {
  return check.kind === 'always' || check.kind === 'never_falls' || check.kind === 'at_most'
}

/** The entry that violated a check, and whom it concerned. */
export interface Violated extends EntryStamp {
  readonly player: string
  /** The index of the event in its entry. If only time has passed, that is the first one. */
  readonly event: number
}

/** The first violation of a check. */
export interface Violation extends Violated {
  readonly check: WatchedCheck
  /** What was found instead, as a phrase: `coins = -5`, `from 10 to 5`, `520 within 1d`. */
  readonly found: string
}
