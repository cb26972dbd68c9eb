import { seenText } from '../../../lab/simulate/expectation-text.ts'
import { parseFigure } from '../../../lab/simulate/figure.ts'
import type { Terms } from '../../../lab/simulate/link-expectation.ts'
import { parseVariation, type Variation } from '../../../lab/simulate/variation.ts'
import {
  variedDesigns,
  variedPoint,
  withFigures,
  type ShownFigure,
  type VariedPoint,
  type VaryReport,
} from '../../../lab/simulate/varied.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { table } from '../../../terminal/render/table.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { untilSignal } from '../../ending-signal.ts'
import { writeNoted } from './outputs.ts'
import { seedOf, type Plan, type PlannedSimulation } from './plan.ts'
import { Playthrough } from './playing.ts'
import { playersIn } from './runs.ts'

/** The flags of a simulation with `--vary`. */
export interface VaryFlags {
  readonly vary: readonly string[]
  readonly show: readonly string[]
  readonly out: string | undefined
  readonly html: string | undefined
}

/** Plays a simulation once for each value or pair of values. Resolves to the exit code. */
export async function runVaried(shell: Shell, plan: Plan, flags: VaryFlags): Promise<number> {
  const [planned, ...others] = plan.simulations
  if (!planned || others.length > 0)
    throw usageError('--vary needs one simulation', `name one: ${plan.simulations.map(({ file }) => file).join(', ')}`)
  const { id, days, personas, expect } = planned.simulation
  const variations = flags.vary.map(readVariation)
  const names = { design: plan.design, days, personas: Object.keys(personas) }
  const figures = flags.show.map((name) => readFigure(name, names))
  if (flags.html !== undefined && expect.length + figures.length === 0)
    throw usageError(
      `the page has nothing to draw: the simulation '${id}' expects nothing`,
      'add --show <figure>, such as --show active.share',
    )
  // Nothing is played if one of the designs is not valid.
  const designs = variedDesigns(plan.design, variations)
  if (typeof designs === 'string') throw usageError(`--vary: ${designs}`)
  const simulation = withFigures(planned.simulation, figures)
  const players = playersIn(simulation)
  const seed = seedOf(plan, simulation)
  const ending = new AbortController()
  const ended = untilSignal(shell.io, ending)
  const playthrough = new Playthrough(shell, plan, players * designs.length, ending.signal)
  const points: VariedPoint[] = []
  try {
    for (const { values, design } of designs) {
      const played = await playthrough.play({ simulation, design, seed })
      if (played.partial) break
      points.push(variedPoint(values, played, figures))
    }
  } finally {
    playthrough.end()
  }
  const report: VaryReport = {
    simulation: id,
    random_seed: seed,
    days,
    players,
    ...(points.length < designs.length ? { partial: true } : {}),
    vary: variations,
    expect,
    show: flags.show,
    points,
  }
  await writeFiles(shell, report, planned, figures, flags)
  print(shell, report, figures)
  if (ending.signal.aborted) return ended
  return points.some(({ holds }) => holds !== false) ? exitCode.ok : exitCode.refused
}

function readVariation(text: string): Variation {
  const variation = parseVariation(text)
  if (typeof variation === 'string') throw usageError(`--vary: ${variation}`)
  return variation
}

function readFigure(name: string, names: Terms): ShownFigure {
  const expectation = parseFigure(name, names)
  if ('problem' in expectation) throw usageError(`--show: ${expectation.problem}`)
  return { name, expectation }
}

async function writeFiles(
  shell: Shell,
  report: VaryReport,
  { simulation: { id, name = id } }: PlannedSimulation,
  figures: readonly ShownFigure[],
  { out, html }: VaryFlags,
): Promise<void> {
  if (out !== undefined) await writeNoted(shell, out, `${JSON.stringify(report)}\n`)
  if (html !== undefined) {
    const [{ varyPage }, { readPageScript }] = await Promise.all([
      import('../../../lab/page/vary-page.ts'),
      import('../../../lab/page/page-script.ts'),
    ])
    await writeNoted(shell, html, varyPage(report, { script: await readPageScript(), name, figures }))
  }
}

/** Prints a row for each value. */
function print(shell: Shell, report: VaryReport, figures: readonly ShownFigure[]): void {
  shell.printJson(JSON.stringify(report))
  const head = [...report.vary.map(({ where }) => where), ...report.show, 'expectations']
  const rows = report.points.map(({ values, figures: seen, expect, holds }) => [
    ...values,
    ...figures.map(({ name, expectation }) => seenText(expectation, seen[name] ?? null)),
    holds === null ? '' : holds ? 'all hold' : `${expect.filter((each) => each.holds).length} of ${expect.length} hold`,
  ])
  shell.print(table(head, rows, new Set(head.keys().take(head.length - 1))))
  if (report.points.length > 0 && report.points.every(({ holds }) => holds === false))
    shell.print(shell.paint.bad('no value meets all expectations'))
}
