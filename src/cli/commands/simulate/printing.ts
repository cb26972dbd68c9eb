import { boundsText, figureText, seenText } from '../../../lab/simulate/expectation-text.ts'
import type { PlannedSimulation } from '../../../lab/simulate/planned.ts'
import { isRepeated, type RepeatedReport } from '../../../lab/simulate/repeated.ts'
import type { Expectation } from '../../../lab/simulate/simulation.ts'
import { changesOf, lateText, summaryOf } from '../../../lab/simulate/summary.ts'
import { failures } from '../../../lab/simulate/summary/expectations.ts'
import { leftOutOf } from '../../../lab/simulate/summary/left-out.ts'
import { junitDocument, type JunitCase } from '../../../scripts/reporters/junit-document.ts'
import { knowsUnicode } from '../../../terminal/render/paint.ts'
import { printable } from '../../../terminal/render/printable.ts'
import { counted } from '../../../terminal/render/quantities.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { documentOf } from './outputs.ts'
import type { Plan } from './plan.ts'
import type { Finished } from './runs.ts'

/** The forms of `--reporter`. */
export type ReportForm = 'spec' | 'json' | 'junit'

/** Prints the reports: as JSON, as a JUnit document of the expectations, or in words. */
export function printReports(shell: Shell, plan: Plan, finished: readonly Finished[], form: ReportForm = 'spec'): void {
  const { io, options } = shell
  if (options.json || form === 'json') io.stdout.write(`${documentOf(finished, plan.simulations.length === 1)}\n`)
  else if (form === 'junit') io.stdout.write(junitOf(plan, finished, io.now()))
  else
    for (const each of finished) {
      const text = textOf(shell, plan, each)
      if (text !== '') shell.print(text)
    }
}

function textOf(shell: Shell, { design, game }: Plan, { report, compared, simulation }: Finished): string {
  const { paint, options, io } = shell
  const style = { paint, unicode: knowsUnicode(io.env) }
  const leftOut = leftOutOf(simulation, design, game)
  if (compared && !options.quiet) return `${changesOf(compared, leftOut, style)}\n`
  if (!isRepeated(report))
    return options.quiet ? failures(report, style).join('\n') : `${summaryOf(report, leftOut, style)}\n`
  if (options.quiet)
    return repeatedLines(
      shell,
      report.expect.filter(({ holds }) => !holds),
    ).join('\n')
  const { runs, days, players, plays } = report
  const what = `${simulation.id}: ${counted(runs, 'run', 'runs')} of ${counted(days, 'day', 'days')} with ${shown(players)} players, ${shown(plays)} plays each`
  const head = [
    paint.strong(printable(what)),
    ...(report.partial ? [paint.bad('The simulation was interrupted, so these are only some of its runs.')] : []),
    ...lateText(leftOut).map(paint.bad),
    '',
  ]
  return [...head, ...repeatedLines(shell, report.expect), ''].join('\n')
}

const shown = ({ mean }: RepeatedReport['plays']): string => (mean === null ? 'no' : String(Math.round(mean)))

/** Returns a line for each expectation: whether it holds, what was expected, and the mean of what was seen. */
function repeatedLines({ paint, io }: Shell, expect: RepeatedReport['expect']): readonly string[] {
  const isUnicode = knowsUnicode(io.env)
  return expect.map((expectation) => {
    const mark = expectation.holds ? paint.good(isUnicode ? '✓' : 'ok') : paint.bad(isUnicode ? '✗' : 'FAILED')
    const line = `${figureText(expectation)}: ${boundsText(expectation)}, seen ${seenText(expectation, expectation.seen)}`
    return `${mark} ${expectation.holds ? printable(line) : paint.strong(printable(line))}`
  })
}

/** A case for an interrupted simulation, whose other cases judge only what was known by then. */
const INTERRUPTED: JunitCase = {
  name: 'the simulation ran to its end',
  elapsedMs: 0,
  outcome: {
    message: 'the simulation was interrupted',
    lines: ['the other cases are about only some of its players or runs'],
  },
}

/** Returns a suite for each simulation. The expectations of those that were not played are skipped. */
function junitOf({ simulations }: Plan, finished: readonly Finished[], startedMs: number): string {
  const played = finished.map(({ report, ...planned }) => ({
    ...suiteOf(planned),
    cases: [
      ...report.expect.map((expectation): JunitCase => {
        const [bounds, seen] = [boundsText(expectation), seenText(expectation, expectation.seen)]
        return {
          name: nameOf(expectation),
          elapsedMs: 0,
          outcome: expectation.holds
            ? 'passed'
            : { message: `seen ${seen}`, lines: [suiteOf(planned).file, `expected ${bounds}`, `seen ${seen}`] },
        }
      }),
      ...(report.partial ? [INTERRUPTED] : []),
    ],
  }))
  const unplayed = simulations.slice(finished.length).map((planned) => ({
    ...suiteOf(planned),
    cases: planned.simulation.expect.map((expectation): JunitCase => ({
      name: nameOf(expectation),
      elapsedMs: 0,
      outcome: 'skipped',
    })),
  }))
  return junitDocument([...played, ...unplayed], startedMs)
}

function suiteOf({ simulation: { id, name = id }, file = `built-in:${id}` }: PlannedSimulation) {
  return { file, name }
}

const nameOf = (expectation: Expectation): string => `${figureText(expectation)}: ${boundsText(expectation)}`
