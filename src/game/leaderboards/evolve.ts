import type { GameState } from '../game-state.ts'
import { isDropped } from '../kernel/drop.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { boardKey, type Board, type BoardCycle } from './boards.ts'
import { enterPeriod, groupOf, removeFrom } from './counting.ts'
import { entityNamed } from './entrant.ts'
import { addRemoval } from './removals.ts'
import type { RegistrationEvent } from './shapes.ts'

/**
 * Registers entities on scopes of a custom board with a score of 0 if they are not ranked there yet, or removes them.
 * Spec 2, 4.16.
 */
export function evolveRegistration(state: GameState, event: RegistrationEvent, time: EntryTime): void {
  const board = state.boards.byId.get(event.board)
  if (!board || !isStillMatching(board, event) || isDropped(state.boards.drops, time.seq, boardKey(event.board))) return
  const entities = event.entities.flatMap((id) => entityNamed(state, event.kind, id) ?? [])
  if (event.event === 'leaderboard:deregistered')
    for (const scope of event.scopes) for (const entity of entities) addRemoval(board.removals, scope, entity, time.seq)
  for (const cycle of board.cycles) {
    enterPeriod(state, board, cycle, time)
    for (const scope of event.scopes)
      for (const entity of entities)
        if (event.event === 'leaderboard:deregistered') removeFrom(cycle.present, scope, entity)
        else register(state, board, cycle, scope, entity, time.seq)
  }
}

/** Whether the event fits the board, whose definition may have changed since. */
const isStillMatching = ({ definition }: Board, { kind }: RegistrationEvent): boolean =>
  definition.scope === 'custom' && definition.entities === kind

function register(
  state: GameState,
  { definition }: Board,
  { present }: BoardCycle,
  scope: string,
  entity: number,
  seq: number,
): void {
  const ranking = groupOf(state, definition, present.groups, scope)
  if (!ranking.has(entity)) ranking.put(entity, 0, seq)
}
