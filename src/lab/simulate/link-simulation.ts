import type { Design } from '../../game/design/design.ts'
import { isFault, faultTable } from '../../game/kernel/fault.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import type { LazyMessage } from '../../game/kernel/problem-list.ts'
import { unknownPart } from '../../game/metrics/design.ts'
import { bindVariables } from '../../game/rules/variable.ts'
import type { ActionChoice, Choice, Expectation, VariableValue } from './simulation.ts'

/** Reports what is wrong at a path of a simulation. */
export type Report = (path: readonly (string | number)[], message: LazyMessage) => void

type Path = Parameters<Report>[0]

/** Where expectations find their names. */
export interface Names {
  readonly design: Design
  /** The number of days of the simulation. */
  readonly days: number
  readonly personas: Iterable<string>
}

/** Reports a name that is not among the known ones, with the nearest one. Returns whether it is known. */
function linkName(what: string, name: string, known: Iterable<string>, path: Path, report: Report): boolean {
  const names = [...known]
  if (names.includes(name)) return true
  report(path, (suggest) => `unknown ${what} ${quoted(name)}${suggest(name, names)}`)
  return false
}

/** Reports a persona that the simulation does not have. */
export function linkPersona(name: string, personas: Iterable<string>, path: Path, report: Report): void {
  linkName('persona', name, personas, path, report)
}

/** Reports the names in a choice that the design does not have. */
export function linkChoice(choice: Choice, design: Design, path: Path, report: Report): void {
  switch (choice.kind) {
    case 'action':
      if (linkName('action', choice.action, design.actions.keys(), [...path, 'action'], report))
        linkAction(choice, design, path, report)
      return
    case 'process':
      return void linkName('process', choice.process, design.processes.keys(), [...path, 'process'], report)
    case 'team':
      return void linkName('team', choice.team, design.teams.keys(), [...path, 'team'], report)
    case 'nothing':
  }
}

function linkAction({ action: id, variables, scopes }: ActionChoice, design: Design, path: Path, report: Report): void {
  const declared = design.actions.get(id)?.variables ?? []
  const names = declared.map(({ name }) => name)
  for (const name of Object.keys(variables)) linkName('variable', name, names, [...path, 'variables', name], report)
  for (const variable of declared) {
    const given = variables[variable.name]
    if (given === undefined) {
      if (variable.required)
        report(
          [...path, 'variables'],
          `the action ${quoted(id)} requires the variable ${quoted(variable.name)} of type ${variable.type}`,
        )
      continue
    }
    const wrong = valuesOf(given).find((value) => isFault(bindVariables([variable], { [variable.name]: value }, '')))
    if (wrong !== undefined)
      report(
        [...path, 'variables', variable.name],
        `expected values of type ${variable.type}, found ${JSON.stringify(wrong)}`,
      )
  }
  const boards = [...design.leaderboards.values()].filter(({ definition }) => definition.scope === 'custom')
  scopes.forEach((scope, i) => {
    const [board, rest] = scope.id.split('/')
    if (rest !== undefined)
      linkName(
        'custom leaderboard',
        board ?? '',
        boards.map(({ id: of }) => of),
        [...path, 'scopes', i, 'id'],
        report,
      )
  })
}

/** Returns values of a variable that have all types that it may have. */
function valuesOf(value: VariableValue): readonly (string | number)[] {
  switch (value.kind) {
    case 'fixed':
      return [value.value]
    case 'between':
      return [value.low, value.high]
    case 'one_of':
      return value.values
  }
}

/** Reports a metric that a greedy player cannot want. */
export function linkGreedy(id: string, design: Design, path: Path, report: Report): void {
  if (!linkName('metric', id, design.metrics.keys(), path, report)) return
  const type = design.metrics.get(id)?.type
  if (type !== 'point') report(path, `expected a point metric; ${quoted(id)} is of type ${type}`)
}

/** Reports the names in an expectation that the design or the simulation does not have. */
export function linkExpectation(
  expectation: Omit<Expectation, 'day'> & { readonly day?: number | undefined },
  { design, days, personas }: Names,
  path: Path,
  report: Report,
): void {
  const given = expectation as Expectation
  if (given.persona !== undefined) linkPersona(given.persona, personas, [...path, 'persona'], report)
  for (const name of ['day', 'by_day'] as const) {
    const day = (given as Partial<Record<typeof name, number>>)[name]
    if (day !== undefined && day > days) report([...path, name], `expected at most ${days}, the number of days`)
  }
  if ('reach' in given) linkReached(given.reach, design, [...path, 'reach'], report)
  else if ('metric' in given) linkPoints(given.metric, design, [...path, 'metric'], report)
  else if ('flow' in given) linkFlow(given.flow, design, [...path, 'flow'], report)
  else if ('refused' in given)
    linkName('error code', given.refused, Object.keys(faultTable), [...path, 'refused'], report)
}

const REACHABLE = 'expected <metric>:<item or state> or process:<definition>, such as rank:Gold'

function linkReached(key: string, design: Design, path: Path, report: Report): void {
  const colon = key.indexOf(':')
  if (colon < 0) return report(path, REACHABLE)
  const [id, part] = [key.slice(0, colon), key.slice(colon + 1)]
  if (id === 'process' && !design.metrics.has('process'))
    return void linkName('process', part, design.processes.keys(), path, report)
  if (!linkName('metric', id, design.metrics.keys(), path, report)) return
  const metric = design.metrics.get(id)
  if (metric?.type === 'set') {
    if (!metric.items.has(part)) report(path, unknownPart(metric, 'item', part))
  } else if (metric?.type === 'state') {
    if (!metric.states.has(part)) report(path, unknownPart(metric, 'state', part))
  } else report(path, `${quoted(id)} is of type ${metric?.type}, so it has nothing to reach; ${REACHABLE}`)
}

function linkPoints(id: string, design: Design, path: Path, report: Report): void {
  if (!linkName('metric', id, design.metrics.keys(), path, report)) return
  const type = design.metrics.get(id)?.type
  if (type !== 'point' && type !== 'compound')
    report(path, `expected a point or compound metric; ${quoted(id)} is of type ${type}`)
}

function linkFlow(key: string, design: Design, path: Path, report: Report): void {
  const [id = '', ...rest] = key.split(':')
  if (!linkName('metric', id, design.metrics.keys(), path, report)) return
  const metric = design.metrics.get(id)
  const item = rest.length > 0 ? rest.join(':') : undefined
  if (metric?.type === 'set') {
    if (item === undefined) report(path, `expected an item, as ${id}:<item>`)
    else if (!metric.items.has(item)) report(path, unknownPart(metric, 'item', item))
  } else if (metric?.type !== 'point')
    report(path, `a ${metric?.type} metric has no flows; expected a point metric, or <set>:<item>`)
  else if (item !== undefined) report(path, `${quoted(id)} is a point metric, which has no items`)
}
