import * as z from 'zod'
import { amount, playerReference, reference } from '../kernel/shapes.ts'
import { metricReference } from '../metrics/answer-schema.ts'
import { cycles } from './cycle.ts'

/** Spec 1 "Leaderboard definition". */
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

/** An action that a score comes from: how often it was played, and what it gave. Spec 4.11. */
export const contribution = z.strictObject({ id: z.string(), name: z.string(), count: z.int().min(1), score: amount })

const placed = { score: z.union([amount, z.array(z.string())]), rank: z.int().min(1) }

/** Spec 1 "Leaderboard entry", 4.11. */
export const boardEntry = z.union([
  z.strictObject({ player: playerReference, ...placed, actions: z.array(contribution).optional() }),
  z.strictObject({ team: reference, ...placed }),
])

/** Where an entity stood in each period: rank -1 and no score where it did not. The date is the first day of the period. */
const points = {
  data: z.array(
    z.strictObject({
      date: z.string().regex(/^\d{4}-\d\d-\d\d$/),
      score: amount.optional(),
      rank: z.union([z.literal(-1), z.int().min(1)]),
    }),
  ),
}

/** Spec 1 "Rank trend", 4.16. */
export const rankTrend = z.union([
  z.strictObject({ ...points, player: playerReference }),
  z.strictObject({ ...points, team: reference }),
])

/** What registering answers. Spec 2 "Custom leaderboards". */
export const registered = () => z.strictObject({ ok: z.literal(1) })
