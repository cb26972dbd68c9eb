import * as z from 'zod'
import { nameMapOf, count, instant, optional, vars } from '../kernel/history-shapes.ts'
import { LAST_INSTANT } from '../kernel/instant.ts'
import { strictObject } from '../kernel/schema.ts'
import { playerReference, type Shape } from '../kernel/shapes.ts'
import { changes } from '../metrics/shapes.ts'

/** The custom boards on which a play counts, and for whom. Spec 4.11. */
export const scope = strictObject({ id: z.string(), entity_id: z.string() })
export type Scope = Shape<typeof scope>

/** How a limit counts plays. Spec 4.6. */
export const rateKinds = ['ROLLING', 'FIXED', 'LEAKY'] as const

/** A limit on plays: `count` in each window. Spec 4.6. */
export const rate = strictObject({
  kind: z.enum(rateKinds),
  count: z.int().min(1),
  windowMs: z.int().min(1),
})

/** Plays that follow one another: how many they are, then time and count of each, oldest first. */
export const run = strictObject({ plays: count, moments: z.array(count).min(2) }).refine(
  ({ plays, moments }) =>
    moments.length % 2 === 0 &&
    moments.every((at, i) => i % 2 === 1 || i === 0 || at > (moments[i - 2] ?? 0)) &&
    moments.reduce((sum, played, i) => (i % 2 === 1 ? sum + played : sum), 0) === plays,
  'expected ascending times, each with its plays',
)

/**
 * What a player has used of a rate, behind the kind. ROLLING: the plays in the window, in runs; FIXED: start of the unit
 * and plays in it; LEAKY: time and level of the bucket, in plays times a window, so that it leaks whole numbers, and that
 * window.
 */
export const rateUse = z.union([
  z.tuple([z.literal('ROLLING')], run),
  z.tuple([z.literal('FIXED'), z.int().max(LAST_INSTANT), count]),
  z.tuple([z.literal('LEAKY'), instant, count, count.min(1)]),
])

const rateUsesFields = {
  /** Of the rate played under last. */
  rate: rateUse.nullable(),
  /** Of those of other kinds, one each; missing where there are none. */
  otherRates: optional(z.array(rateUse)),
}

/**
 * What a player has used of the rates that an action has had. A design that gives it a rate of another kind loses
 * nothing: what was used of the one before waits for that to come back. Spec 4.13.
 */
export const rateUses = strictObject(rateUsesFields)

/** How a player has used an action. */
export const actionUse = strictObject({
  /** Times played, as answers show it: a play of count 3 counts three, a revert takes them off. */
  count,
  /** Plays ever made, which numbers the draws: nothing that happens in a game lowers it. */
  plays: count,
  ...rateUsesFields,
})

/** How a player has used each action. */
export const actionUses = nameMapOf(actionUse)

/** A player played an action. `engine.rate` is the limit it was played under, that its use can be reckoned. Spec 5.3. */
const actionPlayed = strictObject({
  event: z.literal('action'),
  actor: playerReference,
  action: strictObject({ id: z.string(), name: z.string(), vars }),
  count: z.int().min(1),
  changes,
  scopes: z.array(scope),
  engine: optional(strictObject({ rate, zoneOffsetMs: z.int() })),
})
export type ActionPlayed = Shape<typeof actionPlayed>

/** What actions write into a history. */
export const actionEvents = { action: actionPlayed }
