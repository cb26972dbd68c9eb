import type { Scope } from '../actions/shapes.ts'
import type { GameState } from '../game-state.ts'
import { compare, negate, type Amount } from '../kernel/decimal.ts'
import { findRecord } from '../kernel/table.ts'
import { teamsWith } from '../members/state.ts'
import { definitionKey, subjectOfKey } from '../members/subject.ts'
import { pastMembershipsOf } from '../members/membership-history.ts'
import { scoreKey, type Change } from '../metrics/score.ts'
import type { Player } from '../players/player.ts'
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
  showWithinTeams,
  stands,
  isInSums,
  type Credited,
} from './counting.ts'
import { periodAt } from './cycle.ts'
import type { BoardDefinition } from './shapes.ts'
import { entityOf } from './entrant.ts'
import type { UndoneEvent } from '../players/shapes.ts'
import { plus } from '../ranking/sum.ts'

const noScopes: readonly Scope[] = []

/**
 * Counts a revert on a board. Where the metric's value stands, what it changes counts as any change does. Sums lose what
 * its events had brought to the rows that stand there; where the scores have changed by something else than by all its
 * events, the rest counts now. Spec 4.14.
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
      const delta = ownDelta(state, board, change, earning.seq)
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
  let rest = sumOn(state, board, changes, earning.seq)
  let elsewhere: Amount = 0
  for (const event of undone) {
    const delta = sumOn(state, board, event.changes, event.seq)
    if (delta === 0) continue
    rest = plus(rest, delta)
    if (!takeOff(state, board, sums, player, delta, event, earning)) elsewhere = plus(elsewhere, delta)
  }
  rest = beyond(rest, elsewhere)
  // A player without a score of the metric has lost it otherwise.
  if (rest !== 0 && board.definition.metric in player.scores) countDelta(state, board, sums, player, rest, earning)
}

/**
 * What a rest has beyond the events that stand in no row: a score that could not lose what they had brought, for its
 * lower limit, has not gained it again on a board that never had it.
 */
function beyond(rest: Amount, elsewhere: Amount): Amount {
  const sign = compare(rest, 0)
  if (sign === 0 || sign !== compare(elsewhere, 0)) return rest
  const left = plus(rest, negate(elsewhere))
  return compare(left, 0) === sign ? left : 0
}

/** What changes come to on a board. */
function sumOn(state: GameState, board: Board, changes: readonly Change[], seq: number): Amount {
  return changes.reduce<Amount>((sum, change) => plus(sum, ownDelta(state, board, change, seq) ?? 0), 0)
}

/** By how much a change of any metric counts on a board. */
function ownDelta(state: GameState, board: Board, change: Change, seq: number): Amount | undefined {
  return scoreKey(change.metric) === board.definition.metric ? deltaOn(state, board, change, seq) : undefined
}

/** Takes what an event had brought off the sums that have it, in the periods in which it counted; false where none has. */
function takeOff(
  state: GameState,
  board: Board,
  sums: readonly BoardCycle[],
  player: Player,
  delta: Amount,
  event: UndoneEvent,
  earning: Earning,
): boolean {
  const credited = creditedThen(state, board, player, event).filter((one) => isInSums(state.boards, board, one, event))
  if (credited.length === 0) return false
  for (const cycle of sums) {
    enterPeriod(state, board, cycle, earning)
    const { start } = periodAt(cycle.cycle, event.at)
    const over = start === cycle.period.start ? undefined : finishedFrom(cycle, start)
    for (const { group, entity } of credited) {
      if (over) over.late.push({ group, entity, delta: negate(delta), seq: earning.seq })
      else if (start === cycle.period.start) takeOffPresent(cycle, { group, entity }, delta, earning.seq)
    }
  }
  if (isWithinTeams(board.definition)) showWithinTeams(state, board, player)
  return true
}

function takeOffPresent({ present }: BoardCycle, { group, entity }: Credited, delta: Amount, seq: number): void {
  const ranking = group === null ? present.all : present.groups.get(group)
  const score = ranking?.scoreOf(entity)
  if (score !== undefined) ranking?.put(entity, plus(score, negate(delta)), seq)
}

/** Whether the player or team of an id is the one that had it at an entry. */
function wasThere(state: GameState, { entities }: BoardDefinition, id: string, seq: number): boolean {
  const record = entities === 'players' ? findPlayer(state.players, id) : storedTeam(state, id)
  return record !== undefined && record.born < seq
}

/** Who was credited with an event when it happened, as far as they are still there. */
function creditedThen(state: GameState, board: Board, player: Player, event: UndoneEvent): readonly Credited[] {
  const { definition } = board
  if (definition.scope === 'custom') {
    const named = (event.scopes ?? noScopes).filter(({ entity_id: id }) => wasThere(state, definition, id, event.seq))
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
    if (team && team.born < event.seq && stands(definition, definitionKey('team', team.definition)))
      addTeam(state, subject, teams)
  }
  return teams
}
