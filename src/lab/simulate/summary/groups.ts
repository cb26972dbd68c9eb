import type { GroupReport, SimulationReport } from '../report.ts'

/** The players of one persona, or all players, by the name that the summary has for them. */
export type NamedGroup = readonly [name: string, group: GroupReport]

/** Returns the personas, then all players if there are several personas. */
export function groupsOf({ all, personas }: SimulationReport): NamedGroup[] {
  const each = Object.entries(personas)
  return each.length === 1 ? each : [...each, ['all players', all]]
}

/** Returns how many players had joined by the end of a day. */
export function joinedBy({ days }: GroupReport, day: number): number {
  return days.reduce((sum, row) => (row.day <= day ? sum + row.joined : sum), 0)
}
