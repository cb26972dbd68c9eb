import { relative } from 'node:path'
import type { CheckReport, ReportedCheck } from '../../../lab/check/report.ts'
import { foundSentences } from '../../../lab/check/summary.ts'
import { lintIds } from '../../../lab/lint/lints.ts'
import type { PlacedLint } from '../../../lab/lint/placed-lints.ts'
import { problemText } from '../../../project/problem.ts'
import { interruptedCase, junitDocument, type JunitCase } from '../../../scripts/reporters/junit-document.ts'

/** What a JUnit document is about. */
export interface JunitParts {
  readonly report: CheckReport
  readonly lints: readonly PlacedLint[]
  /** The directory of the design. */
  readonly design: string
  readonly cwd: string
  /** Whether warnings fail. */
  readonly strict: boolean
  /** The machine's time. */
  readonly startedMs: number
}

/** Returns a suite of the lints and one of the checks. A check that does not hold has its counterexample as its failure. */
export function checkJunit({ report, lints, design, cwd, strict, startedMs }: JunitParts): string {
  const lintCases = lintIds.flatMap((id) => {
    const found = lints.filter((lint) => lint.id === id)
    return found.length === 0 ? [caseOf(id, 'passed')] : found.map((lint) => findingCase(lint, cwd, strict))
  })
  const cases = [...report.checks.map(checkCase), ...(report.partial ? [INTERRUPTED] : [])]
  return junitDocument(
    [
      { file: relative(cwd, design) || '.', name: 'lints', cases: lintCases },
      { file: 'checks', name: 'checks', cases },
    ],
    startedMs,
  )
}

const INTERRUPTED = interruptedCase('search', 'the sequences until then')

const caseOf = (name: string, outcome: JunitCase['outcome']): JunitCase => ({ name, elapsedMs: 0, outcome })

/** A finding that does not change the exit code is skipped, because it neither passes nor fails. */
function findingCase(lint: PlacedLint, cwd: string, strict: boolean): JunitCase {
  const { id, severity, message, why, fix } = lint
  const fails = strict && severity === 'warning'
  const outcome = fails ? { message, lines: [problemText(lint, cwd), why, fix] } : 'skipped'
  return caseOf(`${id}: ${problemText(lint, cwd)}`, outcome)
}

function checkCase({ id, holds, verdict, counterexample, script }: ReportedCheck): JunitCase {
  if (holds) return { ...caseOf(id, 'passed'), output: verdict }
  const steps = counterexample ? foundSentences(counterexample) : []
  const next = script === undefined ? [] : [`run 'gamify play script ${script}' to see it`]
  return caseOf(id, { message: verdict, lines: [verdict, ...steps, ...next] })
}
