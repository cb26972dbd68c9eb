import { boundsText, figureText, seenText } from '../../../lab/simulate/expectation-text.ts'
import type { PlannedSimulation } from '../../../lab/simulate/planned.ts'
import { isRepeated } from '../../../lab/simulate/repeated.ts'
import type { SimulationReport } from '../../../lab/simulate/report.ts'
import type { Expectation } from '../../../lab/simulate/simulation.ts'
import { changesOf, summaryOf, summaryOfRuns } from '../../../lab/simulate/summary.ts'
import { failures } from '../../../lab/simulate/summary/expectations.ts'
import { leftOutOf } from '../../../lab/simulate/summary/left-out.ts'
import type { Annotated, Annotation } from '../../../scripts/reporters/annotations.ts'
import { interruptedCase, junitDocument, type JunitCase } from '../../../scripts/reporters/junit-document.ts'
import { counted } from '../../../sentences/quantities.ts'
import { knowsUnicode } from '../../../terminal/render/paint.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { reportToGithub } from '../../github-report.ts'
import type { ReportForm } from '../../report-form.ts'
import { documentOf } from './outputs.ts'
import type { Plan } from './plan.ts'
import type { Finished } from './runs.ts'

/** Prints the reports: as JSON, as a JUnit document or annotations of the expectations, or in words. */
export async function printReports(
  shell: Shell,
  plan: Plan,
  finished: readonly Finished[],
  form: ReportForm,
): Promise<void> {
  const { io } = shell
  if (form === 'json') io.stdout.write(`${documentOf(finished, plan.simulations.length === 1)}\n`)
  else if (form === 'junit') io.stdout.write(junitOf(plan, finished, io.now()))
  else if (form === 'github') for (const each of finished) await reportToGithub(shell, annotatedOf(each))
  else for (const { text } of finished) if (text !== '') shell.print(text)
}

/**
 * Describes what came of a simulation; with `--quiet`, only the expectations that do not hold. `runs` are the reports of the
 * single runs.
 */
export function textOf(
  { paint, options, io }: Shell,
  { design, game }: Plan,
  { report, compared, simulation }: Pick<Finished, 'report' | 'compared' | 'simulation'>,
  runs: readonly SimulationReport[],
): string {
  const style = { paint, unicode: knowsUnicode(io.env) }
  if (options.quiet) return failures(report, style).join('\n')
  const leftOut = leftOutOf(simulation, design, game)
  if (compared) return `${changesOf(compared, leftOut, style)}\n`
  return `${isRepeated(report) ? summaryOfRuns(report, runs, leftOut, style) : summaryOf(report, leftOut, style)}\n`
}

/** Returns the expectations of a simulation that do not hold, each at its place in the file. */
function annotatedOf({ simulation, file = 'simulations', places, report }: Finished): Annotated {
  const { id, name = id, expect } = simulation
  const annotations = report.expect.flatMap((expectation, i): readonly Annotation[] => {
    if (expectation.holds) return []
    const place = expect[i] && places?.get(expect[i])
    const message = `expected ${boundsText(expectation)}, seen ${seenText(expectation, expectation.seen)}`
    return [{ level: 'error', file, ...place, title: `${name}: ${figureText(expectation)}`, message }]
  })
  const held = report.expect.length - annotations.length
  const partial = report.partial ? '; the simulation was interrupted' : ''
  const result = `${held} of ${counted(report.expect.length, 'expectation holds', 'expectations hold')}${partial}`
  return { title: `Simulation: ${name}`, result, annotations }
}

const INTERRUPTED = interruptedCase('simulation', 'only some of its players or runs')

/** Returns a suite for each simulation. Expectations are skipped if it was not played, or not until their day. */
function junitOf({ simulations }: Plan, finished: readonly Finished[], startedMs: number): string {
  const skipped = (expectation: Expectation): JunitCase => ({
    name: nameOf(expectation),
    elapsedMs: 0,
    outcome: 'skipped',
  })
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
      ...planned.leftOut.map(skipped),
      ...(report.partial ? [INTERRUPTED] : []),
    ],
  }))
  const unplayed = simulations.slice(finished.length).map((planned) => ({
    ...suiteOf(planned),
    cases: [...planned.simulation.expect, ...planned.leftOut].map(skipped),
  }))
  return junitDocument([...played, ...unplayed], startedMs)
}

function suiteOf({ simulation: { id, name = id }, file = `built-in:${id}` }: PlannedSimulation) {
  return { file, name }
}

const nameOf = (expectation: Expectation): string => `${figureText(expectation)}: ${boundsText(expectation)}`
