import { within, type Report } from '../../game/design/component.ts'
import type { Design } from '../../game/design/design.ts'
import { linkMetricReference, unknownPart, type Metric } from '../../game/metrics/design.ts'
import type { WrittenExpectation } from './expectation-schema.ts'
import type { Expectation } from './simulation.ts'
import { unknownName } from './unknown-name.ts'

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

const PROCESS = 'process'

/** Reports a thing that cannot be reached: neither an item, nor a state, nor a process. */
function linkReach(reach: string, { metrics, processes }: Design, report: Report): void {
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

/** Splits `<id>:<item>`. Ids have no colon, but names of items can have one. */
function splitName(text: string): { readonly id: string; readonly part: string | undefined } {
  const colon = text.indexOf(':')
  return colon < 0 ? { id: text, part: undefined } : { id: text.slice(0, colon), part: text.slice(colon + 1) }
}

/** The items or states of a metric by name. */
interface Parts {
  readonly kind: 'item' | 'state'
  readonly all: ReadonlyMap<string, unknown>
}

/** Returns the message for a metric whose item or state is missing. */
const nameless = (id: string, { kind, all }: Parts): string => {
  const [example = `<${kind}>`] = all.keys()
  return `expected a metric and its ${kind}, such as '${id}:${example}'`
}

/** Returns the items or states of a metric; undefined if it has neither. */
function namesIn(metric: Metric): Parts | undefined {
  if (metric.type === 'set') return { kind: 'item', all: metric.items }
  return metric.type === 'state' ? { kind: 'state', all: metric.states } : undefined
}
