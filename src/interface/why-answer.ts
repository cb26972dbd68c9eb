import * as z from 'zod'
import type { Shape } from '../game/kernel/answer-shapes.ts'

/**
 * A requirement as its author wrote it, without the contents of a branch. The values compared are `found` and
 * `against`. Spec 4.3.
 */
const requirement = z.looseObject({ type: z.string(), not: z.boolean().optional() })

const value = z.object({ old: z.string().nullable(), new: z.string().nullable() })
const metric = z.object({ id: z.string(), name: z.string(), type: z.string() })
const change = z.object({ metric, delta: z.union([value, z.record(z.string(), value)]) })

/** A limit of a metric that cut a reward: the amount without the limit, and the limit. Spec 4.2. */
const clamped = z.object({
  by: z.enum(['min', 'max', 'max_items']),
  item: z.string().optional(),
  sum: z.string(),
  limit: z.string(),
})

const rate = z.object({ count: z.number(), window_ms: z.number(), type: z.enum(['FIXED', 'ROLLING', 'LEAKY']) })

/** The name of what a requirement checks, and the formula of a compound. */
const about = { name: z.string().optional(), formula: z.string().optional() }

const reads = z.record(z.string(), z.string())

/** The value of a formula, with the values of the names in it. Spec 4.4. */
const computed = z.object({ formula: z.string(), value: z.string(), reads })
/** The value of a formula. */
export type Computed = Shape<typeof computed>

/** One input of a decision, such as a requirement, a draw, a limit or a reward. */
const sight = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('requirement'),
    requires: requirement,
    ...about,
    held: z.boolean(),
    found: z.string().optional(),
    against: z.string().optional(),
    /** The index among the rules of an action or a custom rule, if it belongs to one of those. */
    rule: z.number().optional(),
  }),
  /** It holds if `drawn`, from 0 up to 1, is below the probability. */
  z.object({
    kind: z.literal('draw'),
    of: z.string(),
    probability: z.number(),
    drawn: z.number(),
    held: z.boolean(),
  }),
  z.object({
    kind: z.literal('rate'),
    rate,
    used: z.number(),
    held: z.boolean(),
    free_at: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('reward'),
    metric,
    verb: z.string(),
    value: z.union([z.string(), z.record(z.string(), z.string())]),
    computed: z.array(computed),
    count: z.number(),
    change: change.nullable(),
    limits: z.array(clamped),
  }),
  z.object({ kind: z.literal('compound'), metric, formula: z.string(), reads, change }),
  z.object({
    kind: z.literal('level'),
    base: metric,
    points: z.string(),
    rank: z.string(),
    low: z.string(),
    high: z.string(),
  }),
  z.object({ kind: z.literal('lane'), lane: z.string(), held: z.boolean() }),
  /**
   * An activity that was performed in one of its rounds. Names the metrics whose rewards only come in the last round.
   * Spec 4.9.
   */
  z.object({
    kind: z.literal('activity'),
    id: z.string(),
    outcome: z.string(),
    lucky: z.boolean(),
    round: z.number(),
    rounds: z.number(),
    held_back: z.array(z.string()),
  }),
  z.object({ kind: z.literal('flow'), to: z.string() }),
  /** A reward of an activity that waits until another activity is performed. */
  z.object({ kind: z.literal('waiting'), id: z.string(), until: z.string() }),
])

const part = z.object({
  kind: z.enum(['action', 'trigger', 'custom_rule', 'level', 'achievement', 'resolution', 'scores']),
  id: z.string(),
})

/** One decision for a player, in order. `event` is the event that it led to, `round` the round of a rule. Spec 4.7. */
const step = z.object({
  part,
  player: z.string().nullable(),
  round: z.number().optional(),
  event: z.string().nullable(),
  looked_at: z.array(sight),
})

const explainedEvent = z.object({
  event: z.looseObject({ event: z.string(), id: z.string(), timestamp: z.string() }),
  /** The event of the same entry that caused it. */
  follows: z.string().nullable(),
  /** The event that reverted it later. */
  reverted: z.object({ id: z.string(), at: z.string() }).nullable(),
})

/** An event with its explanation. */
export type ExplainedEvent = Shape<typeof explainedEvent>

/** The answer of `GET /why/:event_id`. Spec 6.6. */
export const whyAnswer = explainedEvent.extend({
  entry: z.object({
    seq: z.number(),
    at: z.string(),
    op: z.string(),
    caller: z.object({ client: z.string(), player: z.string().optional() }),
    input: z.unknown(),
    design: z.string().nullable(),
  }),
  /** The other events of the same play, if the play is explained as a whole. */
  others: z.array(explainedEvent),
  /** Whether repeating the decision had the same result; null if it was not repeated. */
  same: z.boolean().nullable(),
  note: z.string().optional(),
  steps: z.array(step),
  /** The number of inputs that are not listed. */
  more: z.number(),
})

/** The explanation of an event. */
export type Why = Shape<typeof whyAnswer>
/** One decision. */
export type WhyStep = Shape<typeof step>
/** One input of a decision. */
export type Sight = Shape<typeof sight>

const membership = z.object({ team: z.string(), roles: z.array(z.string()) })

/** What has to change before something can happen, without the choices of `any_of`. */
const plainObstacle = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('requirement'),
    of: z.string(),
    /** Has the `not` of the requirement in its operator. For a team, it says whether the player has to be in one. */
    needs: requirement,
    ...about,
    has: z.string(),
    /** What `has` is compared with. */
    against: z.string(),
    /** The amount to add to the present number; for `gt` and `lt`, the smallest whole number that is enough. */
    missing: z.string().optional(),
    /** The existing teams of the definition. */
    teams: z.array(z.string()).optional(),
    /** Those of these teams that the player is in, with the player's roles. */
    member: z.array(membership).optional(),
  }),
  z.object({
    kind: z.literal('rate'),
    of: z.string(),
    rate,
    used: z.number(),
    /** The number of plays that there must be room for at once. */
    plays: z.number(),
    /** When there is room for them; null if there never is. */
    free_at: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('level'),
    base: metric,
    has: z.string().nullable(),
    needs: z.object({ operator: z.literal('gt'), value: z.string() }),
    missing: z.string(),
    rank: z.string(),
  }),
  z.object({ kind: z.literal('chance'), of: z.string(), probability: z.number() }),
  z.object({ kind: z.literal('limits'), of: z.string(), limits: z.array(clamped) }),
  z.object({ kind: z.literal('nothing_to_give'), of: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('disabled'), player_id: z.string() }),
  /** The player is not in the process. */
  z.object({ kind: z.literal('performer'), process: z.string() }),
  /** The player does not have the role `player` in the lane of a task. `role` is the player's role there, or null. */
  z.object({ kind: z.literal('lane'), of: z.string(), lane: z.string(), role: z.string().nullable() }),
  /** The process is completed. */
  z.object({ kind: z.literal('completed'), process: z.string() }),
  /**
   * No token is at a task. A token may reach it from the tasks in `after`, which are offered now. All of them are
   * paths.
   */
  z.object({ kind: z.literal('not_offered'), of: z.string(), after: z.array(z.string()) }),
  /** A variable that is missing or has the wrong type. */
  z.object({ kind: z.literal('variable'), of: z.string(), path: z.string(), message: z.string() }),
  z.object({ kind: z.literal('formula'), of: z.string(), message: z.string() }),
])

/** What has to change before something can happen. Of an `any_of`, the obstacles of one choice have to change. */
export type Obstacle =
  | Shape<typeof plainObstacle>
  | { readonly kind: 'any_of'; readonly of: string; readonly choices: readonly (readonly Obstacle[])[] }

const obstacle: z.ZodType<Obstacle> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    ...plainObstacle.options,
    z.object({ kind: z.literal('any_of'), of: z.string(), choices: z.array(z.array(obstacle)) }),
  ]),
)

/** The rewards under one requirement, and what prevents a play from giving them. */
const prospect = z.object({
  of: z.string(),
  /** The rewards, in words. */
  gives: z.string(),
  possible: z.boolean(),
  /** The probability that chance gives any of them. */
  odds: z.number(),
  stands_in_the_way: z.array(obstacle),
})

/** What to explain about a player, and how it is played. Spec 6.6 `POST /why-not`. */
export interface WhyNotQuery {
  readonly player_id: string
  readonly action?: string
  readonly rule?: string
  readonly process?: string
  readonly trigger?: string
  readonly count?: number
  readonly variables?: Readonly<Record<string, string | number>>
  /** The moment to ask about: the number of an entry, or a time. */
  readonly at?: string
}

/** The answer of `POST /why-not`. Spec 6.6. */
export const whyNotAnswer = z.object({
  player_id: z.string(),
  part: z.object({
    kind: z.enum(['action', 'custom_rule', 'level', 'achievement', 'trigger']),
    id: z.string(),
    name: z.string(),
    /** For a trigger, the process that it belongs to. */
    process: z.string().optional(),
  }),
  /** Whether it can happen now: for a level and an achievement with the next play, for others when it is played. */
  possible: z.boolean(),
  /** The probability that chance lets it happen. */
  odds: z.number(),
  stands_in_the_way: z.array(obstacle),
  /** What a play would give; for a trigger, with luck. Empty if it is not offered or a variable is invalid. */
  rewards: z.array(prospect),
})

/** The explanation of what prevents something. */
export type WhyNot = Shape<typeof whyNotAnswer>
/** The rewards that a play would give under one requirement. */
export type Prospect = Shape<typeof prospect>
