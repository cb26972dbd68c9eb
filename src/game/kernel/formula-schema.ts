import * as z from 'zod'
import { isProblem, parseFormula } from './formula-parser.ts'
import { numberForText, withShorthand } from './shorthand.ts'

/**
 * The text of a formula. The schema rejects text that is not a formula, and its message contains the position. Spec
 * 4.4.
 */
export const formulaText = withShorthand(
  z.string().superRefine((text, check) => {
    const parsed = parseFormula(text)
    if (isProblem(parsed)) check.addIssue(`${parsed.message} at character ${parsed.position + 1} of the formula`)
  }),
  numberForText,
)
