import * as z from 'zod'
import { playerReference, type Shape } from '../kernel/answer-shapes.ts'
import { nameMapOf, count, instant, optional, vars } from '../kernel/history-shapes.ts'
import { LAST_INSTANT } from '../kernel/instant.ts'
import { strictObject } from '../kernel/schema.ts'
import { changes } from '../metrics/shapes.ts'

/** A custom leaderboard on which a play counts, and the player or team for which it counts. Spec 4.11. */
export const scope = strictObject({ id: z.string(), entity_id: z.string() })
/** A custom leaderboard on which a play counts, and the player or team for which it counts. */
export type Scope = Shape<typeof scope>

/** How a limit counts plays. Spec 4.6. */
export const rateKinds = ['ROLLING', 'FIXED', 'LEAKY'] as const

/** A limit on plays: `count` in each window. Spec 4.6. */
export const rate = strictObject({
  kind: z.enum(rateKinds),
  count: z.int().min(1),
  windowMs: z.int().min(1),
})

/** Consecutive plays: their number, then the time and count of each, oldest first. */
export const run = strictObject({ plays: count, moments: z.array(count).min(2) }).refine(
  ({ plays, moments }) =>
    moments.length % 2 === 0 &&
    moments.every((at, i) => i % 2 === 1 || i === 0 || at > (moments[i - 2] ?? 0)) &&
    moments.reduce((sum, played, i) => (i % 2 === 1 ? sum + played : sum), 0) === plays,
  'expected ascending times, each with its plays',
)

/**
 * What a player has used of a rate, after the kind of the rate. ROLLING: the plays in the window, in runs. FIXED: the
 * start of the unit and the plays in it. LEAKY: the time and level of the bucket and the window. The level is plays
 * times the window, so that the bucket leaks whole numbers.
 */
export const rateUse = z.union([
  z.tuple([z.literal('ROLLING')], run),
  z.tuple([z.literal('FIXED'), z.int().max(LAST_INSTANT), count]),
  z.tuple([z.literal('LEAKY'), instant, count, count.min(1)]),
])

const rateUsesFields = {
  /** The use of the rate of the last play. */
  rate: rateUse.nullable(),
  /** The uses of rates of other kinds, one for each. Missing if there are none. */
  otherRates: optional(z.array(rateUse)),
}

/**
 * What a player has used of the rates that an action has had. A design that gives the action a rate of another kind
 * loses nothing: the use of the previous rate is kept until that kind returns. Spec 4.13.
 */
export const rateUses = strictObject(rateUsesFields)

/** How a player has used an action. */
export const actionUse = strictObject({
  /**
   * How many times it was played, as answers show it. A play of count 3 counts three times, and a revert subtracts it.
   */
  count,
  /** How many plays there were. This numbers the draws, so nothing in a game lowers it. */
  plays: count,
  ...rateUsesFields,
})

/** How a player has used each action. */
export const actionUses = nameMapOf(actionUse)

/** A player played an action. `engine.rate` is the limit of the play, from which its use is computed. Spec 5.3. */
const actionPlayed = strictObject({
  event: z.literal('action'),
  actor: playerReference,
  action: strictObject({ id: z.string(), name: z.string(), vars }),
  count: z.int().min(1),
  changes,
  scopes: z.array(scope),
  engine: optional(strictObject({ rate, zoneOffsetMs: z.int() })),
})
/** The event of a play. */
export type ActionPlayed = Shape<typeof actionPlayed>

/** The events of actions. */
export const actionEvents = { action: actionPlayed }
