import { within, type Report } from '../../game/design/component.ts'
import type { Design } from '../../game/design/design.ts'
import { linkMetricReference } from '../../game/metrics/design.ts'
import { linkChoice } from './link-choice.ts'
import { linkExpectation } from './link-expectation.ts'
import type { ReadableParts, ReadablePersona } from './readable-parts.ts'
import { MAX_PLAYERS, type Group } from './simulation.ts'
import { unknownName } from './unknown-name.ts'

/** Reports the names in a simulation that neither it nor the design has, and too many players. */
export function linkSimulation(parts: ReadableParts & { readonly days: number }, design: Design, report: Report): void {
  const personas = parts.personas && Object.keys(parts.personas)
  linkGroups(parts.groups, personas, within(report, 'groups'))
  for (const [id, persona] of Object.entries(parts.personas ?? {}))
    linkPersona(persona, design, within(report, 'personas', id))
  const terms = { design, days: parts.days, personas }
  parts.expect?.forEach((written, i) => {
    if (written) linkExpectation(written, terms, within(report, 'expect', i))
  })
}

function linkGroups(
  groups: readonly (Group | undefined)[],
  personas: readonly string[] | undefined,
  report: Report,
): void {
  groups.forEach((group, i) => {
    if (group && personas && !personas.includes(group.persona))
      report([i, 'persona'], unknownName('persona', group.persona, personas))
  })
  const players = groups.reduce((sum, group) => sum + (group?.players ?? 0), 0)
  if (players > MAX_PLAYERS) report([], `expected at most ${MAX_PLAYERS} players in all groups, found ${players}`)
}

function linkPersona({ choices, greedy }: ReadablePersona, design: Design, report: Report): void {
  choices.forEach((choice, i) => {
    if (choice) linkChoice(choice, design, within(report, 'choices', i))
  })
  if (greedy === undefined) return
  const path = ['strategy', 'greedy']
  const metric = linkMetricReference(greedy, design.metrics, path, report)
  if (metric && metric.type !== 'point')
    report(path, `metric '${metric.id}' is of type ${metric.type}; expected a point metric`)
}
