import * as z from 'zod'
import { amount, byName, reference } from '../kernel/answer-shapes.ts'
import { metricTypes } from './design.ts'

/** A metric, as events and answers refer to it. Spec 1 "Metric reference". */
export const metricReference = z.strictObject({ id: z.string(), name: z.string(), type: z.enum(metricTypes) })

/** A value before and after a change. */
export const valueDelta = z.strictObject({ old: z.string().nullable(), new: z.string().nullable() })

/** A change of one metric. Spec 1 "Change". */
export const change = z.strictObject({ metric: metricReference, delta: z.union([valueDelta, byName(valueDelta)]) })

const limit = z.union([amount, z.enum(['Infinity', '-Infinity'])])

/** The bounds of the level that a player has reached, and the metric that decides it. Spec 4.7. */
export const levelMeta = z.strictObject({ low: limit, high: limit, base_metric: reference })

/** The fields of every score. */
const scored = { metric: metricReference, meta: levelMeta.optional() }

/** The fields of an item or state. `description` is left out if there is none. */
export const partFields = { name: z.string(), description: z.string().optional() }

/** An item that a player holds, and how many of it. */
export const shownItem = z.strictObject({ ...partFields, count: amount })

/** The score of a player in a metric. Spec 1 "Player profile", 4.2, 4.7. */
export const score = z.strictObject({
  ...scored,
  value: z.union([amount, z.strictObject(partFields), byName(shownItem)]),
})

/** A score in the recorded dialect, with the items of a set as a list. Spec 5.6. */
export const recordedScore = z.strictObject({
  ...scored,
  value: z.union([amount, z.strictObject(partFields), z.array(shownItem)]),
})

const definition = { id: z.string(), name: z.string(), type: z.enum(metricTypes), formula: z.string().optional() }

/** A metric of the design. Spec 1 "Metric definition". */
export const metricDefinition = z.strictObject({
  ...definition,
  items: z.array(z.string()).optional(),
  states: z.array(z.strictObject({ name: z.string() })).optional(),
})

const described = byName(z.strictObject({ description: z.string().optional() }))

/**
 * A metric of the design with items and states by name, as version 1 answers it, and version 2 in the recorded dialect.
 * Spec 3 "Resources", 4.2, 5.6.
 */
export const metricDefinitionByName = z.strictObject({
  ...definition,
  items: described.optional(),
  states: described.optional(),
})
