import { z } from 'zod'
import { idSchema, nameSchema } from '../kernel/schema.ts'

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

/** Tells of a problem at a path within the component at hand; `absent` names the component (`metrics/xp`) it refers to in vain. */
export type Report = (path: readonly (string | number)[], message: string, absent?: string) => void

/** A report whose paths are told from further up. */
export function within(report: Report, ...prefix: readonly (string | number)[]): Report {
  return (path, message, absent) => report([...prefix, ...path], message, absent)
}
