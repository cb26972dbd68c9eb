import type { Design } from '../../../game/design/design.ts'
import { seenText } from '../../../lab/simulate/expectation-text.ts'
import { parseFigure } from '../../../lab/simulate/figure.ts'
import type { Terms } from '../../../lab/simulate/link-expectation.ts'
import type { Expectation } from '../../../lab/simulate/simulation.ts'
import { parseVariation, vary, type Variation } from '../../../lab/simulate/variation.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { table } from '../../../terminal/render/table.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { untilSignal } from '../../ending-signal.ts'
import { writeOutput } from '../../write-file.ts'
import { seedOf, type Plan } from './plan.ts'
import { Playthrough } from './playing.ts'
import { playersIn } from './runs.ts'

/** The flags of a simulation with `--vary`. */
export interface VaryFlags {
  readonly vary: readonly string[]
  readonly show: readonly string[]
  readonly out: string | undefined
}

/** The report of `--vary`. Spec 7.4. */
export interface VaryReport {
  readonly simulation: string
  readonly random_seed: string
  readonly vary: readonly Variation[]
  /** The figures that are shown, as `--show` named them. */
  readonly show: readonly string[]
  readonly points: readonly VariedPoint[]
}

/** What one value, or one pair of values, came to. */
export interface VariedPoint {
  readonly values: readonly string[]
  /** Whether all expectations hold; null if there are none. */
  readonly holds: boolean | null
  readonly figures: Readonly<Record<string, number | null>>
}

/** A figure of `--show`. */
interface ShownFigure {
  readonly name: string
  readonly expectation: Expectation
}

/** Plays a simulation once for each value or pair of values. Resolves to the exit code. */
export async function runVaried(shell: Shell, plan: Plan, flags: VaryFlags): Promise<number> {
  const [planned, ...others] = plan.simulations
  if (!planned || others.length > 0)
    throw usageError('--vary needs one simulation', `name one: ${plan.simulations.map(({ file }) => file).join(', ')}`)
  const variations = flags.vary.map(readVariation)
  const { days, personas } = planned.simulation
  const names = { design: plan.design, days, personas: Object.keys(personas) }
  const figures = flags.show.map((name) => readFigure(name, names))
  const designs = combinations(variations).map((values) => ({
    values,
    design: designWith(plan.design, variations, values),
  }))
  const simulation = {
    ...planned.simulation,
    expect: [...planned.simulation.expect, ...figures.map(({ expectation }) => expectation)],
  }
  const ending = new AbortController()
  const ended = untilSignal(shell.io, ending)
  const playthrough = new Playthrough(shell, plan, playersIn(simulation) * designs.length, ending.signal)
  const seed = seedOf(plan, simulation)
  const points: VariedPoint[] = []
  try {
    for (const { values, design } of designs) {
      const { expect, partial } = await playthrough.play({ simulation, design, seed })
      if (partial) break
      const own = expect.slice(0, planned.simulation.expect.length)
      const shown = expect.slice(own.length).map(({ seen }, i) => [figures[i]?.name ?? '', seen] as const)
      points.push({
        values,
        holds: own.length === 0 ? null : own.every(({ holds }) => holds),
        figures: Object.fromEntries(shown),
      })
    }
  } finally {
    playthrough.end()
  }
  const report: VaryReport = {
    simulation: simulation.id,
    random_seed: seed,
    vary: variations,
    show: flags.show,
    points,
  }
  await reportVaried(shell, report, figures, flags)
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

/** Returns the values of all variations in each combination, those of the last one changing fastest. */
function combinations(variations: readonly Variation[]): readonly (readonly string[])[] {
  return variations.reduce<readonly (readonly string[])[]>(
    (all, { values }) => all.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  )
}

/** Returns the design with the values. Throws a usage error if it is not valid, before anything is played. */
function designWith(design: Design, variations: readonly Variation[], values: readonly string[]): Design {
  return variations.reduce((before, variation, i) => {
    const after = vary(before, variation, values[i] ?? '')
    if (typeof after === 'string') throw usageError(`--vary: ${after}`)
    return after
  }, design)
}

async function reportVaried(
  shell: Shell,
  report: VaryReport,
  figures: readonly ShownFigure[],
  { out }: VaryFlags,
): Promise<void> {
  const text = JSON.stringify(report)
  if (out !== undefined) await writeOutput(shell, out, `${text}\n`)
  shell.printJson(text)
  const head = [...report.vary.map(({ where }) => where), ...report.show, 'expectations']
  const rows = report.points.map(({ values, figures: seen, holds }) => [
    ...values,
    ...figures.map(({ name, expectation }) => seenText(expectation, seen[name] ?? null)),
    holds === null ? '' : holds ? 'all hold' : 'not met',
  ])
  shell.print(table(head, rows, new Set(head.keys().take(head.length - 1))))
  if (report.points.length > 0 && report.points.every(({ holds }) => holds === false))
    shell.print(shell.paint.bad('no value meets all expectations'))
}
