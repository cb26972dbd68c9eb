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
  /** Clients send back what an editor left in the design; it means nothing. */
  _errors: z.unknown().optional(),
}

/** A named part of a metric: an item or a state. Spec 4.2. */
export const partFields = {
  name: nameSchema,
  description: z.string().max(4096).optional(),
  image: z.string().max(64).optional(),
}

/** A component that another refers to in vain, or a variable that its formulas read and it does not declare. */
export type Absent = readonly [kind: Kind | 'variables', id: string]

/** Tells of a problem at a path within the component at hand; `absent` is what it refers to in vain. */
export type Report = (path: readonly (string | number)[], words: LazyMessage, absent?: Absent) => void

/** A report whose paths are told from further up. */
export function within(report: Report, ...prefix: readonly (string | number)[]): Report {
  return (path, words, absent) => report([...prefix, ...path], words, absent)
}
