import { z } from 'zod'
import { amount, byName, reference } from '../kernel/answer-schema.ts'
import { metricTypes } from './design.ts'

export const metricReference = z.strictObject({ id: z.string(), name: z.string(), type: z.enum(metricTypes) })

const valueDelta = z.strictObject({ old: z.string().nullable(), new: z.string().nullable() })

/** Spec 1 "Change". */
export const change = z.strictObject({ metric: metricReference, delta: z.union([valueDelta, byName(valueDelta)]) })

const part = { name: z.string(), description: z.string().optional() }
const limit = z.union([amount, z.enum(['Infinity', '-Infinity'])])

/** Spec 1 "Player profile", 4.2, 4.7. */
export const score = z.strictObject({
  metric: metricReference,
  value: z.union([amount, z.strictObject(part), byName(z.strictObject({ ...part, count: amount }))]),
  meta: z.strictObject({ low: limit, high: limit, base_metric: reference }).optional(),
})

const definition = { id: z.string(), name: z.string(), type: z.enum(metricTypes), formula: z.string().optional() }

/** Spec 1 "Metric definition". */
export const metricDefinition = z.strictObject({
  ...definition,
  items: z.array(z.string()).optional(),
  states: z.array(z.strictObject({ name: z.string() })).optional(),
})

const described = byName(z.strictObject({ description: z.string().optional() }))

/** Spec 3 "Resources", 4.2. */
export const metricDefinitionV1 = z.strictObject({
  ...definition,
  items: described.optional(),
  states: described.optional(),
})
