import * as z from 'zod'
import { rate, rateUses, scope } from '../actions/shapes.ts'
import { access, nameMapOf, count, entryNumber, feedNumber, instant, key, optional } from '../kernel/history-shapes.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'
import { playerReference, reference, type Shape } from '../kernel/shapes.ts'
import { byOperator, subjectEffects } from '../members/shapes.ts'
import { changes } from '../metrics/shapes.ts'

/**
 * Tokens that may be at a node, or wait at a gateway for those of other flows: as many as can be counted exactly when
 * several flows bring them. Gateways in a row may make more; nobody could ever perform the tasks of those that are lost.
 */
export const MAX_TOKENS = 2 ** 40

const tokens = z.int().min(0).max(MAX_TOKENS)

/**
 * State of a node. READY: to be performed, to be begun (a sub_process), to be chosen from (a gateway). ACTIVE: between the
 * loops of a task, while something in a sub_process goes on, while tokens wait at a gateway for others. COMPLETED: a
 * token came by, and none is there.
 */
export const nodeState = strictObject({
  state: z.enum(['READY', 'ACTIVE', 'COMPLETED']),
  tokens,
  /** How often it was performed for the token that comes next to go on. */
  loops: optional(count),
  /** Tokens that wait at a gateway, by the flow on which they came. */
  arrived: optional(nameMapOf(tokens)),
})
export type NodeState = Shape<typeof nodeState>

/** A reward that waits until an activity is performed. Spec 4.9 `resolution`. */
export const waiting = strictObject({
  /** Path of the activity for which it waits. */
  until: z.string(),
  /** Whom it will be given. */
  player: key,
  /** Number of the entry in which the player earned it: one born later of the same id is somebody else. */
  since: entryNumber,
  /** Path of the activity of which it is a reward, and its place among that one's rewards. */
  activity: z.string(),
  reward: count,
})
export type Waiting = Shape<typeof waiting>

const nodes = nameMapOf(nodeState)

/** Whether a process can be played still. Spec 1 "Process state". */
export const processStates = ['ACTIVE', 'COMPLETED'] as const
export type ProcessState = (typeof processStates)[number]

const state = z.enum(processStates)

/** A process that runs, or has run: one record, replaced and never changed in place. Who is in it, `members` tells. */
export const processRecord = strictObject({
  id: key,
  definition: key,
  name: z.string(),
  access,
  state,
  /** The id of the player whose it is. */
  owner: key,
  created: instant,
  /** The entry that made it: an earlier one of the same id was another. */
  born: entryNumber,
  /** Number of its feed; that of what its members are notified of is the next. */
  feed: feedNumber,
  nodes,
  /** Rewards that wait for an activity to be performed. */
  waiting: z.array(waiting),
  /** An entry up to which the nodes have been through all drops; 0 where there was none. */
  drops: entryNumber,
})

/** What a player has used of the rates of one process: one record, replaced and never changed in place. */
export const usedRates = strictObject({
  /** Made of the two ids that follow. */
  id: key,
  process: key,
  player: key,
  /** By path of the activity. */
  uses: nameMapOf(rateUses),
})

/** A process began. `engine.made` is what the record starts with. Spec 5.3. */
export const processCreated = strictObject({
  event: z.literal('create'),
  ...byOperator,
  process: reference,
  engine: subjectEffects.extend({
    owner: idSchema,
    made: strictObject({ definition: z.string(), access, nodes, state }),
  }),
})
export type ProcessCreated = Shape<typeof processCreated>

/** The state of a node after a play; null where it is as if no token had reached it. */
const nodeChange = z.tuple([z.string(), nodeState.nullable()])
export type NodeChange = Shape<typeof nodeChange>

/** What a play comes to, beside changes of scores, without a look at a design. */
const playEffects = strictObject({
  nodes: z.array(nodeChange),
  /** Nothing is left to do in the process. */
  completed: optional(z.literal(true)),
  /** Rewards that wait from now on. */
  waits: optional(z.array(waiting)),
  /** Places of those that wait no longer, among the rewards that waited before and then these. */
  granted: optional(z.array(count)),
  /** The limits it was played under, by path of the activity, that their use can be reckoned. */
  rates: optional(z.array(z.tuple([z.string(), rate]))),
  zoneOffsetMs: optional(z.int()),
  scopes: optional(z.array(scope)),
})

/** A player performed a task; rewards of sub_processes that ended with it are among the changes. Spec 4.9, 5.3. */
const triggerPlayed = strictObject({
  event: z.literal('progress'),
  actor: playerReference,
  process: reference,
  /** Its `id` is the path of the activity. Spec 1 "Activity event". */
  activity: reference,
  changes,
  engine: playEffects,
})
export type TriggerPlayed = Shape<typeof triggerPlayed>

/** Rewards were given that had waited for an activity; the changes are those of `deferred.actor`. Spec 4.9, 5.3. */
const rewardResolved = strictObject({
  event: z.literal('resolution'),
  actor: playerReference,
  process: reference,
  activity: reference,
  deferred: strictObject({ actor: playerReference, activity: reference, changes }),
})
export type RewardResolved = Shape<typeof rewardResolved>

/** What plays of processes write into a history. */
export const triggerEvents = { progress: triggerPlayed, resolution: rewardResolved }
export type TriggerEvent = Shape<(typeof triggerEvents)[keyof typeof triggerEvents]>
