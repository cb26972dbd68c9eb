import type { GameState } from '../../game-state.ts'
import { pause, type Steps } from '../../kernel/operation.ts'
import { isInTeam, membersOf } from '../../members/state.ts'
import { subjectKey } from '../../members/subject.ts'
import { findPlayer } from '../../players/state.ts'
import type { RankedRow } from '../../ranking/leaf.ts'
import { isThere } from '../../teams/state.ts'
import { isWithinTeams, idsOf, type FinishedPeriod, type LateChange, type Rankings } from '../boards.ts'
import { plus } from '../../ranking/sum.ts'
import type { BoardDefinition } from '../shapes.ts'
import { entityOf, recordOfEntity } from '../entrant.ts'
import { Ranking } from '../../ranking/ranking.ts'
/** Rows that are looked at before others may have their turn. */
const STRIDE = 1024

/**
 * Where the entities of a board stand in a period that is over, whose rows are given: as it ended, but for what was
 * reverted since, without those who have gone, and of a board within teams with those who are members now. Undefined where
 * nobody stands. Spec 4.11, 4.15.
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
    const members = membersIn(state, definition, ranking, group ?? '')
    return yield* remadeOf(state, definition, members, lateIn(period, part))
  }
  const { departures } = state.boards
  const late = period.late.length
  if (late === 0 && departures === period.departures) return ranking
  const known = period.remade?.get(part)
  if (known?.departures === departures && known.late === late) return known.ranking
  const shown = thoseThere(state, definition, ranking)
  const remade = yield* remadeOf(state, definition, shown, lateIn(period, part))
  if (period.rows === rows) {
    period.remade ??= new Map()
    period.remade.set(part, { ranking: remade, departures, late })
  }
  return remade
}

const lateIn = ({ late }: FinishedPeriod, part: string | null): readonly LateChange[] =>
  late.filter((change) => change.group === part)

/** A ranking of the rows that are shown, with late changes. */
function* remadeOf(
  state: GameState,
  { entities }: BoardDefinition,
  shown: Iterable<RankedRow | undefined>,
  late: readonly LateChange[],
): Steps<Ranking> {
  const made = new Ranking(idsOf(state, entities))
  let looked = 0
  for (const row of shown) {
    looked += 1
    if (looked % STRIDE === 0) yield pause
    if (row) made.put(row.entity, row.score, row.since)
  }
  for (const { entity, delta, seq } of late) {
    looked += 1
    if (looked % STRIDE === 0) yield pause
    const score = made.scoreOf(entity)
    if (score !== undefined) made.put(entity, plus(score, delta), seq)
  }
  return made
}

/** The rows of those who are still there; undefined stands for one who has gone. */
function* thoseThere(
  state: GameState,
  { entities }: BoardDefinition,
  ranking: Ranking,
): Generator<RankedRow | undefined> {
  const { players, teams, drops } = state
  const isHere = (entity: number): boolean => {
    if (entities === 'players') return recordOfEntity(players.records, entity) !== undefined
    const team = recordOfEntity(teams.records, entity)
    return team !== undefined && isThere(team, drops)
  }
  for (const row of eachRow(ranking)) yield isHere(row.entity) ? row : undefined
}

/** The rows of those who are members now; undefined stands for one who is none. */
function* membersIn(
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
  // A team may be far smaller than the board.
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

/** The rows of a ranking as they are when the first is asked for, in their order. */
export function* eachRow(ranking: Ranking): Generator<RankedRow> {
  for (const { entities, scores, sinces, exact } of ranking.hold()) {
    for (const [index, entity] of entities.entries())
      yield { entity, score: exact.get(index) ?? scores[index] ?? 0, since: sinces[index] ?? 0 }
  }
}
