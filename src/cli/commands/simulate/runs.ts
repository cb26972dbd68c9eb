import { seedOf, type PlannedSimulation } from '../../../lab/simulate/planned.ts'
import { combineRuns, type RepeatedReport } from '../../../lab/simulate/repeated.ts'
import type { SimulationReport } from '../../../lab/simulate/report.ts'
import { levelsOf } from '../../../lab/terms/levels.ts'
import { counted } from '../../../sentences/quantities.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { untilSignal } from '../../ending-signal.ts'
import type { ReportForm } from '../../report-form.ts'
import { readComparison, type Compared } from './comparing.ts'
import { writeFiles, type OutputFlags } from './outputs.ts'
import type { Plan } from './plan.ts'
import { Playthrough } from './playing.ts'
import { printReports, textOf } from './printing.ts'

/** The limit of `--runs`. */
export const MAX_RUNS = 1000

/** A simulation with what came of it: of one run, or of several together. */
export interface Finished extends PlannedSimulation {
  readonly report: SimulationReport | RepeatedReport
  /** The report next to an earlier one, for `--compare`. */
  readonly compared: Compared | undefined
  /** What a terminal shows of it. It is made while the reports of all runs are at hand, which need much memory. */
  readonly text: string
}

/** The flags of a simulation without `--vary`. */
export interface RunFlags extends OutputFlags {
  readonly runs: number | undefined
  readonly compare: string | undefined
  readonly reporter: ReportForm
}

/** Plays all simulations and reports them. Resolves to the exit code. */
export async function runAll(shell: Shell, plan: Plan, flags: RunFlags): Promise<number> {
  const compare = flags.compare === undefined ? undefined : await readComparison(shell, plan, flags.compare)
  const ending = new AbortController()
  const ended = untilSignal(shell.io, ending)
  const { runs } = flags
  const players = plan.simulations.reduce((sum, { simulation }) => sum + playersIn(simulation) * (runs ?? 1), 0)
  const playthrough = new Playthrough(shell, plan, players, ending.signal)
  const finished: Finished[] = []
  try {
    for (const planned of plan.simulations) {
      if (ending.signal.aborted) break
      const { report, runs: reports } = await playedOf(playthrough, plan, planned, runs, ending.signal)
      const compared = compare?.(report as SimulationReport)
      const text = textOf(shell, plan, { ...planned, report, compared }, reports)
      finished.push({ ...planned, report, compared, text })
    }
  } finally {
    playthrough.end()
  }
  const isOnly = plan.simulations.length === 1
  const missing = plan.simulations.length - finished.length
  if (missing > 0) shell.note(`interrupted before the last ${counted(missing, 'simulation', 'simulations')}`)
  try {
    await writeFiles(shell, finished, flags, { orders: Object.fromEntries(levelsOf(plan.design)), isOnly })
  } finally {
    // A file that cannot be written must not cost a report that took long to make.
    await printReports(shell, plan, finished, flags.reporter)
  }
  if (ending.signal.aborted) return ended
  return finished.every(({ report }) => report.expect.every(({ holds }) => holds)) ? exitCode.ok : exitCode.refused
}

/** What came of a simulation, and of each of its runs. */
interface Played {
  readonly report: SimulationReport | RepeatedReport
  readonly runs: readonly SimulationReport[]
}

/** Plays a simulation once, or as often as `--runs` says. */
async function playedOf(
  playthrough: Playthrough,
  plan: Plan,
  { simulation }: PlannedSimulation,
  runs: number | undefined,
  signal: AbortSignal,
): Promise<Played> {
  const { design } = plan
  const seed = seedOf(simulation, plan.seed)
  if (runs === undefined) {
    const report = await playthrough.play({ simulation, design, seed })
    return { report, runs: [report] }
  }
  const reports: SimulationReport[] = []
  for (let run = 1; run <= runs && !signal.aborted; run += 1)
    reports.push(await playthrough.play({ simulation, design, seed: `${seed}/${run}` }))
  // A run that was interrupted would count as much as a whole one.
  const whole = reports.filter(({ partial }) => !partial)
  const counting = whole.length > 0 ? whole : reports
  const combined = combineRuns(counting)
  return { report: whole.length < runs ? { ...combined, partial: true } : combined, runs: counting }
}

/** Returns the number of players of a simulation. */
export function playersIn({ groups }: PlannedSimulation['simulation']): number {
  return groups.reduce((sum, { players }) => sum + players, 0)
}
