import type { Action } from '../../game/actions/design.ts'
import { within, type Report } from '../../game/design/component.ts'
import type { Design } from '../../game/design/design.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { isScopeId, SCOPE_NAMING } from '../../game/rules/scopes.ts'
import { bindVariables, type Variable } from '../../game/rules/variable.ts'
import type { ActionChoice, Choice, VariableValue } from './simulation.ts'
import { unknownName } from './unknown-name.ts'

/** Reports the names and values of a choice that do not fit the design. */
export function linkChoice(choice: Choice, design: Design, report: Report): void {
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
