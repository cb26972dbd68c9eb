import type { Scope } from '../actions/shapes.ts'
import type { GameState } from '../game-state.ts'
import { compare, negate, type Amount, addOrKeep } from '../kernel/decimal.ts'
import { findRecord } from '../kernel/table.ts'
import { pastMembershipsOf } from '../members/membership-history.ts'
import { teamsWith } from '../members/state.ts'
import { definitionKey, subjectOfKey } from '../members/subject.ts'
import { scoreKey, type Change } from '../metrics/score.ts'
import type { Player } from '../players/player.ts'
import type { UndoneEvent } from '../players/shapes.ts'
import { findPlayer } from '../players/state.ts'
import { storedTeam } from '../teams/state.ts'
import { finishedFrom, isValueCycle, isWithinTeams, type Board, type BoardCycle, type Earning } from './boards.ts'
import {
  addTeam,
  countDelta,
  creditedByScopes,
  cyclesCounting,
  deltaOn,
  enterPeriod,
  type Credited,
  updateTeamGroups,
  ranksTeamsOf,
  isInSums,
} from './counting.ts'
import { periodAt } from './cycle.ts'
import { entityOf } from './entrant.ts'
import type { BoardDefinition } from './shapes.ts'
const noScopes: readonly Scope[] = []

/**
 * Counts a revert on a board. On value cycles, its changes count like any other change. On other cycles, sums lose what the
 * undone events had added to rows that still exist. If the scores changed by a different amount than these events, the rest
 * counts in the current period. Spec 4.14.
 */
export function revertOn(
  state: GameState,
  board: Board,
  player: Player,
  changes: readonly Change[],
  undone: readonly UndoneEvent[],
  earning: Earning,
): void {
  const { definition } = board
  const cycles = cyclesCounting(state, board, earning.seq)
  const values = cycles.filter(({ cycle }) => isValueCycle(definition, cycle))
  const sums = cycles.filter(({ cycle }) => !isValueCycle(definition, cycle))
  if (values.length > 0)
    for (const change of changes) {
      const delta = deltaForBoard(state, board, change, earning.seq)
      if (delta !== undefined) countDelta(state, board, values, player, delta, earning)
    }
  if (sums.length > 0) revertSums(state, board, sums, player, changes, undone, earning)
}

function revertSums(
  state: GameState,
  board: Board,
  sums: readonly BoardCycle[],
  player: Player,
  changes: readonly Change[],
  undone: readonly UndoneEvent[],
  earning: Earning,
): void {
  let rest = totalDelta(state, board, changes, earning.seq)
  let notInRows: Amount = 0
  for (const event of undone) {
    const delta = totalDelta(state, board, event.changes, event.seq)
    if (delta === 0) continue
    rest = addOrKeep(rest, delta)
    if (!subtractFromSums(state, board, sums, player, delta, event, earning)) notInRows = addOrKeep(notInRows, delta)
  }
  rest = restBeyond(rest, notInRows)
  // A player without a score of the metric lost it in another way than by this revert.
  if (rest !== 0 && board.definition.metric in player.scores) countDelta(state, board, sums, player, rest, earning)
}

/**
 * Returns the part of a rest that the events in no row do not explain. If a lower limit kept the score from losing what such
 * an event had added, the board must not gain that amount, because its sums never included it.
 */
function restBeyond(rest: Amount, notInRows: Amount): Amount {
  const sign = compare(rest, 0)
  if (sign === 0 || sign !== compare(notInRows, 0)) return rest
  const difference = addOrKeep(rest, negate(notInRows))
  return compare(difference, 0) === sign ? difference : 0
}

/** Returns the sum of what changes add to a score on a board. */
function totalDelta(state: GameState, board: Board, changes: readonly Change[], seq: number): Amount {
  return changes.reduce<Amount>((sum, change) => addOrKeep(sum, deltaForBoard(state, board, change, seq) ?? 0), 0)
}

/** Returns the amount that a change of any metric adds on a board, or undefined if it does not count. */
function deltaForBoard(state: GameState, board: Board, change: Change, seq: number): Amount | undefined {
  return scoreKey(change.metric) === board.definition.metric ? deltaOn(state, board, change, seq) : undefined
}

/**
 * Subtracts what an event had added from the sums that include it, in the periods in which it counted. Returns false if no
 * sum includes it.
 */
function subtractFromSums(
  state: GameState,
  board: Board,
  sums: readonly BoardCycle[],
  player: Player,
  delta: Amount,
  event: UndoneEvent,
  earning: Earning,
): boolean {
  const credited = creditedAtEvent(state, board, player, event).filter((one) =>
    isInSums(state.boards, board, one, event),
  )
  if (credited.length === 0) return false
  for (const cycle of sums) {
    enterPeriod(state, board, cycle, earning)
    const { start } = periodAt(cycle.cycle, event.at)
    const finishedPeriod = start === cycle.period.start ? undefined : finishedFrom(cycle, start)
    for (const { group, entity } of credited) {
      if (finishedPeriod) finishedPeriod.late.push({ group, entity, delta: negate(delta), seq: earning.seq })
      else if (start === cycle.period.start) subtractFromPresent(cycle, { group, entity }, delta, earning.seq)
    }
  }
  if (isWithinTeams(board.definition)) updateTeamGroups(state, board, player)
  return true
}

function subtractFromPresent({ present }: BoardCycle, { group, entity }: Credited, delta: Amount, seq: number): void {
  const ranking = group === null ? present.all : present.groups.get(group)
  const score = ranking?.scoreOf(entity)
  if (score !== undefined) ranking?.put(entity, addOrKeep(score, negate(delta)), seq)
}

/** Whether the player or team that has an id now was created before an entry, and so is the one that had the id then. */
function existedAt(state: GameState, { entities }: BoardDefinition, id: string, seq: number): boolean {
  const record = entities === 'players' ? findPlayer(state.players, id) : storedTeam(state, id)
  return record !== undefined && record.born < seq
}

/** Returns who was credited with an event when it happened, without those who no longer exist. */
function creditedAtEvent(state: GameState, board: Board, player: Player, event: UndoneEvent): readonly Credited[] {
  const { definition } = board
  if (definition.scope === 'custom') {
    const named = (event.scopes ?? noScopes).filter(({ entity_id: id }) => existedAt(state, definition, id, event.seq))
    return creditedByScopes(state, definition, named)
  }
  if (definition.entities === 'players') return [{ group: null, entity: entityOf(player) }]
  const subjects = new Set<string>()
  for (const { subject, since } of teamsWith(state.members, state.drops, player.id))
    if (since < event.seq) subjects.add(subject)
  for (const { subject, since, until } of pastMembershipsOf(state.members, player.id))
    if (since < event.seq && event.seq <= until) subjects.add(subject)
  const teams: Credited[] = []
  for (const subject of subjects) {
    const { kind, id } = subjectOfKey(subject)
    const team = kind === 'team' ? findRecord(state.teams, id) : undefined
    if (team && team.born < event.seq && ranksTeamsOf(definition, definitionKey('team', team.definition)))
      addTeam(state, subject, teams)
  }
  return teams
}
