import { counted } from '../../sentences/quantities.ts'
import { expectations, failures } from '../simulate/summary/expectations.ts'
import { numberText } from '../simulate/summary/figures.ts'
import { fittedTable, sentence, type SummaryStyle } from '../simulate/summary/layout.ts'
import type { BoardDifference, Climb, MetricDifference, PlayerDifference, WhatIfReport } from './report.ts'

/** How many losses a summary names. */
const MAX_LOSSES = 10

/** How many refused commands a summary names. */
const MAX_REFUSED = 5

/**
 * Describes how players would have fared, in lines of at most 80 columns. With `isQuiet`, only says how many players, and
 * what they would lose. Spec 7.2.
 */
export function whatIfSummary(report: WhatIfReport, style: SummaryStyle, isQuiet = false): string {
  return (isQuiet ? [heading, losses, failures] : [heading, metrics, commands, processes, boards, losses, expectations])
    .map((section) => section(report, style).join('\n'))
    .filter((text) => text !== '')
    .join('\n\n')
}

function heading({ entries, since, players, changed, partial }: WhatIfReport, { paint }: SummaryStyle): string[] {
  const again = `${counted(entries, 'entry', 'entries')}, decided again from entry ${since} on`
  const differing =
    changed === 0
      ? 'no player has any other score'
      : `${numberText(changed)} of ${counted(players, 'player', 'players')} would have other scores`
  return [
    ...sentence(`${again}: ${differing}.`).map(paint.strong),
    ...(partial
      ? sentence('The replay was interrupted, so the report ends before the history does.').map(paint.bad)
      : []),
  ]
}

const ROWS = ['metric', 'players', 'before', 'after']

function metrics({ metrics: all }: WhatIfReport, style: SummaryStyle): string[] {
  const changed = Object.entries(all).filter(([, { players_changed }]) => players_changed > 0)
  if (changed.length === 0) return []
  const rows = changed.flatMap(([id, metric]) => metricRows(id, metric))
  return [
    ...fittedTable(ROWS, rows, new Set([1, 2, 3]), style),
    ...changed.flatMap(([id, { most_gained: gained = [], most_lost: lost = [] }]) => [
      ...mostOf(`${id}: most gained by`, gained),
      ...mostOf(`${id}: most lost by`, lost),
    ]),
  ]
}

function metricRows(id: string, { players_changed, total, moves, items }: MetricDifference): string[][] {
  const head = [id, numberText(players_changed), numberText(total?.before ?? null), numberText(total?.after ?? null)]
  return [
    total ? head : [head[0] ?? id, head[1] ?? '', '', ''],
    ...(moves ?? []).map(({ from, to, players }) => ['', numberText(players), from ?? 'none', to ?? 'none']),
    ...Object.entries(items ?? {}).flatMap(([item, { gained, lost }]) => [
      ...(gained > 0 ? [[`  ${item}`, numberText(gained), '', 'more']] : []),
      ...(lost > 0 ? [[`  ${item}`, numberText(lost), '', 'fewer']] : []),
    ]),
  ]
}

const MOST_NAMED = 3

function mostOf(what: string, rows: readonly PlayerDifference[]): string[] {
  if (rows.length === 0) return []
  const named = rows.slice(0, MOST_NAMED).map(({ player, by }) => `${player} (${numberText(by)})`)
  return sentence(`${what} ${named.join(', ')}`, { others: '  ' })
}

function commands({ commands: { accepted_before, accepted_after, refused_now, first } }: WhatIfReport): string[] {
  if (accepted_after === accepted_before) return []
  const codes = Object.entries(refused_now).map(([code, times]) => `${code} ${numberText(times)}`)
  const refused = counted(accepted_before - accepted_after, 'command', 'commands')
  return [
    ...sentence(`The game would refuse ${refused} of ${numberText(accepted_before)}: ${codes.join(', ')}. The first:`),
    ...first.slice(0, MAX_REFUSED).flatMap(({ seq, at, op, player, error }) =>
      sentence(`entry ${seq}, ${at}: ${op} of ${player ?? 'an operator'}: ${error}`, {
        first: '  ',
        others: '    ',
      }),
    ),
  ]
}

function processes({ processes: all }: WhatIfReport): string[] {
  return Object.entries(all)
    .filter(([, { ended }]) => ended.before !== ended.after)
    .flatMap(([id, { ended }]) =>
      sentence(`Of ${id}, ${numberText(ended.after)} would have ended instead of ${numberText(ended.before)}.`),
    )
}

function boards({ boards: all }: WhatIfReport): string[] {
  return Object.entries(all).flatMap(([id, board]) => boardLines(id, board))
}

function boardLines(id: string, { top10_changed, biggest_climb, biggest_fall }: BoardDifference): string[] {
  const parts = [
    ...(top10_changed ? ['the first ten change'] : []),
    ...(biggest_climb ? [`${nameOf(biggest_climb)} climbs from ${ranksOf(biggest_climb)}`] : []),
    ...(biggest_fall ? [`${nameOf(biggest_fall)} falls from ${ranksOf(biggest_fall)}`] : []),
  ]
  return parts.length === 0 ? [] : sentence(`${id}: ${parts.join('; ')}.`)
}

const nameOf = ({ player, team }: Climb): string => player ?? team ?? ''
const ranksOf = ({ from, to }: Climb): string => `${numberText(from)} to ${numberText(to)}`

function losses({ lost, losers }: WhatIfReport, { paint }: SummaryStyle): string[] {
  if (losers === 0) return []
  const named = lost.slice(0, MAX_LOSSES)
  const isAll = named.length === lost.length
  return [
    ...sentence(
      `${counted(losers, 'player', 'players')} would lose a level, an item or an ended process${isAll ? '' : ', such as'}:`,
    ).map(paint.bad),
    ...named.flatMap(({ player, lost: what, instead }) =>
      sentence(`${player}: ${what}${instead === undefined ? '' : `, and have ${instead ?? 'none'} instead`}`, {
        first: '  ',
        others: '    ',
      }),
    ),
  ]
}
