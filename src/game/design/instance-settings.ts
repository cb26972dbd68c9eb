import { z } from 'zod'
import { compare, parseLimit } from '../kernel/decimal.ts'
import { nameSchema } from '../kernel/schema.ts'

/** Who may come in: anybody, who asks, who is invited. Spec 1 "Access". */
export const accessSettings = ['PUBLIC', 'PROTECTED', 'PRIVATE'] as const

/** The settings that a definition allows for what is made of it. Spec 4.9, 4.10. */
export const accessList = z
  .array(z.enum(accessSettings))
  .min(1)
  .max(accessSettings.length)
  .refine((list) => new Set(list).size === list.length, 'expected each access setting once')

/** How many there may be: a whole number, or "Infinity". */
export const instanceLimit = z.union([z.string(), z.int()]).refine((value) => {
  const limit = parseLimit(String(value))
  return limit !== undefined && compare(limit, 0) >= 0 && !String(limit).includes('.')
}, 'expected a whole number from 0, or "Infinity"')

/** The name of a lane or role; `*` and `~` stand for lanes of a kind. Spec 4.9, 4.15. */
export const laneOrRole = nameSchema.refine(
  (name) => name !== '*' && name !== '~',
  "expected a name other than '*', '~'",
)
