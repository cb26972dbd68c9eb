import { differenceLines } from '../difference-text.ts'
import { countsOf, type Reporter, type ScriptResult } from '../runner.ts'
import { stepSentence } from '../step-sentence.ts'
import type { Annotated, Annotation } from './annotations.ts'

/** Reports at the end each step that did not go as expected, as an annotation at its place. */
export function githubReporter(report: (found: Annotated) => Promise<void>): Reporter {
  return {
    end: (results) => {
      const { passed, failed, skipped } = countsOf(results.flatMap((each) => each.results))
      return report({
        title: 'Play scripts',
        result: `${passed} passed, ${failed} failed, ${skipped} skipped`,
        annotations: results.flatMap(failuresOf),
      })
    },
  }
}

function failuresOf({ script: { file, steps }, results }: ScriptResult): readonly Annotation[] {
  return results.flatMap(({ place, outcome, differences }) => {
    const step = steps[place]
    if (outcome !== 'failed' || !step) return []
    const lines = differences.flatMap((difference) => [
      difference.path,
      ...differenceLines(difference).map(({ text }) => `  ${text}`),
    ])
    const { line, column } = step
    const title = `not as expected: ${stepSentence(step.step)}`
    return [{ level: 'error', file, line, column, title, message: lines.join('\n') }]
  })
}
