import { shellQuoted } from '../sentences/shell-quoted.ts'
import { scopeKind, type Leaderboard, type Ranking } from './leaderboards.ts'

/** What of a leaderboard is shown. */
export interface ShownRanking extends Ranking {
  /** The players or teams around whom rows are shown, or whose trends. */
  readonly around?: readonly string[]
  /** Other leaderboards whose scores are shown too: `id|cycle` each. */
  readonly merge?: readonly string[]
  readonly isTrend?: boolean
}

/** Formats the command that shows a leaderboard, without `gamify`: `leaderboard top --cycle daily --around neo`. */
export function boardCommand(board: Leaderboard, shown: ShownRanking): string {
  const { cycle, scope, at, around = [], merge = [], isTrend = false } = shown
  return [
    `leaderboard ${shellQuoted(board.id)}`,
    ...(isTrend ? ['--trend'] : []),
    `--cycle ${cycle}`,
    ...(scope === '' ? [] : [`--${scopeKind(board)} ${shellQuoted(scope)}`]),
    ...(at === undefined ? [] : [`--at ${shellQuoted(at)}`]),
    ...around.map((id) => `--around ${shellQuoted(id)}`),
    ...(merge.length === 0 ? [] : [`--merge ${shellQuoted(merge.join(','))}`]),
  ].join(' ')
}
