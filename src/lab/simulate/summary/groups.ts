import { sumOf, type SampledGroup, type SampledReport, type Samples } from './samples.ts'

/** The players of one persona, or all players, by the name that the summary has for them. */
export type NamedGroup = readonly [name: string, group: SampledGroup]

/** Returns the personas, then all players if there are several personas. */
export function groupsOf({ all, personas }: SampledReport): NamedGroup[] {
  const each = Object.entries(personas)
  return each.length === 1 ? each : [...each, ['all players', all]]
}

/** Returns how many players had joined by the end of a day. */
export function joinedBy({ days }: SampledGroup, day: number): Samples {
  return sumOf(days.map((row) => (row.day <= day ? row.joined : undefined)))
}
