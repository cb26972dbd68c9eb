import type { WallTime } from '../kernel/instant.ts'
import type { FormulaReading } from './formula-scope.ts'
import type { Observer } from './observer.ts'

/**
 * The data that requirements and formulas read: one player at one time. Do not spread it, because it can be an instance
 * of a class.
 */
export interface Reading extends FormulaReading {
  /** Returns how often the player has played an action. */
  readonly actionCount: (id: string) => number
  /** Whether the player is in a team with this definition, and has this role if there is one. */
  readonly inTeam: (definition: string, role: string | undefined) => boolean
  /** Returns the local time in the time zone of the game. */
  readonly wall: () => WallTime
  /** Receives the values that are read. */
  readonly observer?: Observer | undefined
}

/** Returns the same reading with another observer. */
export function observedBy(observer: Observer, reading: Reading): Reading {
  const { metrics, scores, variables } = reading
  return {
    metrics,
    scores,
    variables,
    actionCount: (id) => reading.actionCount(id),
    inTeam: (definition, role) => reading.inTeam(definition, role),
    wall: () => reading.wall(),
    observer,
  }
}
