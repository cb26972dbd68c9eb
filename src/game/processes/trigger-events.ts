import type { Scope } from '../actions/events.ts'
import type { Rate } from '../actions/rate.ts'
import type { GameEvent } from '../kernel/entry.ts'
import type { SubjectReference } from '../members/subject.ts'
import type { Change } from '../metrics/score.ts'
import type { PlayerReference } from '../players/player.ts'
import type { NodeChange, Waiting } from './tokens.ts'

/** An activity as events name it: `id` is its path. Spec 1 "Activity event". */
export interface ActivityReference {
  readonly id: string
  readonly name: string
}

/** What a play comes to, beside changes of scores, without a look at a design. */
interface PlayEffects {
  readonly nodes: readonly NodeChange[]
  /** Nothing is left to do in the process. */
  readonly completed?: true
  /** Rewards that wait from now on. */
  readonly waits?: readonly Waiting[]
  /** Places of those that wait no longer, among the rewards that waited before and then these. */
  readonly granted?: readonly number[]
  /** The limits it was played under, by path of the activity, that their use can be reckoned. */
  readonly rates?: readonly (readonly [path: string, rate: Rate])[]
  readonly zoneOffsetMs?: number
  readonly scopes?: readonly Scope[]
}

/** A player performed a task; rewards of sub_processes that ended with it are among the changes. Spec 4.9, 5.3. */
export interface TriggerPlayed extends GameEvent {
  readonly event: 'progress'
  readonly actor: PlayerReference
  readonly process: SubjectReference
  readonly activity: ActivityReference
  readonly changes: readonly Change[]
  readonly engine: PlayEffects
}

/** Rewards were given that had waited for an activity; the changes are those of `deferred.actor`. Spec 4.9, 5.3. */
export interface RewardResolved extends GameEvent {
  readonly event: 'resolution'
  readonly actor: PlayerReference
  readonly process: SubjectReference
  readonly activity: ActivityReference
  readonly deferred: {
    readonly actor: PlayerReference
    readonly activity: ActivityReference
    readonly changes: readonly Change[]
  }
}

export type TriggerEvent = TriggerPlayed | RewardResolved
