import { within } from '../../game/design/component.ts'
import { reportProblems, type PathProblem } from '../../game/kernel/schema-problems.ts'
import { collectProblems } from './collect-problems.ts'
import { expectationForms, formOfExpectation, type ExpectationForm } from './expectation-schema.ts'
import { linkExpectation, settledExpectation, type Terms } from './link-expectation.ts'
import { partReader } from './part-reader.ts'
import { readableExpectations } from './readable-parts.ts'
import { expectationsSchema } from './simulation-schema.ts'
import type { Expectation } from './simulation.ts'

/** Expectations, or all of their problems. */
export type ParsedExpectations =
  | { readonly expectations: readonly Expectation[] }
  | { readonly problems: readonly PathProblem[] }

/** Parses a list of expectations, of which only some forms may be possible, and looks up all names. Spec 7.1. */
export function parseExpectations(
  value: unknown,
  terms: Terms,
  possible: readonly ExpectationForm[] = expectationForms,
): ParsedExpectations {
  const parsed = expectationsSchema.safeParse(value, { reportInput: true })
  const problems = collectProblems((report) => {
    if (!parsed.success) reportProblems(parsed.error, report)
    const reader = partReader(report)
    const written = parsed.data ?? readableExpectations(value, reader, [])
    written.forEach((each, i) => {
      if (!each) return
      const form = formOfExpectation(each)
      if (possible.includes(form)) linkExpectation(each, terms, within(reader.reportOthers, i))
      else
        report([i, form], `'${form}' is not available here; expected ${possible.map((one) => `'${one}'`).join(' or ')}`)
    })
  })
  if (!parsed.success || problems.length > 0) return { problems }
  return { expectations: parsed.data.map((each) => settledExpectation(each, terms.days)) }
}
