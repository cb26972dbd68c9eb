import type { Difference } from '../difference.ts'
import { type Reporter, type ScriptResult, type TimedResult, countsOf } from '../runner.ts'

/** Reports everything at the end as one JSON document, with the `coverage` if it is given. */
export function jsonReporter(write: (text: string) => void, coverage?: () => Promise<object>): Reporter {
  return {
    end: async (results) => {
      const counts = countsOf(results.flatMap((script) => script.results))
      const covered = coverage && { coverage: await coverage() }
      write(`${JSON.stringify({ ...counts, scripts: results.map(shownScript), ...covered })}\n`)
    },
  }
}

function shownScript({ script, results }: ScriptResult) {
  const { file, name, steps } = script
  const shownStep = ({ place, outcome, elapsedMs, isShare, differences }: TimedResult) => {
    const { line, column, value } = steps[place] ?? {}
    const time = isShare ? undefined : elapsedMs
    return { line, column, step: value, outcome, elapsed_ms: time, differences: differences.map(shownDifference) }
  }
  const elapsed = Math.round(results.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0))
  return { file, name, ...countsOf(results), elapsed_ms: elapsed, steps: results.map(shownStep) }
}

/** JSON has no undefined, so it becomes null. */
const shownDifference = ({ path, wanted = null, got = null, advice }: Difference) => ({ path, wanted, got, advice })
