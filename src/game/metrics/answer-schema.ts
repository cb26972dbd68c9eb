import * as z from 'zod'
import { amount, byName, reference } from '../kernel/shapes.ts'
import { metricTypes } from './design.ts'

export const metricReference = z.strictObject({ id: z.string(), name: z.string(), type: z.enum(metricTypes) })

export const valueDelta = z.strictObject({ old: z.string().nullable(), new: z.string().nullable() })

/** Spec 1 "Change". */
export const change = z.strictObject({ metric: metricReference, delta: z.union([valueDelta, byName(valueDelta)]) })

const limit = z.union([amount, z.enum(['Infinity', '-Infinity'])])

/** Where in a ladder of levels a player stands. Spec 4.7. */
export const levelMeta = z.strictObject({ low: limit, high: limit, base_metric: reference })

/** What every score has. */
const scored = { metric: metricReference, meta: levelMeta.optional() }

/** A part of a metric; what has no description leaves it out. */
export const partFields = { name: z.string(), description: z.string().optional() }

export const shownItem = z.strictObject({ ...partFields, count: amount })

/** Spec 1 "Player profile", 4.2, 4.7. */
export const score = z.strictObject({
  ...scored,
  value: z.union([amount, z.strictObject(partFields), byName(shownItem)]),
})

/** The same in the recorded dialect: the items of a set as a list. Spec 5.6. */
export const recordedScore = z.strictObject({
  ...scored,
  value: z.union([amount, z.strictObject(partFields), z.array(shownItem)]),
})

const definition = { id: z.string(), name: z.string(), type: z.enum(metricTypes), formula: z.string().optional() }

/** Spec 1 "Metric definition". */
export const metricDefinition = z.strictObject({
  ...definition,
  items: z.array(z.string()).optional(),
  states: z.array(z.strictObject({ name: z.string() })).optional(),
})

const described = byName(z.strictObject({ description: z.string().optional() }))

/** What version 1 answers, and version 2 in the recorded dialect. Spec 3 "Resources", 4.2, 5.6. */
export const metricDefinitionByName = z.strictObject({
  ...definition,
  items: described.optional(),
  states: described.optional(),
})
