import type { RequirementDesign } from '../rules/requirement.ts'
import type { Cycle } from './cycle.ts'

/** Who stands on a board. */
export type EntityKind = 'players' | 'teams'

/**
 * What a board counts, without a look at a design: two boards of equal definitions show the same of the same history. Its
 * text tells whether a board that was kept is still the one that a design asks for.
 */
export interface BoardDefinition {
  readonly id: string
  readonly entities: EntityKind
  readonly scope: 'game' | 'team_definition' | 'team_instance' | 'custom'
  /** The key of the scores that it ranks. */
  readonly metric: string
  /** The items that count, of a set metric; null for another one. */
  readonly items: readonly string[] | null
  /**
   * Definitions of teams: of a board of teams those that stand on it, of a board of players that of whose members it
   * shows; none of others.
   */
  readonly teams: readonly string[]
  readonly cycles: readonly Cycle[]
  /** What a player must meet for a change to count; null for nothing. */
  readonly requires: RequirementDesign | null
}

export function sameDefinition(a: BoardDefinition, b: BoardDefinition): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
