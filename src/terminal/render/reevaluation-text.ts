import type { Reevaluation } from '../../game/kernel/reevaluation-answer.ts'
import { table } from './table.ts'

/** Formats the changes as a table, with the number of players for each. */
export function reevaluationTable({ levels, achievements }: Reevaluation): string {
  return table(
    ['RULE', 'CHANGE', 'PLAYERS'],
    [
      ...levels.changes.map(({ rule, from, to, players: count }) => [
        rule,
        `${from ?? 'no level'} -> ${to ?? 'no level'}`,
        String(count),
      ]),
      ...achievements.changes.map(({ rule, players: count }) => [rule, 'achievement earned', String(count)]),
    ],
  )
}
