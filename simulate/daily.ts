import type { RuntimeName, GameState } from '../src/game/game-state.ts'
import { compare, formatAmount, parseAmount, type Amount } from '../src/game/kernel/decimal.ts'
import { getNamed, type NameMap } from '../src/game/kernel/name-map.ts'
import { findRecord } from '../src/game/kernel/table.ts'
import { memberOf, membersOf, membershipsOf } from '../src/game/members/state.ts'
import { subjectKey, subjectOfKey, type Subject } from '../src/game/members/subject.ts'
import { scoreKey } from '../src/game/metrics/score.ts'
import type { Player } from '../src/game/players/player.ts'
import { findPlayer } from '../src/game/players/state.ts'
import { storedProcess } from '../src/game/processes/state.ts'
import { storedTeam } from '../src/game/teams/state.ts'
import { XP_BOARD } from './design.ts'
import { mustBe, Violation } from './invariant.ts'
import type { DaySheet } from './ledger.ts'
import { clientOf } from './outcome.ts'
import type { World } from './world.ts'

/** What stands on a board. */
interface Row {
  readonly player?: { readonly id: string }
  readonly team?: { readonly id: string }
  readonly score: string
  readonly rank: number
}

/** Boards of all time whose score is a score of the player: the board, and that score. */
const boardsOfScores: readonly (readonly [board: string, scoreOf: (player: Player) => Amount | undefined])[] = [
  [XP_BOARD, points('p:xp')],
  ['rich', points('p:coins')],
  ['famous', points(scoreKey({ id: 'fame', type: 'compound' }))],
  [
    'rubies',
    ({ scores }) => getNamed((scores[scoreKey({ id: 'gems', type: 'set' })] ?? {}) as NameMap<Amount>, 'ruby'),
  ],
]

function points(key: string): (player: Player) => Amount | undefined {
  return ({ scores }) => scores[key] as Amount | undefined
}

/** Boards equal scores: those of all time what players have, the daily one what the events of the day have given. */
export async function checkBoards(world: World, name: RuntimeName, day: DaySheet | undefined): Promise<void> {
  const { state, design } = world.runtime(name)
  for (const [board, scoreOf] of boardsOfScores) {
    if (!design.leaderboards.has(board)) continue
    const rows = await rowsOf(world, name, board, 'alltime')
    const found = new Map(rows.map(({ player, score }) => [player?.id, score]))
    for (const player of playersOf(state)) {
      const score = scoreOf(player)
      if (score !== undefined)
        mustBe(`the board '${board}' shows the score of '${player.id}'`, formatAmount(score), found.get(player.id))
      found.delete(player.id)
    }
    mustBe(`nobody else is on the board '${board}'`, [], [...found.keys()])
  }
  for (const [id, { definition }] of design.leaderboards) {
    if (definition.scope !== 'game' && definition.scope !== 'team_definition') continue
    for (const cycle of definition.cycles) checkOrder(`${id} ${cycle}`, await rowsOf(world, name, id, cycle))
  }
  const { now } = await world.runtime(name).clock.read()
  if (!day?.isOf(now) || !design.leaderboards.has(XP_BOARD)) return
  const found = (await rowsOf(world, name, XP_BOARD, 'daily')).map(
    ({ player, score }) => [player?.id ?? '', score] as const,
  )
  const wanted = Array.from(day.sums, ([id, sum]) => [id, formatAmount(sum)] as const)
  mustBe(`the daily board of '${XP_BOARD}' sums the day's events`, byId(wanted), byId(found))
}

const byId = (rows: readonly (readonly [id: string, score: string])[]) => rows.toSorted(([a], [b]) => (a < b ? -1 : 1))

async function rowsOf(world: World, name: RuntimeName, board: string, cycle: string): Promise<readonly Row[]> {
  const path = `/_gamify/leaderboards/${board}?cycle=${cycle}&limit=-1`
  const { status, text } = await world.send('GET', path, { client: clientOf(name) })
  if (status !== 200) throw new Violation(`the board '${board}' can be read`, 200, `${status} ${text}`)
  const { data, total } = JSON.parse(text) as { readonly data: readonly Row[]; readonly total: number }
  mustBe(`the board '${board}' shows all its rows`, total, data.length)
  return data
}

/** The highest first; equal scores share a rank, and the next one skips. */
function checkOrder(board: string, rows: readonly Row[]): void {
  let [rank, last] = [0, undefined as string | undefined]
  for (const [index, { score, rank: found }] of rows.entries()) {
    if (last !== undefined && compare(amount(last), amount(score)) < 0)
      throw new Violation(`the board '${board}' is in order`, `at most ${last}`, score)
    if (score !== last) [rank, last] = [index + 1, score]
    mustBe(`the ranks of the board '${board}'`, rank, found)
  }
  const ids = new Set(rows.map(({ player, team }) => player?.id ?? team?.id))
  mustBe(`each is once on the board '${board}'`, rows.length, ids.size)
}

const amount = (text: string): Amount => parseAmount(text) ?? 0

/** Memberships are the same seen from those who are in something and from what they are in; owners are members. */
export function checkMemberships(state: GameState): void {
  const { members, drops } = state
  for (const player of playersOf(state))
    for (const { subject } of membershipsOf(members, drops, player.id)) {
      const there = membersOf(members, drops, subject).some((one) => one.player === player.id)
      mustBe(`'${player.id}' is among those in '${subject}'`, true, there)
      mustBe(`what '${player.id}' is in is there: '${subject}'`, true, isThere(state, subjectOfKey(subject)))
    }
  for (const subject of subjectsIn(state)) {
    const key = subjectKey(subject)
    const there = [...membersOf(members, drops, key)]
    for (const { player } of there) {
      mustBe(`'${player}' of '${key}' is a player`, true, findPlayer(state.players, player) !== undefined)
      mustBe(`'${player}' knows of being in '${key}'`, key, memberOf(members, drops, key, player)?.subject)
      const known = membershipsOf(members, drops, player).some((one) => one.subject === key)
      mustBe(`'${player}' lists '${key}'`, true, known)
    }
    mustBe(`each is once in '${key}'`, there.length, new Set(there.map(({ player }) => player)).size)
    const owner = (subject.kind === 'process' ? storedProcess(state, subject.id) : storedTeam(state, subject.id))?.owner
    if (typeof owner === 'string')
      mustBe(
        `the owner of '${key}' is in it`,
        true,
        there.some(({ player }) => player === owner),
      )
  }
}

/** What is pending is about somebody and something that is there, and is found by each of its ways. */
export function checkRequests({ requests, ...state }: GameState): void {
  const whole = { requests, ...state }
  for (const { id, subject, actor, invitee } of requests.pending.values()) {
    mustBe(`what the request '${id}' is about is there`, true, isThere(whole, subject))
    mustBe(`the subject of the request '${id}' knows it`, true, requests.ofSubject.get(subjectKey(subject))?.has(id))
    for (const player of [actor, ...(invitee ? [invitee] : [])]) {
      mustBe(`'${player.id}' of the request '${id}' is there`, true, findPlayer(state.players, player.id) !== undefined)
      mustBe(`'${player.id}' knows of the request '${id}'`, true, requests.ofPlayer.get(player.id)?.has(id))
    }
  }
}

/** A process is over when nothing is READY or ACTIVE in it, and not before. */
export function checkProcesses(state: GameState): void {
  for (const record of state.processes.records) {
    const process = record && storedProcess(state, record.id)
    if (!process) continue
    const goesOn = Object.values(process.nodes).some((node) => node.state !== 'COMPLETED')
    mustBe(`'${process.id}' is over when nothing is left to do`, goesOn ? 'ACTIVE' : 'COMPLETED', process.state)
    for (const [node, { tokens, state: shown }] of Object.entries(process.nodes))
      if (tokens > 0 === (shown === 'COMPLETED'))
        throw new Violation(`the node '${node}' of '${process.id}'`, `${tokens} tokens`, shown)
  }
}

function* playersOf(state: GameState): Generator<Player> {
  for (const record of state.players.records) {
    const player = record && findPlayer(state.players, record.id)
    if (player) yield player
  }
}

function* subjectsIn({ processes, teams }: GameState): Generator<Subject> {
  for (const record of processes.records) if (record) yield { kind: 'process', id: record.id }
  for (const record of teams.records) if (record) yield { kind: 'team', id: record.id }
}

/** Also where a definition was dropped: what it held is hidden. */
function isThere({ processes, teams }: GameState, { kind, id }: Subject): boolean {
  return findRecord<{ readonly id: string }>(kind === 'process' ? processes : teams, id) !== undefined
}
