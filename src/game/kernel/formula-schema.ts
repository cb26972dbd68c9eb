import * as z from 'zod'
import { isProblem, parseFormula } from './formula-parser.ts'
import { numberForText, withShorthand } from './shorthand.ts'

/** A formula as its author writes it, refused with its position where it does not parse. Spec 4.4. */
export const formulaText = withShorthand(
  z.string().superRefine((text, check) => {
    const parsed = parseFormula(text)
    if (isProblem(parsed)) check.addIssue(`${parsed.message} at character ${parsed.position + 1} of the formula`)
  }),
  numberForText,
)
