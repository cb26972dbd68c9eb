import { within, type Report } from '../../game/design/component.ts'
import type { Design } from '../../game/design/design.ts'
import { parseAmount } from '../../game/kernel/decimal.ts'
import { parseDuration } from '../../game/kernel/duration.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { reportProblems, type PathProblem } from '../../game/kernel/schema-problems.ts'
import { idSchema } from '../../game/kernel/schema.ts'
import { linkMetricReference } from '../../game/metrics/design.ts'
import { compileRequirement, type RequirementDesign } from '../../game/rules/requirement.ts'
import { requirementWords } from '../../game/rules/words.ts'
import { levelOrders, statesReached } from '../terms/levels.ts'
import { collectProblems, linkReach, PROCESS, splitName, unknownName } from '../terms/names.ts'
import { checkFileSchema, checkSchema, type WrittenCheck } from './check-schema.ts'
import type { Check, Goal } from './check.ts'

/** A check with its path in the file, and as its author wrote it. */
export interface PlacedCheck {
  readonly check: Check
  readonly path: PathProblem['path']
  readonly written: unknown
}

/** The checks of a file, or all problems of the file. */
export type ParsedChecks = { readonly checks: readonly PlacedCheck[] } | { readonly problems: readonly PathProblem[] }

/**
 * Parses the content of a file with checks and looks up all names in the design. `fileId` is the id of a single check that
 * has none; each check of an array needs its own. Spec 7.3.
 */
export function parseChecks(value: unknown, design: Design, fileId: string): ParsedChecks {
  const { checks, problems } = validChecks(value, design, fileId)
  return problems.length > 0 ? { problems } : { checks }
}

/** Parses like `parseChecks`, and returns the checks without problems, and the problems of the others. */
export function validChecks(
  value: unknown,
  design: Design,
  fileId: string,
): { readonly checks: readonly PlacedCheck[]; readonly problems: readonly PathProblem[] } {
  const checks: PlacedCheck[] = []
  const problems = collectProblems((report) => {
    const list = checkFileSchema.safeParse(value)
    if (!list.success) return reportProblems(list.error, report)
    const isArray = Array.isArray(value)
    const places = new Map<string, number>()
    list.data.forEach((one, i) => {
      const path = isArray ? [i] : []
      let isValid = true
      const placed = within(
        (...problem: Parameters<Report>) => {
          isValid = false
          report(...problem)
        },
        ...path,
      )
      const parsed = checkSchema.safeParse(one, { reportInput: true })
      if (!parsed.success) return reportProblems(parsed.error, placed)
      const id = parsed.data.id ?? (isArray ? undefined : fileId)
      if (id === undefined) return placed([], `missing 'id': each check of an array needs one`)
      if (!idSchema.safeParse(id).success)
        return placed([], `missing 'id': the name of the file, ${quoted(id)}, cannot be one`)
      const other = places.get(id)
      if (other !== undefined) placed(['id'], `the id ${quoted(id)} is already used by check ${other + 1} of this file`)
      places.set(id, i)
      const check = linkCheck(parsed.data, id, design, placed)
      if (check && isValid) checks.push({ check, path, written: one })
    })
  })
  return { checks, problems }
}

/** Compiles a check. Reports the names that the design does not have, and what cannot be computed. */
function linkCheck(written: WrittenCheck, id: string, design: Design, report: Report): Check | undefined {
  if ('always' in written) return linkAlways(written.always, id, design, within(report, 'always'))
  if ('never_falls' in written) return linkNeverFalls(written.never_falls, id, design, within(report, 'never_falls'))
  if ('at_most' in written) return linkAtMost(written.at_most, id, design, within(report, 'at_most'))
  if ('ends' in written) {
    const process = design.processes.get(written.ends)
    if (process) return { kind: 'ends', id, process, withinPlays: written.within_plays }
    report(['ends'], unknownName('process', written.ends, design.processes.keys()))
    return undefined
  }
  const kind = 'reachable' in written ? 'reachable' : 'unreachable'
  const words = 'reachable' in written ? written.reachable : written.unreachable
  linkReach(words, design, within(report, kind))
  const goal = goalOf(words, design)
  return goal && { kind, id, goal, words, withinPlays: written.within_plays }
}

type Written<Form extends string> = Extract<WrittenCheck, Readonly<Record<Form, unknown>>>

function linkAlways(
  written: Written<'always'>['always'],
  id: string,
  design: Design,
  report: Report,
): Check | undefined {
  const { metrics, actions, teams } = design
  const catalogue = {
    metrics,
    actionIds: new Set(actions.keys()),
    teams: new Map(Array.from(teams, ([team, { roles }]) => [team, new Set(roles.keys())])),
    variables: undefined,
  }
  const requires = compileRequirement(written, catalogue, report)
  reportEmpty(written, report)
  if (requires.kind === 'always' && !('type' in written)) report([], 'expected a requirement; {} always holds')
  return { kind: 'always', id, requires, words: requirementWords(written) ?? '' }
}

/** Reports each 'and' and 'or' without parts. The first always holds and the second never does, whatever the game is. */
function reportEmpty(written: RequirementDesign, report: Report): void {
  if (!('expression' in written)) return
  const { type, expression } = written
  if (expression.length === 0)
    report(['expression'], `expected a requirement; an empty '${type}' ${type === 'and' ? 'always' : 'never'} holds`)
  expression.forEach((part, i) => reportEmpty(part, within(report, 'expression', i)))
}

function linkNeverFalls(name: string, id: string, design: Design, report: Report): Check | undefined {
  const metric = linkMetricReference(name, design.metrics, [], report)
  if (!metric) return undefined
  if (metric.type === 'point' || metric.type === 'compound') return { kind: 'never_falls', id, metric }
  const order = levelOrders(design).get(metric.id)
  if (metric.type === 'state' && order) return { kind: 'never_falls', id, metric, order }
  const found = metric.type === 'state' ? 'has no level rule' : `is of type ${metric.type}`
  report([], `metric '${metric.id}' ${found}; expected a point or compound metric, or one that a level rule changes`)
  return undefined
}

function linkAtMost(
  { metric: name, gain, within: window }: Written<'at_most'>['at_most'],
  id: string,
  design: Design,
  report: Report,
): Check | undefined {
  const metric = linkMetricReference(name, design.metrics, ['metric'], report)
  if (!metric) return undefined
  if (metric.type !== 'point') {
    report(['metric'], `metric '${metric.id}' is of type ${metric.type}; expected a point metric`)
    return undefined
  }
  const [amount, windowMs] = [parseAmount(String(gain)), parseDuration(window)]
  if (amount === undefined || windowMs === undefined) throw new Error(`unchecked bounds of the check ${id}`)
  return { kind: 'at_most', id, metric, gain: amount, windowMs, within: window }
}

/** Returns what a text such as `rank:Gold` or `process:tour` names, or undefined if the design does not have it. */
function goalOf(words: string, design: Design): Goal | undefined {
  const { metrics, processes } = design
  const { id, part } = splitName(words)
  if (part === undefined) return undefined
  const process = id === PROCESS ? processes.get(part) : undefined
  if (process) return { kind: 'process', process }
  const metric = metrics.get(id)
  if (metric?.type === 'set' && metric.items.has(part)) return { kind: 'item', metric, item: part }
  if (metric?.type !== 'state' || !metric.states.has(part)) return undefined
  const orders = levelOrders(design)
  const states = [...metric.states.keys()].filter((state) => statesReached(orders, id, state).includes(part))
  return { kind: 'state', metric, state: part, reachedIn: new Set(states) }
}
