import type { Reevaluation } from '../../game/kernel/reevaluation-answer.ts'
import { counted } from './quantities.ts'
import { table } from './table.ts'

/** As many players as are out of line, in a sentence; undefined where none are. Spec 4.13. */
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

/** What changes for how many players, as a table. */
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

/** That rules could not be computed for some players, and why; undefined where they could for all. */
export function failedText({ failed: { players: count, error_description: why } }: Reevaluation): string | undefined {
  return count === 0
    ? undefined
    : `the rules cannot be computed for ${counted(count, 'player', 'players')}: ${why ?? ''}`
}

const players = (count: number, one: string, several: string): string =>
  counted(count, `player ${one}`, `players ${several}`)
