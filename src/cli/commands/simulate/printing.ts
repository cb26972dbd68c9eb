import { boundsText, figureText, seenText } from '../../../lab/simulate/expectation-text.ts'
import { isRepeated } from '../../../lab/simulate/repeated.ts'
import type { SimulationReport } from '../../../lab/simulate/report.ts'
import { changesOf, summaryOf, summaryOfRuns } from '../../../lab/simulate/summary.ts'
import { expectations } from '../../../lab/simulate/summary/expectations.ts'
import { junitDocument, type JunitCase } from '../../../scripts/reporters/junit-document.ts'
import { knowsUnicode } from '../../../terminal/render/paint.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { documentOf } from './outputs.ts'
import type { Finished } from './runs.ts'

/** The forms of `--reporter`. */
export type ReportForm = 'spec' | 'json' | 'junit'

/** Prints the reports: as JSON, as a JUnit document of the expectations, or in words. */
export function printReports(
  shell: Shell,
  finished: readonly Finished[],
  isOnly: boolean,
  form: ReportForm = 'spec',
): void {
  const { io, options } = shell
  if (options.json || form === 'json') io.stdout.write(`${documentOf(finished, isOnly)}\n`)
  else if (form === 'junit') io.stdout.write(junitOf(finished, io.now()))
  else for (const { text } of finished) shell.print(text)
}

/** Describes what came of a simulation: its expectations alone with `--quiet`. `runs` are the reports of the single runs. */
export function textOf(
  { paint, options, io }: Shell,
  { report, compared }: Pick<Finished, 'report' | 'compared'>,
  runs: readonly SimulationReport[],
): string {
  const style = { paint, unicode: knowsUnicode(io.env) }
  if (options.quiet) return expectations(report, style).join('\n')
  if (compared) return `${changesOf(compared, style)}\n`
  return `${isRepeated(report) ? summaryOfRuns(report, runs, style) : summaryOf(report, style)}\n`
}

function junitOf(finished: readonly Finished[], startedMs: number): string {
  const suites = finished.map(({ simulation, file = `built-in:${simulation.id}`, report }) => ({
    file,
    name: simulation.name ?? simulation.id,
    cases: report.expect.map((expectation): JunitCase => {
      const [bounds, seen] = [boundsText(expectation), seenText(expectation, expectation.seen)]
      return {
        name: `${figureText(expectation)}: ${bounds}`,
        elapsedMs: 0,
        outcome: expectation.holds
          ? 'passed'
          : { message: `seen ${seen}`, lines: [file, `expected ${bounds}`, `seen ${seen}`] },
      }
    }),
  }))
  return junitDocument(suites, startedMs)
}
