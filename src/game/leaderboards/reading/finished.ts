import type { GameState } from '../../game-state.ts'
import { addOrKeep } from '../../kernel/decimal.ts'
import { pause, type Steps } from '../../kernel/operation.ts'
import { isInTeam, membersOf } from '../../members/state.ts'
import { subjectKey } from '../../members/subject.ts'
import { findPlayer } from '../../players/state.ts'
import { Ranking } from '../../ranking/ranking.ts'
import type { RankedRow } from '../../ranking/row-order.ts'
import { isThere } from '../../teams/state.ts'
import { isWithinTeams, type FinishedPeriod, type LateChange, type Rankings, idsOf } from '../boards.ts'
import { entityOf, recordOfEntity } from '../entrant.ts'
import type { BoardDefinition } from '../shapes.ts'
/** The number of rows that are processed before other work can run. */
const ROWS_PER_STEP = 1024

/**
 * Returns the ranking of a finished period, whose rows the caller provides: the rows at its end with later reverts applied,
 * without entities that no longer exist, and on a board within teams only the current members. Undefined if the scope has no
 * ranking. Spec 4.11, 4.15.
 */
export function* finishedRanking(
  state: GameState,
  definition: BoardDefinition,
  period: FinishedPeriod,
  rows: Rankings,
  group: string | null,
): Steps<Ranking | undefined> {
  const part = definition.scope === 'custom' ? group : null
  const ranking = part === null ? rows.all : rows.groups.get(part)
  if (!ranking) return undefined
  if (isWithinTeams(definition)) {
    const members = rowsOfMembers(state, definition, ranking, group ?? '')
    return yield* adjustedRanking(state, definition, members, lateIn(period, part))
  }
  const { departures } = state.boards
  const late = period.late.length
  if (late === 0 && departures === period.departures) return ranking
  const cached = period.adjusted?.get(part)
  if (cached?.departures === departures && cached.late === late) return cached.ranking
  const shown = rowsOfExisting(state, definition, ranking)
  const adjusted = yield* adjustedRanking(state, definition, shown, lateIn(period, part))
  if (period.rows === rows) {
    period.adjusted ??= new Map()
    period.adjusted.set(part, { ranking: adjusted, departures, late })
  }
  return adjusted
}

const lateIn = ({ late }: FinishedPeriod, part: string | null): readonly LateChange[] =>
  late.filter((change) => change.group === part)

/** Builds a ranking from rows, and applies late changes to it. */
function* adjustedRanking(
  state: GameState,
  { entities }: BoardDefinition,
  shown: Iterable<RankedRow | undefined>,
  late: readonly LateChange[],
): Steps<Ranking> {
  const adjusted = new Ranking(idsOf(state, entities))
  let processed = 0
  for (const row of shown) {
    processed += 1
    if (processed % ROWS_PER_STEP === 0) yield pause
    if (row) adjusted.put(row.entity, row.score, row.since)
  }
  for (const { entity, delta, seq } of late) {
    processed += 1
    if (processed % ROWS_PER_STEP === 0) yield pause
    const score = adjusted.scoreOf(entity)
    if (score !== undefined) adjusted.put(entity, addOrKeep(score, delta), seq)
  }
  return adjusted
}

/** Returns the rows of a ranking, with undefined in place of entities that no longer exist. */
function* rowsOfExisting(
  state: GameState,
  { entities }: BoardDefinition,
  ranking: Ranking,
): Generator<RankedRow | undefined> {
  const { players, teams, drops } = state
  const exists = (entity: number): boolean => {
    if (entities === 'players') return recordOfEntity(players.records, entity) !== undefined
    const team = recordOfEntity(teams.records, entity)
    return team !== undefined && isThere(team, drops)
  }
  for (const row of eachRow(ranking)) yield exists(row.entity) ? row : undefined
}

/** Returns the rows of current members of a group, with undefined in place of players who are not. */
function* rowsOfMembers(
  state: GameState,
  { scope }: BoardDefinition,
  ranking: Ranking,
  group: string,
): Generator<RankedRow | undefined> {
  const { players, members, drops } = state
  if (scope === 'team_definition') {
    for (const row of eachRow(ranking)) {
      const player = recordOfEntity(players.records, row.entity)
      yield player && isInTeam(state, player.id, group, undefined) ? row : undefined
    }
    return
  }
  // Iterates over the members, because a team can be far smaller than the board.
  const team = subjectKey({ kind: 'team', id: group })
  for (const { player: id } of membersOf(members, drops, team)) {
    const player = findPlayer(players, id)
    yield player && rowOf(ranking, entityOf(player))
  }
}

function rowOf(ranking: Ranking, entity: number): RankedRow | undefined {
  const score = ranking.scoreOf(entity)
  const since = ranking.sinceOf(entity)
  return score === undefined || since === undefined ? undefined : { entity, score, since }
}

/** Returns the rows of a ranking in order, as they are when iteration begins. */
export function* eachRow(ranking: Ranking): Generator<RankedRow> {
  for (const { entities, scores, sinces, exact } of ranking.hold()) {
    for (const [index, entity] of entities.entries())
      yield { entity, score: exact.get(index) ?? scores[index] ?? 0, since: sinces[index] ?? 0 }
  }
}
