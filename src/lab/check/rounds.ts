import type { Draws } from './draws.ts'
import { drawStep, type Habits, type Moves } from './moves.ts'
import type { SearchStep } from './search-step.ts'
import type { Trial } from './trial.ts'

/** The number of steps that rounds have together at most. */
const MAX_STEPS = 90

/** How often a round lasts as long as the rate of its action, if there is one. */
const OWN_WINDOW_SHARE = 0.7

/** How often a round is a play of one action, each as often as any other. */
const ONE_ACTION_SHARE = 0.6

/**
 * Draws rounds that are all the same: one or two steps, and then time that goes by. Their number is one that the design is
 * written with, because requirements ask for so many plays, or for a streak of so many days. More rounds show what fewer
 * do, so the larger numbers are drawn more often.
 */
export function drawRounds(moves: Moves, trial: Trial, habits: Habits, draws: Draws): readonly SearchStep[] {
  const played = playedIn(moves, trial, habits, draws)
  const round = [...played, { advanceMs: durationOf(played, moves, draws) }]
  const count = Math.max(draws.oneOf(moves.repeats), draws.oneOf(moves.repeats)) + 1
  return Array.from({ length: Math.min(count, Math.floor(MAX_STEPS / round.length)) }, () => round).flat()
}

function playedIn(moves: Moves, trial: Trial, habits: Habits, draws: Draws): readonly SearchStep[] {
  if (moves.all.some(({ kind }) => kind === 'action') && draws.next() < ONE_ACTION_SHARE) {
    const weights = moves.all.map((move) => (move.kind === 'action' ? 1 : 0))
    return [drawStep(moves, trial, { ...habits, weights, oddity: 0 }, draws)]
  }
  return Array.from({ length: draws.oneOf([1, 2]) }, () => drawStep(moves, trial, habits, draws))
}

function durationOf(played: readonly SearchStep[], { all, windows }: Moves, draws: Draws): number {
  const rates = played.flatMap((step) =>
    all.flatMap((move) =>
      move.kind === 'action' && 'action' in step && step.action === move.id ? (move.windowMs ?? []) : [],
    ),
  )
  const own = rates.length > 0 && draws.next() < OWN_WINDOW_SHARE ? Math.max(...rates) : undefined
  return own ?? draws.oneOf(windows)
}
