import type { FiledCheck } from '../../../lab/check/read-checks.ts'
import type { CheckReport } from '../../../lab/check/report.ts'
import { foundSentences } from '../../../lab/check/summary.ts'
import type { PlacedLint } from '../../../lab/lint/placed-lints.ts'
import type { Annotated, Annotation } from '../../../scripts/reporters/annotations.ts'
import { counted } from '../../../sentences/quantities.ts'
import { lintAnnotations } from '../../design-lints.ts'

/** What annotations are about. */
export interface AnnotatedParts {
  readonly title: string
  readonly report: CheckReport
  readonly filed: readonly FiledCheck[]
  /** The findings that fail the command, if their severity does. */
  readonly lints: readonly PlacedLint[]
}

/** Returns the checks that do not hold, each at its place in its file, and the findings that fail as well. */
export function checkAnnotations({ title, report, filed, lints }: AnnotatedParts): Annotated {
  const broken = report.checks.flatMap(({ id, holds, verdict, counterexample, script }): readonly Annotation[] => {
    const place = filed.find(({ check }) => check.id === id)
    if (holds || !place) return []
    const { file, line, column } = place
    const steps = counterexample ? foundSentences(counterexample) : []
    const next = script === undefined ? [] : [`run 'gamify play script ${script}' to see it`]
    return [
      { level: 'error', file, line, column, title: `check ${id}`, message: [verdict, ...steps, ...next].join('\n') },
    ]
  })
  const held = report.checks.length - broken.length
  const partial = report.partial ? '; the search was interrupted' : ''
  const result = `${held} of ${counted(report.checks.length, 'check holds', 'checks hold')}${partial}`
  const failing = lints.filter(({ severity }) => severity === 'warning')
  return { title, result, annotations: [...broken, ...lintAnnotations(failing)] }
}
