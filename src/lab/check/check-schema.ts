import * as z from 'zod'
import { compare, parseAmount } from '../../game/kernel/decimal.ts'
import { parseDuration } from '../../game/kernel/duration.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { idSchema, strictObject } from '../../game/kernel/schema.ts'
import { shownAs } from '../../game/kernel/shown-as.ts'
import { requirementSchema } from '../../game/rules/requirement.ts'
import { oneForm } from '../terms/one-form.ts'

/** The limits of plays of one search, and of checks in one file. */
const MAX_PLAYS = 10_000
const MAX_CHECKS = 1000

/** The name of something in the design, which is looked up there. */
const named = z.string().max(256)

const withinPlays = z.int().min(1).max(MAX_PLAYS)

const gain = shownAs(
  z
    .union([z.string(), z.number()], { error: 'expected a number, or a text with one' })
    .refine((given) => compare(parseAmount(String(given)) ?? 0, 0) > 0, 'expected a gain above 0'),
  () => z.union([z.string(), z.number()]),
)

const window = shownAs(
  z.string().superRefine((text, check) => {
    if ((parseDuration(text) ?? 0) <= 0)
      check.addIssue(`${quoted(text)} is not a valid window; expected a duration such as "90m" or "1d"`)
  }),
  () => z.string(),
)

/** The fields of every form. */
const commonFields = {
  /** Some editors use it. */
  $schema: z.string().optional(),
  id: idSchema.optional(),
}

/** The schemas of the forms of checks, by the field that chooses one. */
export const checkForms = {
  always: strictObject({ ...commonFields, always: requirementSchema }),
  never_falls: strictObject({ ...commonFields, never_falls: named }),
  reachable: strictObject({ ...commonFields, reachable: named, within_plays: withinPlays }),
  unreachable: strictObject({ ...commonFields, unreachable: named, within_plays: withinPlays }),
  at_most: strictObject({ ...commonFields, at_most: strictObject({ metric: named, gain, within: window }) }),
  ends: strictObject({ ...commonFields, ends: named, within_plays: withinPlays }),
}

/** A check as authors write it. Spec 7.3. */
export const checkSchema = oneForm(
  `expected a check: an object with 'always', 'never_falls', 'reachable', 'unreachable', 'at_most' or 'ends'`,
  checkForms,
)

/** A check as programs write it. */
export type CheckParts = z.input<(typeof checkForms)[keyof typeof checkForms]>

/** A check whose names are not looked up yet. */
export type WrittenCheck = z.output<(typeof checkForms)[keyof typeof checkForms]>

/** A file with checks: one, or an array. Spec 7.3. */
export const checkFileSchema = shownAs(
  z.unknown().transform((value, check): readonly unknown[] => {
    const checks: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (checks.length > MAX_CHECKS) check.addIssue(`expected at most ${MAX_CHECKS} checks`)
    return checks
  }),
  () => z.union([checkSchema, z.array(checkSchema).max(MAX_CHECKS)]),
)
