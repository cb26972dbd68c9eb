import { expectationWords } from '../../../lab/page/expectation-words.ts'
import type { RepeatedReport } from '../../../lab/simulate/repeated.ts'
import type { SimulationReport } from '../../../lab/simulate/report.ts'
import { summaryOf } from '../../../lab/simulate/summary.ts'
import { junitDocument, type JunitCase } from '../../../scripts/reporters/junit-document.ts'
import { knowsUnicode } from '../../../terminal/render/paint.ts'
import { printable } from '../../../terminal/render/printable.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { documentOf } from './outputs.ts'
import type { Finished } from './runs.ts'

/** The forms of `--reporter`. */
export type ReportForm = 'spec' | 'json' | 'junit'

/** Prints the reports: as JSON, as a JUnit document of the expectations, or in words. */
export function printReports(shell: Shell, finished: readonly Finished[], form: ReportForm = 'spec'): void {
  const { io, options } = shell
  if (options.json || form === 'json') io.stdout.write(`${documentOf(finished)}\n`)
  else if (form === 'junit') io.stdout.write(junitOf(finished, io.now()))
  else for (const each of finished) shell.print(textOf(shell, each))
}

function textOf(shell: Shell, { report, simulation }: Finished): string {
  const { paint, options } = shell
  const lines = expectationLines(shell, report)
  if (options.quiet) return lines.join('\n')
  const title = paint.strong(printable(simulation.name ?? simulation.id))
  const summary = isRepeated(report) ? repeatedText(report) : summaryOf(report)
  return [title, summary, ...lines, ''].join('\n')
}

/** Whether a report is of several runs. */
function isRepeated(report: SimulationReport | RepeatedReport): report is RepeatedReport {
  return 'runs' in report
}

function repeatedText({ runs, days, players, plays }: RepeatedReport): string {
  return `${runs} runs of ${days} days with ${shown(players)} players, ${shown(plays)} plays each`
}

const shown = ({ mean }: RepeatedReport['plays']): string => (mean === null ? 'no' : String(Math.round(mean)))

/** Returns a line for each expectation: whether it holds, what was expected, and what was seen. */
function expectationLines({ paint, io }: Shell, { expect }: SimulationReport | RepeatedReport): readonly string[] {
  const isUnicode = knowsUnicode(io.env)
  return expect.map((expectation) => {
    const { figure, bounds, write } = expectationWords(expectation)
    const mark = expectation.holds ? paint.good(isUnicode ? '✓' : 'ok') : paint.bad(isUnicode ? '✗' : 'FAILED')
    const line = printable(
      `${figure}${whose(expectation.persona)}: ${bounds}, seen ${seenText(expectation.seen, write)}`,
    )
    return `  ${mark} ${expectation.holds ? line : paint.strong(line)}`
  })
}

const whose = (persona: string | undefined): string => (persona === undefined ? '' : ` (${persona})`)

type Seen = (SimulationReport | RepeatedReport)['expect'][number]['seen']

/** Returns a figure, or the mean of several runs with its interval. */
function seenText(seen: Seen, write: (value: number | null) => string): string {
  if (seen === null || typeof seen === 'number') return write(seen)
  const { mean, low, high } = seen
  return low === null ? write(mean) : `${write(mean)} (${write(low)} to ${write(high)})`
}

function junitOf(finished: readonly Finished[], startedMs: number): string {
  const suites = finished.map(({ simulation, file = `built-in:${simulation.id}`, report }) => ({
    file,
    name: simulation.name ?? simulation.id,
    cases: report.expect.map((expectation): JunitCase => {
      const { figure, bounds, write } = expectationWords(expectation)
      const seen = seenText(expectation.seen, write)
      return {
        name: `${figure}${whose(expectation.persona)}: ${bounds}`,
        elapsedMs: 0,
        outcome: expectation.holds
          ? 'passed'
          : { message: `seen ${seen}`, lines: [file, `expected ${bounds}`, `seen ${seen}`] },
      }
    }),
  }))
  return junitDocument(suites, startedMs)
}
