import { differenceLines } from '../difference-text.ts'
import { type Reporter, type Script, type ScriptResult, type TimedResult, countsOf } from '../runner.ts'
import { stepSentence } from '../step-sentence.ts'

/** How to format the report. */
export interface SpecStyle {
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly faint: (text: string) => string
  readonly strong: (text: string) => string
  /** Escapes text from outside. */
  readonly safe: (text: string) => string
  /** Whether the report can contain more than ASCII. */
  readonly unicode: boolean
  /** Reports only failed steps. */
  readonly quiet: boolean
}

/** Reports each step on a line as it ends. Below a failed step, it prints what was expected and what came. */
export function specReporter(write: (text: string) => void, style: SpecStyle): Reporter {
  const line = (text: string): void => write(`${text}\n`)
  const { safe, strong, quiet } = style
  return {
    begin: ({ file, name }) => {
      if (!quiet) line(`${strong(safe(name))} ${style.faint(safe(`(${file})`))}`)
    },
    step: (script, result) => {
      if (quiet && result.outcome !== 'failed') return
      for (const text of stepLines(script, result, style)) line(text)
    },
    end: (results) => {
      if (!quiet) line(summary(results, style))
    },
  }
}

function* stepLines({ file, steps }: Script, { place, outcome, differences }: TimedResult, style: SpecStyle) {
  const { safe } = style
  const step = steps[place]
  const text = step ? safe(stepSentence(step.step)) : ''
  yield `  ${markOf(outcome, style)} ${outcome === 'failed' ? text : style.faint(text)}`
  if (outcome !== 'failed') return
  yield `      at ${safe(file)}:${step?.line}:${step?.column}`
  for (const difference of differences) {
    yield `      ${safe(difference.path)}`
    for (const { side, text: line } of differenceLines(difference))
      yield (side === 'wanted' ? style.good : style.bad)(`        ${safe(line)}`)
  }
}

function markOf(outcome: TimedResult['outcome'], { good, bad, faint, unicode }: SpecStyle): string {
  if (outcome === 'passed') return good(unicode ? '✓' : 'ok')
  return outcome === 'failed' ? bad(unicode ? '✗' : 'FAILED') : faint('-')
}

function summary(results: readonly ScriptResult[], { good, bad }: SpecStyle): string {
  const { passed, failed, skipped } = countsOf(results.flatMap((script) => script.results))
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [bad(`${failed} failed`)] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  const text = parts.join(', ')
  return failed > 0 ? text : good(text)
}
