import { parseAmount, subtract } from '../../game/kernel/decimal.ts'
import { boundsOf } from './bounds.ts'
import { foldReports, type Fold, type WithFigures } from './report-figures.ts'
import type { GroupReport, Judged, SimulationReport } from './report.ts'
import type { Expectation } from './simulation.ts'

/** A figure of a report: a number, an amount as text, or null if there is none. */
export type Figure = number | string | null

/** A figure of two reports. It is null where a report does not have it, and then there is no difference. */
export interface Change {
  readonly before: Figure
  readonly after: Figure
  /** After minus before: an amount as text if both are amounts. */
  readonly difference: Figure
}

/** What an expectation came to in two reports. `holds` is null where a report does not have it. */
export interface JudgedTwice {
  readonly seen: Change
  readonly holds: { readonly before: boolean | null; readonly after: boolean | null }
}

/** How a report differs from an earlier one of the same simulation. Spec 7.1 `--compare`. */
export interface Comparison {
  readonly before: Pick<SimulationReport, 'design' | 'random_seed' | 'days' | 'players' | 'partial'>
  readonly expect: readonly (Expectation & JudgedTwice)[]
  readonly all: WithFigures<GroupReport, Change>
  readonly personas: Readonly<Record<string, WithFigures<GroupReport, Change>>>
}

/** A report with what has changed since an earlier one. */
export interface ComparedReport extends SimulationReport {
  readonly compared: Comparison
}

/** Adds to a report how it differs from an earlier one. */
export function compareReports(before: SimulationReport, after: SimulationReport): ComparedReport {
  const { design, random_seed, days, players, partial } = before
  const { all, personas } = foldReports([before, after], changes)
  const expect = compareExpectations(before.expect, after.expect)
  const earlier = { design, random_seed, days, players, ...(partial ? { partial } : {}) }
  return { ...after, compared: { before: earlier, expect, all, personas } }
}

const changes: Fold<Change> = {
  count: ([before = null, after = null]) => changeOf(before, after),
  measure: ([before = null, after = null]) => changeOf(before, after),
}

function changeOf(before: Figure, after: Figure): Change {
  return { before, after, difference: differenceOf(before, after) }
}

/** Subtracts decimals, so that 0.3 and 0.1 differ by 0.2. */
function differenceOf(before: Figure, after: Figure): Figure {
  if (before === null || after === null) return null
  const [low, high] = [parseAmount(String(before)), parseAmount(String(after))]
  const exact = low === undefined || high === undefined ? undefined : subtract(high, low)
  if (typeof after === 'string') return exact === undefined ? null : String(exact)
  return Number(exact ?? Number(after) - Number(before))
}

type JudgedExpectations = SimulationReport['expect']

/** Compares what expectations came to with earlier ones of the same figure, if possible those with the same bounds. */
function compareExpectations(before: JudgedExpectations, after: JudgedExpectations): Comparison['expect'] {
  const isSame = (a: Expectation, b: Expectation): boolean => figureKey(a) === figureKey(b)
  const earlierOf = (expectation: Expectation): (Expectation & Judged) | undefined => {
    const same = before.filter((each) => isSame(each, expectation))
    const bounds = JSON.stringify(boundsOf(expectation))
    return same.find((each) => JSON.stringify(boundsOf(each)) === bounds) ?? same[0]
  }
  const gone = before.filter((then) => !after.some((now) => isSame(then, now)))
  return [
    ...after.map((now) => judgedTwice(now, earlierOf(now), now)),
    ...gone.map((then) => judgedTwice(then, then, undefined)),
  ]
}

const judgedTwice = (
  expectation: Expectation,
  then: Judged | undefined,
  now: Judged | undefined,
): Expectation & JudgedTwice => ({
  ...expectation,
  seen: changeOf(then?.seen ?? null, now?.seen ?? null),
  holds: { before: then?.holds ?? null, after: now?.holds ?? null },
})

/** The fields that say what figure an expectation is about. */
const FIGURE_FIELDS = ['persona', 'reach', 'by_day', 'metric', 'flow', 'of', 'refused', 'active', 'day'] as const
const BOUND_FIELDS = ['share', 'median_days', 'median_plays'] as const

/** Returns a text that only expectations of the same figure share. */
function figureKey(expectation: Expectation): string {
  const fields: Readonly<Record<string, unknown>> = { ...expectation }
  return JSON.stringify([
    ...FIGURE_FIELDS.map((name) => fields[name] ?? null),
    ...BOUND_FIELDS.filter((name) => name in fields),
  ])
}
