import * as z from 'zod'
import { eventBundle } from '../feeds/answer-schema.ts'
import { byName } from '../kernel/answer-shapes.ts'
import { metricReference } from '../metrics/answer-schema.ts'
import { verbs } from './reward.ts'

/** A reward in lists, with its formulas as text. Spec 1 "Action definition", "Trigger", 4.6, 4.16 "Lists". */
export const shownReward = z.strictObject({
  metric: metricReference,
  value: z.union([z.string(), byName(z.string())]),
  verb: z.enum(verbs),
  probability: z.number(),
})

/** Returns the schema of the result of a custom rule for one player. Spec 2 "Rule evaluation result". */
export const evaluation = () => z.strictObject({ player_id: z.string(), events: eventBundle })
