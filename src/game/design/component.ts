import * as z from 'zod'
import type { LazyMessage } from '../kernel/problem-list.ts'
import { idSchema, nameSchema } from '../kernel/schema.ts'
import type { Kind } from './source.ts'

/** The fields that every component has. Spec 4.1. */
export const commonFields = {
  id: idSchema,
  name: z.string().min(1).max(256),
  description: z.string().max(4096).optional(),
  image: z.string().max(64).optional(),
  tags: z.array(z.string().max(64)).max(64).optional(),
  /** Clients send back what an editor left in the design. It has no effect. */
  _errors: z.unknown().optional(),
}

/** The fields of a named part of a metric: an item or a state. Spec 4.2. */
export const partFields = {
  name: nameSchema,
  description: z.string().max(4096).optional(),
  image: z.string().max(64).optional(),
}

/** A missing component that another one refers to, or an undeclared variable that its formulas read. */
export type Absent = readonly [kind: Kind | 'variables', id: string]

/**
 * Reports a problem at a path within the present component. `absent` is what the component refers to, if that does not
 * exist.
 */
export type Report = (path: readonly (string | number)[], words: LazyMessage, absent?: Absent) => void

/** Returns a report that puts a prefix before the paths. */
export function within(report: Report, ...prefix: readonly (string | number)[]): Report {
  return (path, words, absent) => report([...prefix, ...path], words, absent)
}
