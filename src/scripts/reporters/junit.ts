import { differenceLines } from '../difference-text.ts'
import type { Reporter, ScriptResult, TimedResult } from '../runner.ts'
import { stepSentence } from '../step-sentence.ts'
import { junitDocument, type JunitCase, type JunitFailure, type JunitSuite } from './junit-document.ts'

/**
 * Reports everything at the end as one XML document in the JUnit format of CI servers: a suite for each script, a case
 * for each step. `startedMs` is the machine's time.
 */
export function junitReporter(write: (text: string) => void, startedMs: number): Reporter {
  return {
    end: (results) => {
      write(junitDocument(results.map(suiteOf), startedMs))
    },
  }
}

function suiteOf({ script: { file, name, steps }, results }: ScriptResult): JunitSuite {
  const cases = results.map((result): JunitCase => {
    const step = steps[result.place]
    const { elapsedMs, outcome } = result
    const where = `${step?.line}:${step?.column}`
    return {
      name: `${where} ${step ? stepSentence(step.step) : ''}`,
      elapsedMs,
      outcome: outcome === 'failed' ? failureOf(`${file}:${where}`, result) : outcome,
    }
  })
  return { file, name, cases }
}

function failureOf(where: string, { differences }: TimedResult): JunitFailure {
  const lines = differences.flatMap((difference) => [
    difference.path,
    ...differenceLines(difference).map(({ text }) => `  ${text}`),
  ])
  return { message: `not as expected: ${differences.map(({ path }) => path).join(', ')}`, lines: [where, ...lines] }
}
