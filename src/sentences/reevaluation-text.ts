import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import { counted } from './quantities.ts'

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

/** Says that rules could not be computed for some players, and why; undefined if they were computed for all. */
export function failedText({ failed: { players: count, error_description: why } }: Reevaluation): string | undefined {
  return count === 0
    ? undefined
    : `the rules cannot be computed for ${counted(count, 'player', 'players')}: ${why ?? ''}`
}

const players = (count: number, one: string, several: string): string =>
  counted(count, `player ${one}`, `players ${several}`)
