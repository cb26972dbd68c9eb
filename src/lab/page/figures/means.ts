import { isRepeated, type Interval, type RepeatedReport } from '../../simulate/repeated.ts'
import type { GroupReport, Quartiles, SimulationReport } from '../../simulate/report.ts'

/** A report as plots show it. */
export interface Averaged {
  /** The report of one run; of several runs, their means. Means of amounts may have many decimals. */
  readonly report: SimulationReport
  /**
   * How far the 95 % interval of each mean reaches to each side, in the form of a report; 0 where there is no interval.
   * Undefined for one run, which has no intervals.
   */
  readonly margins: SimulationReport | undefined
}

/** Returns what plots show of a report, which may be that of several runs. */
export function averaged(report: SimulationReport | RepeatedReport): Averaged {
  if (!isRepeated(report)) return { report, margins: undefined }
  const mean = withFigures(report, ({ mean }) => mean)
  if (report.runs < 2) return { report: mean, margins: undefined }
  return { report: mean, margins: withFigures(report, ({ mean, high }) => (high ?? 0) - (mean ?? 0)) }
}

type Take = (figure: Interval) => number | null

/** Returns a report with one figure taken of each interval. */
function withFigures(repeated: RepeatedReport, take: Take): SimulationReport {
  const { simulation, design, random_seed, days, partial } = repeated
  const { count, text, textOrNone, counts } = takers(take)
  return {
    simulation,
    design,
    random_seed,
    days,
    players: count(repeated.players),
    plays: count(repeated.plays),
    refused: counts(repeated.refused),
    ...(partial && { partial }),
    expect: repeated.expect.map((each) => ({ ...each, seen: take(each.seen) })),
    all: groupWith(repeated.all, take),
    personas: mapped(repeated.personas, (group) => groupWith(group, take)),
    boards: mapped(repeated.boards, (periods) =>
      periods.map(({ cycle, start, scores, first_ten: { personas, joined_days_ago } }) => ({
        cycle,
        start,
        scores: { '1': textOrNone(scores[1]), '10': textOrNone(scores[10]), '100': textOrNone(scores[100]) },
        first_ten: { personas: counts(personas), joined_days_ago: take(joined_days_ago) },
      })),
    ),
  }

  function groupWith(group: RepeatedReport['all'], take: Take): GroupReport {
    const quartiles = ({ p25, median, p75 }: Readonly<Record<keyof Quartiles, Interval>>): Quartiles => ({
      p25: take(p25),
      median: take(median),
      p75: take(p75),
    })
    return {
      players: count(group.players),
      days: group.days.map(({ day, joined, active, left, plays, refused, reached }) => ({
        day,
        joined: count(joined),
        active: count(active),
        left: count(left),
        plays: count(plays),
        refused: counts(refused),
        reached: counts(reached),
      })),
      metrics: mapped(group.metrics, (rows) => rows.map(metricRow)) as GroupReport['metrics'],
      flows: group.flows.map(({ metric, source, given, taken, times }) => ({
        metric,
        source,
        given: text(given),
        taken: text(taken),
        times: count(times),
      })),
      reached: mapped(group.reached, ({ players, share, days, plays }) => ({
        players: count(players),
        share: count(share),
        days: quartiles(days),
        plays: quartiles(plays),
      })),
    }
  }

  function metricRow(row: RepeatedReport['all']['metrics'][string][number]): GroupReport['metrics'][string][number] {
    if ('share' in row) return { day: row.day, share: counts(row.share) }
    if ('holders' in row) return { day: row.day, holders: counts(row.holders), items: mapped(row.items, text) }
    const { day, total, mean, p5, p25, median, p75, p95, gini } = row
    return {
      day,
      total: text(total),
      mean: take(mean),
      p5: textOrNone(p5),
      p25: textOrNone(p25),
      median: textOrNone(median),
      p75: textOrNone(p75),
      p95: textOrNone(p95),
      gini: take(gini),
    }
  }
}

/** Returns what takes figures in the forms that reports have. */
function takers(take: Take) {
  const count = (figure: Interval): number => take(figure) ?? 0
  const text = (figure: Interval): string => String(count(figure))
  return {
    count,
    text,
    textOrNone: (figure: Interval): string | null => (take(figure) === null ? null : text(figure)),
    counts: (figures: Readonly<Record<string, Interval>>) => mapped(figures, count),
  }
}

function mapped<T, U>(values: Readonly<Record<string, T>>, valueOf: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value)]))
}
