import type { Reevaluation } from '../../game/kernel/reevaluation-answer.ts'
import { counted } from '../../sentences/quantities.ts'
import { table } from './table.ts'

/** Says how many players are out of line with the rules; undefined if none are. Spec 4.13. */
export function outOfLineText({ levels, achievements }: Reevaluation): string | undefined {
  const parts = [
    ...(levels.players > 0
      ? [`${players(levels.players, 'does', 'do')} not have the level that the new rules give`]
      : []),
    ...(achievements.players > 0
      ? [`${players(achievements.players, 'has', 'have')} earned an achievement that they do not have yet`]
      : []),
  ]
  return parts.length === 0 ? undefined : parts.join(', and ')
}

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

/** Says that rules could not be computed for some players, and why; undefined if they were computed for all. */
export function failedText({ failed: { players: count, error_description: why } }: Reevaluation): string | undefined {
  return count === 0
    ? undefined
    : `the rules cannot be computed for ${counted(count, 'player', 'players')}: ${why ?? ''}`
}

const players = (count: number, one: string, several: string): string =>
  counted(count, `player ${one}`, `players ${several}`)
