import * as z from 'zod'
import { amount, playerReference, reference } from '../kernel/answer-shapes.ts'
import { metricReference } from '../metrics/answer-schema.ts'
import { cycles } from './cycle.ts'

/** A leaderboard of the design. Spec 1 "Leaderboard definition". */
export const boardDefinition = z.strictObject({
  id: z.string(),
  name: z.string(),
  entity_type: z.enum(['players', 'teams']),
  metric: metricReference,
  scope: z.union([
    z.strictObject({ type: z.enum(['game', 'custom']) }),
    z.strictObject({ type: z.enum(['team_definition', 'team_instance']), id: z.string() }),
  ]),
  cycles: z.array(z.enum(cycles)),
})

/** An action that contributed to a score: the number of plays and the amount that they gave. Spec 4.11. */
export const contribution = z.strictObject({ id: z.string(), name: z.string(), count: z.int().min(1), score: amount })

const scoreAndRank = { score: z.union([amount, z.array(z.string())]), rank: z.int().min(1) }

/** A row of a leaderboard. Spec 1 "Leaderboard entry", 4.11. */
export const boardEntry = z.union([
  z.strictObject({ player: playerReference, ...scoreAndRank, actions: z.array(contribution).optional() }),
  z.strictObject({ team: reference, ...scoreAndRank }),
])

/**
 * The score and rank of an entity in each period: rank -1 and no score if it was not ranked. The date is the period's first
 * day.
 */
const trendPoints = {
  data: z.array(
    z.strictObject({
      date: z.string().regex(/^\d{4}-\d\d-\d\d$/),
      score: amount.optional(),
      rank: z.union([z.literal(-1), z.int().min(1)]),
    }),
  ),
}

/** The ranks of a player or team over time. Spec 1 "Rank trend", 4.16. */
export const rankTrend = z.union([
  z.strictObject({ ...trendPoints, player: playerReference }),
  z.strictObject({ ...trendPoints, team: reference }),
])

/** The answer to a registration or deregistration. Spec 2 "Custom leaderboards". */
export const registered = () => z.strictObject({ ok: z.literal(1) })
