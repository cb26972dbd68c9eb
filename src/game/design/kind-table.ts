import * as z from 'zod'
import { actionSchema } from '../actions/design.ts'
import { strictObject } from '../kernel/schema.ts'
import { shownAs } from '../kernel/shown-as.ts'
import { leaderboardSchema } from '../leaderboards/design.ts'
import { metricSchema } from '../metrics/design.ts'
import { processSchema } from '../processes/design.ts'
import { ruleSchema } from '../rules/design.ts'
import { teamSchema } from '../teams/design.ts'
import type { Kind } from './source.ts'

/** The schema of a component of each kind. */
export const kindSchemas = {
  metrics: metricSchema,
  actions: actionSchema,
  processes: processSchema,
  teams: teamSchema,
  rules: ruleSchema,
  leaderboards: leaderboardSchema,
} as const satisfies Record<Kind, z.ZodType>

/** The singular name of each kind. */
export const kindNames = {
  metrics: 'metric',
  actions: 'action',
  processes: 'process',
  teams: 'team',
  rules: 'rule',
  leaderboards: 'leaderboard',
} as const satisfies Record<Kind, string>

/**
 * Returns a schema that accepts what `schema` accepts, but returns the value unchanged: a design keeps what its author
 * wrote. `Written` is the type of the input.
 */
export function asWritten<Written>(schema: z.ZodType<unknown, Written>): z.ZodType<Written, Written> {
  const written = z.unknown().transform((value, check): Written => {
    const parsed = schema.safeParse(value, { reportInput: true })
    if (parsed.success) return value as Written
    for (const issue of parsed.error.issues) check.issues.push({ ...issue } as never)
    return z.NEVER
  }) as unknown as z.ZodType<Written, Written>
  return shownAs(written, () => schema)
}

/**
 * Returns the schema of an object with some of the fields of a kind's components and no others. The values are not
 * checked.
 */
export function someFieldsOf<Written>(kind: Kind): z.ZodType<Partial<Written>, Partial<Written>> {
  const fields = Array.from(fieldsOf(kindSchemas[kind]).keys(), (field) => [field, z.unknown().optional()])
  return asWritten(strictObject(Object.fromEntries(fields) as z.ZodRawShape)) as never
}

/**
 * Returns the schema of changes to a component of a kind. It checks a field that has the same schema in all types of
 * the kind. Other fields are checked with the whole component.
 */
export function changesOf<Written>(kind: Kind): z.ZodType<Partial<Written>, Partial<Written>> {
  const fields = Array.from(fieldsOf(kindSchemas[kind]), ([field, [schema, ...others]]) => [
    field,
    (schema && others.length === 0 ? schema : z.unknown()).optional(),
  ])
  return asWritten(strictObject(Object.fromEntries(fields) as z.ZodRawShape)) as never
}

/** Returns the fields of a schema, with all schemas that each field has in the types of a union. */
function fieldsOf(schema: z.ZodObject | z.ZodDiscriminatedUnion): ReadonlyMap<string, readonly z.ZodType[]> {
  const options = (schema instanceof z.ZodObject ? [schema] : schema.options) as readonly z.ZodObject[]
  const fields = new Map<string, z.ZodType[]>()
  for (const { shape } of options)
    for (const [field, found] of Object.entries(shape) as [string, z.ZodType][]) {
      const known = fields.get(field) ?? []
      if (!known.includes(found)) fields.set(field, [...known, found])
    }
  return fields
}
