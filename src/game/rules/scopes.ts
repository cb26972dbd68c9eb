import { z } from 'zod'
import { strictObject } from '../kernel/schema.ts'

/** Scopes that one play may name. */
const MAX_SCOPES = 100

/** `scopes` of a play: the custom boards that it counts on, and for whom. Spec 4.11. */
export const scopesBody = z
  .array(strictObject({ id: z.string().min(1).max(256), entity_id: z.string().min(1).max(256) }))
  .max(MAX_SCOPES)
