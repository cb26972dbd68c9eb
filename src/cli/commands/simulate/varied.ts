import { setImmediate } from 'node:timers/promises'
import type { Design } from '../../../game/design/design.ts'
import { quoted } from '../../../game/kernel/message-text.ts'
import { seenText } from '../../../lab/simulate/expectation-text.ts'
import { parseFigure } from '../../../lab/simulate/figure.ts'
import type { Terms } from '../../../lab/simulate/link-simulation.ts'
import { seedOf, type PlannedSimulation } from '../../../lab/simulate/planned.ts'
import {
  combinationsOf,
  MAX_COMBINATIONS,
  parseVariation,
  vary,
  type Variation,
} from '../../../lab/simulate/variation.ts'
import {
  variedPoint,
  withFigures,
  type ShownFigure,
  type VariedPoint,
  type VaryReport,
} from '../../../lab/simulate/varied.ts'
import { printable } from '../../../sentences/printable.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { inThousands, progressBar } from '../../../terminal/render/progress.ts'
import { table } from '../../../terminal/render/table.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { untilSignal } from '../../ending-signal.ts'
import type { ReportForm } from '../../report-form.ts'
import { writeEach, writeNoted } from './outputs.ts'
import type { Plan } from './plan.ts'
import { Playthrough } from './playing.ts'
import { playersIn } from './runs.ts'

/** The flags of a simulation with `--vary`. */
export interface VaryFlags {
  readonly vary: readonly string[]
  readonly show: readonly string[]
  readonly out: string | undefined
  readonly html: string | undefined
  readonly reporter: ReportForm
}

/** Plays a simulation once for each value or pair of values. Resolves to the exit code. */
export async function runVaried(shell: Shell, plan: Plan, flags: VaryFlags): Promise<number> {
  const [planned, ...others] = plan.simulations
  if (!planned || others.length > 0)
    throw usageError(
      '--vary needs one simulation',
      `name the file of one: ${plan.simulations.map(({ file }) => file).join(', ')}`,
    )
  const { id, days, personas, expect } = planned.simulation
  const variations = flags.vary.map(readVariation)
  const [first, second] = variations
  if (first && first.where === second?.where) throw usageError(`--vary has ${first.where} twice`, 'vary another number')
  const names = { design: plan.design, days, personas: Object.keys(personas) }
  const figures = flags.show.map((name) => readFigure(name, names))
  if (flags.html !== undefined && expect.length + figures.length === 0)
    throw usageError(
      `the page has nothing to draw: the simulation ${quoted(id)} expects nothing`,
      'add --show <figure>, such as --show active.share',
    )
  const combinations = combinationsOf(variations)
  if (combinations.length > MAX_COMBINATIONS)
    throw usageError(
      `--vary has ${inThousands(combinations.length)} pairs of values; expected at most ${inThousands(MAX_COMBINATIONS)}`,
      'use fewer values or larger steps, such as 0..100/10',
    )
  const simulation = withFigures(planned.simulation, figures)
  const players = playersIn(simulation)
  const seed = seedOf(simulation, plan.seed)
  const ending = new AbortController()
  const ended = untilSignal(shell.io, ending)
  const designOf = (values: readonly string[]): Design => {
    const design = vary(plan.design, variations, values)
    if (typeof design === 'string') throw usageError(`--vary: ${design}`)
    return design
  }
  // Nothing is played if one of the designs is not valid. They would need much memory, so none is kept.
  const checking = progressBar(shell, 'checking values')
  try {
    for (const [done, values] of combinations.entries()) {
      if (ending.signal.aborted) break
      designOf(values)
      checking.show(done, combinations.length)
      // Signals have their turn.
      await setImmediate()
    }
  } finally {
    checking.end()
  }
  const playthrough = new Playthrough(shell, plan, players * combinations.length, ending.signal)
  const points: VariedPoint[] = []
  try {
    for (const values of combinations) {
      if (ending.signal.aborted) break
      const played = await playthrough.play({ simulation, design: designOf(values), seed })
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
    ...(points.length < combinations.length ? { partial: true } : {}),
    vary: variations,
    expect,
    show: flags.show,
    points,
  }
  try {
    await writeFiles(shell, report, planned, figures, flags)
  } finally {
    // A file that cannot be written must not cost a report that took long to make.
    if (flags.reporter === 'json') shell.io.stdout.write(`${JSON.stringify(report)}\n`)
    else print(shell, report, figures)
  }
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
  await writeEach([
    async () => {
      if (out !== undefined) await writeNoted(shell, out, `${JSON.stringify(report)}\n`)
    },
    async () => {
      if (html === undefined) return
      const [{ varyPage }, { readPageScript }] = await Promise.all([
        import('../../../lab/page/vary-page.ts'),
        import('../../../lab/page/page-script.ts'),
      ])
      await writeNoted(shell, html, varyPage(report, { script: await readPageScript(), name, figures }))
    },
  ])
}

/** Prints a row for each value, those that meet all expectations in colour. Paths are long, so columns have numbers. */
function print(shell: Shell, report: VaryReport, figures: readonly ShownFigure[]): void {
  const { vary, show, points } = report
  if (points.length === 0) return shell.print('The simulation was interrupted before the first value was played.')
  const columns = [...vary.map(({ where }) => where), ...show].map((name, i) => ({ name, head: `(${i + 1})` }))
  const rows = points.map(({ values, figures: seen, expect, holds }) => [
    ...values,
    ...figures.map(({ name, expectation }) => seenText(expectation, seen[name] ?? null)),
    holds === null ? '' : holds ? 'all hold' : `${expect.filter((each) => each.holds).length} of ${expect.length} hold`,
  ])
  const [head = '', ...lines] = table(
    [...columns.map((column) => column.head), 'EXPECTATIONS'],
    rows,
    new Set(columns.keys()),
  ).split('\n')
  const { paint } = shell
  shell.print(
    [
      ...columns.map((column) => `${column.head} ${printable(column.name)}`),
      '',
      paint.faint(head),
      ...lines.map((line, i) => (points[i]?.holds ? paint.good(line) : line)),
    ].join('\n'),
  )
  if (report.partial) shell.print(paint.bad('The simulation was interrupted, so the last values are missing.'))
  if (points.every(({ holds }) => holds === false)) shell.print(paint.bad('No value meets all expectations.'))
}
