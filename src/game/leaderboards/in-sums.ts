import type { EventPosition } from '../kernel/ids.ts'
import { isDropped } from '../kernel/drop.ts'
import { boardKey, type Board, type Boards } from './boards.ts'
import type { Credited } from './counting.ts'
import { removedAt } from './removals.ts'

/**
 * Whether an event that was credited is in the sums that stand in a row: what was dropped with the board is not, what
 * came before it began to count, before the row was removed, or without what the board requires. Spec 4.11, 4.14.
 */
export function isInSums({ drops }: Boards, board: Board, credited: Credited, place: EventPosition): boolean {
  const { definition, from, counted } = board
  if (place.seq <= from || isDropped(drops, place.seq, boardKey(definition.id))) return false
  return isSinceRemoval(board, credited, place) && (counted?.has(place) ?? true)
}

/** Whether an event is newer than what last took an entity off. */
export function isSinceRemoval(
  { removals: struck }: Board,
  { group, entity }: Credited,
  { seq }: EventPosition,
): boolean {
  return seq > removedAt(struck, group, entity)
}
