import * as z from 'zod'
import { within } from '../../game/design/component.ts'
import type { Design } from '../../game/design/design.ts'
import { isRecord } from '../../game/kernel/json-value.ts'
import { customIssue, reportProblems, type PathProblem } from '../../game/kernel/schema-problems.ts'
import { shownAs } from '../../game/kernel/shown-as.ts'
import { endForms, MAX_EXPECTATIONS } from '../simulate/expectation-schema.ts'
import { linkExpectation } from '../simulate/link-simulation.ts'
import { partReader, partsOf } from '../simulate/readable-parts.ts'
import type { EndExpectation } from '../simulate/report.ts'
import { collectProblems } from '../terms/names.ts'

const ONLY_SCORES = 'only what players have at the end of a history is compared'
const NO_DAYS = 'a history is compared at its end, and not by day'
const NO_TIMES = 'only whether players have it at the end is known, and not how long it took'

/** Why a field of an expectation has no meaning at the end of a history. */
const meaningless: Readonly<Record<string, string>> = {
  flow: ONLY_SCORES,
  refused: ONLY_SCORES,
  active: ONLY_SCORES,
  day: NO_DAYS,
  by_day: NO_DAYS,
  median_days: NO_TIMES,
  median_plays: NO_TIMES,
  persona: 'recorded players have no persona',
}

/** An expectation at the end of a history. What only simulations have is refused with the reason. */
export const endExpectationSchema: z.ZodType<EndExpectation> = shownAs(
  z
    .unknown()
    .superRefine((value, check) => {
      const field = isRecord(value) ? Object.keys(meaningless).find((each) => Object.hasOwn(value, each)) : undefined
      if (field !== undefined)
        check.addIssue(
          customIssue(
            [field],
            `${meaningless[field]}; expected 'metric' with 'of' and bounds, or 'reach' with 'share'`,
          ),
        )
    })
    .pipe(endForms),
  () => endForms,
)

/** The file of `--expect`. Spec 7.2. */
const endExpectationsSchema = z.array(endExpectationSchema).max(MAX_EXPECTATIONS)

/** What is expected at the end of a history, or all problems of the file. */
export type ParsedEndExpectations =
  | { readonly expect: readonly EndExpectation[] }
  | { readonly problems: readonly PathProblem[] }

/** Parses a list of expectations, and looks up all names in the other design. Spec 7.2 `--expect`. */
export function parseEndExpectations(value: unknown, design: Design): ParsedEndExpectations {
  const parsed = endExpectationsSchema.safeParse(value, { reportInput: true })
  const problems = collectProblems((report) => {
    if (!parsed.success) reportProblems(parsed.error, report)
    const reader = partReader(report)
    const list = parsed.data ?? partsOf(endExpectationSchema, value, reader, [])
    list.forEach((written, i) => {
      if (!written) return
      linkExpectation(written, { design, days: Infinity, personas: undefined }, within(reader.reportOthers, i))
    })
  })
  return parsed.success && problems.length === 0 ? { expect: parsed.data } : { problems }
}
