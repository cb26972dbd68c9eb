import * as z from 'zod'
import { byName } from '../kernel/shapes.ts'
import { metricReference } from '../metrics/answer-schema.ts'
import { verbs } from './reward.ts'

/** A reward as lists show it. Spec 1 "Action definition", "Trigger". */
export const shownReward = z.strictObject({
  metric: metricReference,
  value: z.union([z.string(), byName(z.string())]),
  verb: z.enum(verbs),
  probability: z.number(),
})
