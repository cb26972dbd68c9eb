import type { WallTime } from '../kernel/instant.ts'
import type { FormulaReading } from './formula-scope.ts'
import type { Observer } from './observer.ts'

/** What requirements and formulas read: one player at one moment. Not to be spread: it may be an instance of a class. */
export interface Reading extends FormulaReading {
  /** How often the player has played an action. */
  readonly actionCount: (id: string) => number
  /** Whether the player is in a team of this definition, with this role where one is named. */
  readonly inTeam: (definition: string, role: string | undefined) => boolean
  /** What the wall clock of the game's time zone shows. */
  readonly wall: () => WallTime
  /** Told what is found. */
  readonly observer?: Observer | undefined
}

/** The same reading, of which another is told what is found. */
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
