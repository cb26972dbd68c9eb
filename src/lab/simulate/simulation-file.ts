import type { Report } from '../../game/design/component.ts'
import type { Design } from '../../game/design/design.ts'
import { DAY_MS, FIRST_INSTANT, LAST_INSTANT, parseInstant } from '../../game/kernel/instant.ts'
import { reportProblems, type PathProblem } from '../../game/kernel/schema-problems.ts'
import { collectProblems } from '../terms/names.ts'
import { linkSimulation, settledExpectation } from './link-simulation.ts'
import { partReader, readableParts } from './readable-parts.ts'
import { simulationFileSchema, type WrittenSimulation } from './simulation-schema.ts'
import { defaultSimulation, type Simulation } from './simulation.ts'

/** What is known of a simulation from elsewhere than its file. */
export interface SimulationSettings {
  /** The id of a simulation whose file has none. */
  readonly id: string
  /** The number of days instead of that of the file. */
  readonly days?: number | undefined
}

/** A simulation, or all problems of its file. */
export type ParsedSimulation = { readonly simulation: Simulation } | { readonly problems: readonly PathProblem[] }

/** Parses the content of a simulation file and looks up all names in the design. Spec 7.1. */
export function parseSimulation(value: unknown, design: Design, settings: SimulationSettings): ParsedSimulation {
  const parsed = simulationFileSchema.safeParse(value, { reportInput: true })
  const problems = collectProblems((report) => {
    if (!parsed.success) reportProblems(parsed.error, report)
    const reader = partReader(report)
    const parts = parsed.data ?? readableParts(value, reader)
    const days = parts.days ?? defaultSimulation.days
    linkSimulation({ ...parts, days }, design, reader.reportOthers)
    if (parsed.success) checkEnd(parsed.data, settings.days ?? days, report)
  })
  return parsed.success && problems.length === 0 ? { simulation: compiled(parsed.data, settings) } : { problems }
}

/** Reports a first day whose midnight or whose simulation is outside of game time in some time zone. */
function checkEnd({ from = defaultSimulation.from }: WrittenSimulation, days: number, report: Report): void {
  const start = parseInstant(from) ?? NaN
  const isWithin = start - DAY_MS >= FIRST_INSTANT && start + (days + 1) * DAY_MS <= LAST_INSTANT
  if (!isWithin) report(['from'], `expected a date from 1970-01-02 on, with ${days} days before the end of 9999`)
}

function compiled(written: WrittenSimulation, settings: SimulationSettings): Simulation {
  const { id = settings.id, name, from = defaultSimulation.from, groups, expect = [] } = written
  const days = settings.days ?? written.days ?? defaultSimulation.days
  const personas = Object.entries(written.personas).map(([key, persona]) => [key, { id: key, ...persona }])
  return {
    id,
    name,
    days,
    from,
    groups,
    personas: Object.fromEntries(personas) as Simulation['personas'],
    expect: expect.map((each) => settledExpectation(each, days)),
  }
}
