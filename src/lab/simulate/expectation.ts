import { DAY_MS } from '../../game/kernel/instant.ts'
import { boundsOf, isWithin } from './bounds.ts'
import type { Judged } from './report.ts'
import type { EndExpectation } from './report.ts'
import type { Expectation, FlowFigure, MetricFigure } from './simulation.ts'
import { flowsOf, joinedBy, ofDay, reachedBy, refusedIn, type GroupTally } from './tally.ts'

/** Returns what an expectation came to for the players that it is about. Spec 7.1 "Expectations". */
export function judgeExpectation(expectation: Expectation | EndExpectation, group: GroupTally): Judged {
  const seen = figureOf(expectation, group)
  return { seen, holds: seen !== null && isWithin(seen, boundsOf(expectation)) }
}

/** Returns the figure that an expectation is about; null if there is none, such as the median of nobody. */
function figureOf(expectation: Expectation | EndExpectation, group: GroupTally): number | null {
  if ('reach' in expectation) return reachFigure(expectation, group)
  if ('metric' in expectation) return metricFigure(group, expectation.metric, expectation.of, expectation.day)
  if ('flow' in expectation) return flowFigure(group, expectation.flow, expectation.of)
  if ('refused' in expectation)
    return ratio(
      refusedIn(group).get(expectation.refused) ?? 0,
      group.days.reduce((sum, { tries }) => sum + tries, 0),
    )
  return ratio(ofDay(group.days, expectation.day).active, joinedBy(group, expectation.day))
}

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

function reachFigure(
  expectation: Extract<Expectation | EndExpectation, { readonly reach: string }>,
  group: GroupTally,
): number | null {
  const { reach, by_day: day = group.days.length - 1 } = expectation
  const { seconds, plays } = reachedBy(group, reach, day)
  if ('share' in expectation) return ratio(plays.size, joinedBy(group, day))
  const median = 'median_days' in expectation ? seconds.percentile(50) : plays.percentile(50)
  if (median === undefined) return null
  return 'median_days' in expectation ? (Number(median) * 1000) / DAY_MS : Number(median)
}

const percents = { p5: 5, p25: 25, median: 50, p75: 75, p95: 95 } as const

function metricFigure(group: GroupTally, metric: string, of: MetricFigure, day = group.days.length - 1): number | null {
  const points = group.points.get(metric)?.[day]
  if (!points || points.size === 0) return null
  switch (of) {
    case 'total':
      return Number(points.total())
    case 'mean':
      return points.mean()
    case 'gini':
      return points.gini()
    default:
      return Number(points.percentile(percents[of]))
  }
}

function flowFigure(group: GroupTally, metric: string, of: FlowFigure): number | null {
  const { given, taken } = flowsOf(group, metric)
  if (of === 'taken_per_given') return ratio(Number(taken), Number(given))
  return Number(of === 'given' ? given : taken)
}
