import type { Report } from '../../game/design/component.ts'
import type { Design } from '../../game/design/design.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { moreProblems, problemList, type LazyMessage } from '../../game/kernel/problem-list.ts'
import type { PathProblem } from '../../game/kernel/schema-problems.ts'
import { linkMetricReference, unknownPart, type Metric } from '../../game/metrics/design.ts'

/** The name before the colon if a process is reached. */
export const PROCESS = 'process'

/** Reports a thing that cannot be reached: neither an item, nor a state, nor a process. */
export function linkReach(reach: string, { metrics, processes }: Design, report: Report): void {
  const { id, part } = splitName(reach)
  if (part === undefined && !metrics.has(id)) return report([], REACH_FORMS)
  if (id === PROCESS && part !== undefined) {
    if (!processes.has(part)) report([], unknownName('process', part, processes.keys()))
    return
  }
  const metric = linkMetricReference(id, metrics, [], report)
  if (!metric) return
  const names = namesIn(metric)
  if (!names) report([], `metric '${id}' is of type ${metric.type}; ${REACH_FORMS}`)
  else if (part === undefined) report([], nameless(id, names))
  else if (!names.all.has(part)) report([], unknownPart(metric, names.kind, part))
}

const REACH_FORMS = `expected '<state metric>:<state>', '<set metric>:<item>' or 'process:<definition>'`

/** Splits `<id>:<item>`. Ids have no colon, but names of items can have one. */
export function splitName(text: string): { readonly id: string; readonly part: string | undefined } {
  const colon = text.indexOf(':')
  return colon < 0 ? { id: text, part: undefined } : { id: text.slice(0, colon), part: text.slice(colon + 1) }
}

/** The items or states of a metric by name. */
interface Parts {
  readonly kind: 'item' | 'state'
  readonly all: ReadonlyMap<string, unknown>
}

/** Returns the message for a metric whose item or state is missing. */
export const nameless = (id: string, { kind, all }: Parts): string => {
  const [example = `<${kind}>`] = all.keys()
  return `expected a metric and its ${kind}, such as '${id}:${example}'`
}

/** Returns the items or states of a metric; undefined if it has neither. */
export function namesIn(metric: Metric): Parts | undefined {
  if (metric.type === 'set') return { kind: 'item', all: metric.items }
  return metric.type === 'state' ? { kind: 'state', all: metric.states } : undefined
}

/** Returns the message for a name that nothing of a kind has, with the nearest of the names that exist. */
export const unknownName =
  (kind: string, name: string, names: Iterable<string>): LazyMessage =>
  (suggest) =>
    `unknown ${kind} ${quoted(name)}${suggest(name, names)}`

/** Returns the problems that `find` reports: the first ones, and the number of the others. */
export function collectProblems(find: (report: Report) => void): readonly PathProblem[] {
  const problems = problemList<Pick<PathProblem, 'path'>>()
  find((path, words) => problems.add({ path }, words))
  const { reported, more } = problems
  return more === 0 ? reported : [...reported, { path: [], message: moreProblems(more) }]
}
