import type { Action } from '../../game/actions/design.ts'
import { within, type Report } from '../../game/design/component.ts'
import type { Design } from '../../game/design/design.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { linkMetricReference, unknownPart } from '../../game/metrics/design.ts'
import { isScopeId, SCOPE_NAMING } from '../../game/rules/scopes.ts'
import { bindVariables, type Variable } from '../../game/rules/variable.ts'
import { linkReach, nameless, namesIn, splitName, unknownName } from '../terms/names.ts'
import type { WrittenExpectation } from './expectation-schema.ts'
import type { ReadableParts, ReadablePersona } from './readable-parts.ts'
import {
  MAX_PLAYERS,
  type ActionChoice,
  type Choice,
  type Expectation,
  type Group,
  type VariableValue,
} from './simulation.ts'

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

/** Reports the names and values of a choice that do not fit the design. */
function linkChoice(choice: Choice, design: Design, report: Report): void {
  switch (choice.kind) {
    case 'action': {
      const action = design.actions.get(choice.action)
      if (!action) report(['action'], unknownName('action', choice.action, design.actions.keys()))
      else linkVariables(choice, action, within(report, 'variables'))
      choice.scopes.forEach((scope, i) => linkScope(scope, design, within(report, 'scopes', i)))
      return
    }
    case 'process':
      if (!design.processes.has(choice.process))
        report(['process'], unknownName('process', choice.process, design.processes.keys()))
      return
    case 'team':
      if (!design.teams.has(choice.team)) report(['team'], unknownName('team', choice.team, design.teams.keys()))
      return
    case 'nothing':
  }
}

function linkVariables({ variables }: ActionChoice, { id, variables: declared }: Action, report: Report): void {
  const names = declared.map(({ name }) => name)
  for (const [name, value] of Object.entries(variables)) {
    const variable = declared.find((each) => each.name === name)
    if (!variable)
      report([name], (suggest) => `the action '${id}' has no variable ${quoted(name)}${suggest(name, names)}`)
    else linkValue(value, variable, within(report, name))
  }
  for (const variable of declared)
    if (variable.required && !Object.hasOwn(variables, variable.name)) report([], mismatch(variable, variables) ?? '')
}

/** Reports the values of a variable that do not have its type. */
function linkValue(value: VariableValue, variable: Variable, report: Report): void {
  const check = (one: string | number, ...path: readonly (string | number)[]): void => {
    const message = mismatch(variable, { [variable.name]: one })
    if (message !== undefined) report(path, message)
  }
  switch (value.kind) {
    case 'fixed':
      return check(value.value)
    case 'one_of':
      return value.values.forEach((one, i) => check(one, 'one_of', i))
    case 'between':
      return check(value.low, 'between')
  }
}

/** Returns why a play with these values would be refused because of a variable. */
function mismatch(variable: Variable, given: Readonly<Record<string, unknown>>): string | undefined {
  const bound = bindVariables([variable], given, '')
  return 'fault' in bound ? bound.problems?.[0]?.message : undefined
}

function linkScope({ id, entity_id: entity }: ActionChoice['scopes'][number], design: Design, report: Report): void {
  const board = id.includes('/') ? id.slice(0, id.indexOf('/')) : undefined
  if (!isScopeId(id)) report(['id'], `${quoted(id)} is not a valid scope id: ${SCOPE_NAMING}`)
  else if (board !== undefined) linkBoard(board, entity, design, report)
}

function linkBoard(id: string, entity: string | undefined, { leaderboards }: Design, report: Report): void {
  const board = leaderboards.get(id)
  if (!board) report(['id'], unknownName('leaderboard', id, leaderboards.keys()))
  else if (board.definition.scope !== 'custom')
    report(['id'], `the leaderboard '${id}' is not custom, so it has no scopes`)
  else if (board.definition.entities === 'teams' && entity === undefined)
    report([], `the leaderboard '${id}' ranks teams; expected the 'entity_id' of a team`)
}

/** The names and days that expectations can refer to. */
export interface Terms {
  readonly design: Design
  /** The last day. */
  readonly days: number
  /** Undefined if they are unknown, so that expectations can name any. */
  readonly personas: readonly string[] | undefined
}

/** Reports names and days in an expectation that do not exist. */
export function linkExpectation(written: WrittenExpectation, terms: Terms, report: Report): void {
  const { persona } = written
  if (persona !== undefined && terms.personas && !terms.personas.includes(persona))
    report(['persona'], unknownName('persona', persona, terms.personas))
  if ('reach' in written) {
    linkDay('by_day', written.by_day, terms, report)
    linkReach(written.reach, terms.design, within(report, 'reach'))
  } else if ('metric' in written) linkScore(written.metric, terms.design, within(report, 'metric'))
  else if ('flow' in written) linkFlow(written.flow, terms.design, within(report, 'flow'))
  if ('metric' in written || 'active' in written) linkDay('day', written.day, terms, report)
}

/** Completes an expectation with the last day. */
export function settledExpectation(written: WrittenExpectation, days: number): Expectation {
  return 'metric' in written || 'active' in written ? { ...written, day: written.day ?? days } : written
}

function linkDay(field: string, day: number | undefined, { days }: Terms, report: Report): void {
  if (day !== undefined && (day < 1 || day > days)) report([field], `expected a day from 1 to ${days}`)
}

/** Reports a metric that has no amounts. */
function linkScore(id: string, { metrics }: Design, report: Report): void {
  const metric = linkMetricReference(id, metrics, [], report)
  if (metric?.type === 'set' || metric?.type === 'state')
    report([], `metric '${id}' is of type ${metric.type}; expected a point or compound metric`)
}

/** Reports a metric that is not given or taken in amounts. */
function linkFlow(flow: string, { metrics }: Design, report: Report): void {
  const { id, part } = splitName(flow)
  const metric = linkMetricReference(id, metrics, [], report)
  if (metric?.type === 'state' || metric?.type === 'compound')
    report([], `metric '${id}' is of type ${metric.type}, which has no flows; ${FLOW_FORMS}`)
  else if (metric?.type === 'set' && part === undefined) report([], nameless(id, { kind: 'item', all: metric.items }))
  else if (metric && part !== undefined && !namesIn(metric)?.all.has(part))
    report([], unknownPart(metric, 'item', part))
}

const FLOW_FORMS = `expected '<point metric>' or '<set metric>:<item>'`
