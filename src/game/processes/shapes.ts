import * as z from 'zod'
import { rate, rateUses, scope } from '../actions/shapes.ts'
import { playerReference, reference, type Shape } from '../kernel/answer-shapes.ts'
import { access, nameMapOf, count, entryNumber, feedNumber, instant, key, optional } from '../kernel/history-shapes.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'
import { byOperator, subjectEffects } from '../members/shapes.ts'
import { changes } from '../metrics/shapes.ts'

/**
 * The most tokens at a node, or waiting at a gateway for those of other flows. Sums of several flows stay exact. A row
 * of gateways could create more, but no player could ever perform all the tasks of the lost tokens.
 */
export const MAX_TOKENS = 2 ** 40

const tokens = z.int().min(0).max(MAX_TOKENS)

/**
 * The state of a node. READY: it can be performed, begun (a sub_process) or chosen from (a gateway). ACTIVE: a task is
 * between loops, something in a sub_process is left to do, or tokens wait at a gateway for others. COMPLETED: a token
 * passed, and none is left.
 */
export const nodeState = strictObject({
  state: z.enum(['READY', 'ACTIVE', 'COMPLETED']),
  tokens,
  /** How often it was performed for the token that leaves next. */
  loops: optional(count),
  /** The tokens that wait at a gateway, by the flow on which they came. */
  arrived: optional(nameMapOf(tokens)),
})
/** The state of a node. */
export type NodeState = Shape<typeof nodeState>

/** A reward that waits until an activity is performed. Spec 4.9 `resolution`. */
export const waiting = strictObject({
  /** The path of the activity that it waits for. */
  until: z.string(),
  /** The id of the player who will receive it. */
  player: key,
  /** The number of the entry in which the player earned it. A later player of the same id is another player. */
  since: entryNumber,
  /** The path of the activity that gives the reward, and the reward's index in that activity. */
  activity: z.string(),
  reward: count,
})
/** A waiting reward. */
export type Waiting = Shape<typeof waiting>

const nodes = nameMapOf(nodeState)

/** The states of a process: ACTIVE while it can be played. Spec 1 "Process state". */
export const processStates = ['ACTIVE', 'COMPLETED'] as const
/** The state of a process. */
export type ProcessState = (typeof processStates)[number]

const state = z.enum(processStates)

/** A process, active or completed. The record is immutable: a change replaces it. Its members are in `members`. */
export const processRecord = strictObject({
  id: key,
  definition: key,
  name: z.string(),
  access,
  state,
  /** The id of its owner. */
  owner: key,
  created: instant,
  /** The entry that created it. An earlier process of the same id is another one. */
  born: entryNumber,
  /** The number of its feed. The next number is the feed of its members' notifications. */
  feed: feedNumber,
  nodes,
  /** The rewards that wait for an activity to be performed. */
  waiting: z.array(waiting),
  /** The entry up to which all drops have been applied to the nodes, or 0. */
  drops: entryNumber,
})

/** What a player has used of the rates of one process. The record is immutable: a change replaces it. */
export const usedRates = strictObject({
  /** Consists of the two ids that follow. */
  id: key,
  process: key,
  player: key,
  /** By path of the activity. */
  uses: nameMapOf(rateUses),
})

/** A process was created. `engine.made` contains the initial fields of its record. Spec 5.3. */
export const processCreated = strictObject({
  event: z.literal('create'),
  ...byOperator,
  process: reference,
  engine: subjectEffects.extend({
    owner: idSchema,
    made: strictObject({ definition: z.string(), access, nodes, state }),
  }),
})
/** The event that a process was created. */
export type ProcessCreated = Shape<typeof processCreated>

/** The state of a node after a play, or null if it is as if no token had reached it. */
const nodeChange = z.tuple([z.string(), nodeState.nullable()])
/** The change of a node by a play. */
export type NodeChange = Shape<typeof nodeChange>

/** The effects of a play other than changes of scores. They can be applied without the design. */
const playEffects = strictObject({
  nodes: z.array(nodeChange),
  /** The process has nothing left to do. */
  completed: optional(z.literal(true)),
  /** Rewards that this play leaves waiting. */
  waits: optional(z.array(waiting)),
  /** The indices of the rewards that no longer wait, in the rewards that waited before followed by `waits`. */
  granted: optional(z.array(count)),
  /** The rates of the play by path of the activity, from which their use is computed. */
  rates: optional(z.array(z.tuple([z.string(), rate]))),
  zoneOffsetMs: optional(z.int()),
  scopes: optional(z.array(scope)),
})

/** A player performed a task. The changes include the rewards of sub_processes that it completed. Spec 4.9, 5.3. */
const triggerPlayed = strictObject({
  event: z.literal('progress'),
  actor: playerReference,
  process: reference,
  /** `id` is the path of the activity. Spec 1 "Activity event". */
  activity: reference,
  changes,
  engine: playEffects,
})
/** The event of a play of a trigger. */
export type TriggerPlayed = Shape<typeof triggerPlayed>

/** Rewards were given that had waited for an activity. The changes are those of `deferred.actor`. Spec 4.9, 5.3. */
const rewardResolved = strictObject({
  event: z.literal('resolution'),
  actor: playerReference,
  process: reference,
  activity: reference,
  deferred: strictObject({ actor: playerReference, activity: reference, changes }),
})
/** The event that waiting rewards were given. */
export type RewardResolved = Shape<typeof rewardResolved>

/** The events of plays of processes. */
export const triggerEvents = { progress: triggerPlayed, resolution: rewardResolved }
/** An event of a play of a process. */
export type TriggerEvent = Shape<(typeof triggerEvents)[keyof typeof triggerEvents]>
