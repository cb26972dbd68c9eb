import type { FixId, SettledIssue } from '../game/design/issue.ts'
import type { Deployment, PendingDesign } from '../game/design/state.ts'
import { feedIndexBytes, feedIndexOf } from '../game/feeds/feed-index.ts'
import { BoardsReader, boardParts } from '../game/leaderboards/kept-board.ts'
import { Moment } from '../game/leaderboards/moment.ts'
import { newGame, type ClockState, type GameState, type RuntimeName } from '../game/game-state.ts'
import type { Book } from '../game/kernel/book.ts'
import { tallied, type Tally } from '../game/kernel/tally.ts'
import type { Player } from '../game/players/player.ts'
import { restoreMemberships, type Membership } from '../game/members/state.ts'
import { restoreTenures, type Tenure } from '../game/members/tenures.ts'
import { putPlayer } from '../game/players/state.ts'
import { restoreProcess } from '../game/processes/evolve.ts'
import { putUsedRates, type UsedRates } from '../game/processes/rate-uses.ts'
import type { Process } from '../game/processes/state.ts'
import { putRequest, type Request } from '../game/requests/state.ts'
import { restoreTeam } from '../game/teams/evolve.ts'
import type { Team } from '../game/teams/state.ts'
import type { SnapshotPart } from '../storage/snapshot.ts'

/** Players in a part of a snapshot. */
const PLAYERS_A_PART = 256

/** Seen notifications of a player that take as much room as a player. */
const SEEN_AS_A_PLAYER = 64

/** Small records in a part: a reverted event each, or a player who has gone. */
const RECORDS_A_PART = 4096

/** Records with names in them in a part: an issue each, or a number of a score or of a part of one. */
const NAMED_A_PART = 1024

/** Most bytes of feeds in a part. */
const FEED_BYTES_A_PART = 1 << 18

/** What of a state does not grow. */
interface Frame {
  readonly seq: number
  readonly at: number
  readonly chain: number
  readonly seed: string
  readonly design: string
  readonly clock: ClockState
  readonly deployment: Pick<Deployment, 'label'> & { readonly pending: Pick<PendingDesign, 'hash'> | null }
}

/** A player who has gone, and how often he had played each action. */
type Departed = readonly [player: string, plays: Book<number>]

/** A number of a score, or of a part of it. */
type ScoreNumber = readonly [key: string, number: number, part?: string]

/** The numbers of a score as they were at one moment. */
interface HeldNumbers {
  readonly key: string
  readonly whole: number
  readonly parts: readonly string[]
  readonly ofParts: readonly number[]
}

/** What of a state grows, held as it was at one moment. */
interface Held {
  readonly players: readonly (Player | undefined)[]
  /** It is only ever added to, so the first ones are those of the moment. */
  readonly reverted: ReadonlySet<number>
  readonly revertedSize: number
  readonly departedIds: readonly string[]
  readonly departedPlays: readonly Book<number>[]
  readonly holders: readonly HeldNumbers[]
  readonly drops: readonly HeldNumbers[]
  readonly processes: readonly (Process | undefined)[]
  readonly rates: readonly (UsedRates | undefined)[]
  readonly teams: readonly (Team | undefined)[]
  readonly memberships: readonly (Membership | undefined)[]
  readonly tenures: readonly (Tenure | undefined)[]
  readonly requests: readonly Request[]
  readonly askKeys: readonly string[]
  readonly askFeeds: readonly number[]
  readonly settled: readonly SettledIssue[]
  readonly fixed: readonly string[]
  readonly fixes: readonly FixId[]
  /** Of the feeds' heads, and the columns of their records. */
  readonly feeds: readonly Uint8Array[]
  readonly boards: Iterable<SnapshotPart>
}

/**
 * The state as parts of a snapshot. It is taken hold of now and cut up as the parts are asked for: records are replaced
 * and never changed, so references are enough. Boards are held at a moment, which is to be ended where not all parts may be
 * asked for.
 */
export function stateParts(state: GameState, moment = new Moment()): Iterable<SnapshotPart> {
  const { seq, at, chain, seed, design, clock, deployment, players, holders, drops, feeds, reverted } = state
  const { processes, rates, teams, members, requests, asks } = state
  const { label, pending, settled } = deployment
  const waiting = pending && { hash: pending.hash }
  return partsOf(
    { seq, at, chain, seed, design, clock, deployment: { label, pending: waiting } },
    {
      players: [...players.records],
      reverted,
      revertedSize: reverted.size,
      // Keys and values each by themselves: pairs would have to be made, and hold the loop up ten times as long.
      departedIds: [...players.departed.keys()],
      departedPlays: [...players.departed.values()],
      holders: heldNumbers(holders),
      drops: heldNumbers(drops.entries),
      processes: [...processes.records],
      rates: [...rates.records],
      teams: [...teams.records],
      memberships: [...members.records],
      tenures: [...members.ended],
      requests: [...requests.pending.values()],
      askKeys: [...asks.keys()],
      askFeeds: [...asks.values()],
      settled,
      fixed: [...(pending?.fixes.keys() ?? [])],
      fixes: [...(pending?.fixes.values() ?? [])],
      feeds: feedIndexBytes(feeds),
      boards: boardParts(state, moment),
    },
  )
}

function heldNumbers(numbers: Tally): HeldNumbers[] {
  return Array.from(numbers, ([key, { whole, parts }]) => ({
    key,
    whole,
    parts: [...parts.keys()],
    ofParts: [...parts.values()],
  }))
}

function* partsOf(frame: Frame, held: Held): Generator<SnapshotPart> {
  const { players, reverted, revertedSize, feeds } = held
  yield { name: 'frame', data: frame }
  const room = ({ seen }: Player) => 1 + seen.length / SEEN_AS_A_PLAYER
  yield* recordParts('players', present(players), PLAYERS_A_PART, room)
  yield* recordParts('departed', pairs(held.departedIds, held.departedPlays), RECORDS_A_PART)
  yield* recordParts('holders', scoreNumbers(held.holders), NAMED_A_PART)
  yield* recordParts('drops', scoreNumbers(held.drops), NAMED_A_PART)
  yield* recordParts('processes', present(held.processes), PLAYERS_A_PART)
  yield* recordParts('rates', present(held.rates), PLAYERS_A_PART)
  yield* recordParts('teams', present(held.teams), NAMED_A_PART)
  yield* recordParts('memberships', present(held.memberships), NAMED_A_PART)
  yield* recordParts('tenures', present(held.tenures), NAMED_A_PART)
  yield* recordParts('requests', held.requests, NAMED_A_PART)
  yield* recordParts('asks', pairs(held.askKeys, held.askFeeds), NAMED_A_PART)
  yield* recordParts('settled', held.settled, NAMED_A_PART)
  yield* recordParts('fixes', pairs(held.fixed, held.fixes), NAMED_A_PART)
  const keys = reverted.values()
  for (let left = revertedSize; left > 0; left -= RECORDS_A_PART) {
    yield { name: 'reverted', data: firstOf(keys, Math.min(left, RECORDS_A_PART)) }
  }
  for (const block of feeds) yield* blockParts(block)
  yield* held.boards
}

/** Records in parts of so many, or of fewer where some take the room of several. */
function* recordParts<T>(
  name: string,
  records: Iterable<T>,
  aPart: number,
  room: (record: T) => number = () => 1,
): Generator<SnapshotPart> {
  let data: T[] = []
  let taken = 0
  for (const record of records) {
    data.push(record)
    taken += room(record)
    if (taken < aPart) continue
    yield { name, data }
    data = []
    taken = 0
  }
  if (data.length > 0) yield { name, data }
}

function* present<T>(records: readonly (T | undefined)[]): Generator<T> {
  for (const record of records) if (record !== undefined) yield record
}

function* pairs<T>(keys: readonly string[], values: readonly T[]): Generator<readonly [string, T]> {
  for (const [i, key] of keys.entries()) yield [key, values[i] as T]
}

/** The number of each score before those of its parts. */
function* scoreNumbers(held: readonly HeldNumbers[]): Generator<ScoreNumber> {
  for (const { key, whole, parts, ofParts } of held) {
    yield [key, whole]
    for (const [part, number] of pairs(parts, ofParts)) yield [key, number, part]
  }
}

/** The next `count` of what is asked for one at a time. */
function firstOf(numbers: Iterator<number>, count: number): number[] {
  return Array.from({ length: count }, () => numbers.next().value as number)
}

/** A block of bytes in parts of bounded size; the name of its last part tells that it ends there. */
function* blockParts(block: Uint8Array): Generator<SnapshotPart> {
  const lastStart = Math.max(0, Math.ceil(block.length / FEED_BYTES_A_PART) - 1) * FEED_BYTES_A_PART
  for (let start = 0; start < lastStart; start += FEED_BYTES_A_PART) {
    yield { name: 'feed-piece', bytes: block.subarray(start, start + FEED_BYTES_A_PART) }
  }
  yield { name: 'feeds', bytes: block.subarray(lastStart) }
}

/** The state that gave these parts. */
export async function stateOf(
  runtime: RuntimeName,
  parts: AsyncIterable<SnapshotPart> | Iterable<SnapshotPart>,
): Promise<GameState> {
  const game = newGame(runtime)
  const boards = new BoardsReader(game)
  const issues: Issues = { settled: [], fixes: new Map() }
  const feeds: Uint8Array[] = []
  let pieces: Uint8Array[] = []
  let frame: Frame | undefined
  for await (const part of parts) {
    if (part.name === 'frame') frame = (part as DataPart).data as Frame
    else if (boards.take(part)) continue
    else if ('data' in part) takeIn(game, issues, part)
    else {
      pieces.push(part.bytes)
      if (part.name !== 'feeds') continue
      feeds.push(pieces.length === 1 ? part.bytes : Buffer.concat(pieces))
      pieces = []
    }
  }
  if (!frame || feeds.length === 0) throw new Error('it does not hold a whole state')
  const { label, pending } = frame.deployment
  const waiting = pending && { ...pending, fixes: issues.fixes }
  const deployment = { label, pending: waiting, settled: issues.settled }
  return { ...game, ...frame, deployment, feeds: feedIndexOf(feeds) }
}

/** What of a deployment grows. */
interface Issues {
  readonly settled: SettledIssue[]
  readonly fixes: Map<string, FixId>
}

type DataPart = Extract<SnapshotPart, { data: unknown }>

function takeIn(game: GameState, { settled, fixes }: Issues, { name, data }: DataPart): void {
  const { players, holders, drops, reverted } = game
  switch (name) {
    case 'players':
      for (const player of data as readonly Player[]) putPlayer(players, player)
      return
    case 'departed':
      for (const [id, plays] of data as readonly Departed[]) players.departed.set(id, plays)
      return
    case 'holders':
      takeNumbers(holders, data as readonly ScoreNumber[])
      return
    case 'drops':
      takeNumbers(drops.entries, data as readonly ScoreNumber[])
      for (const [, seq] of data as readonly ScoreNumber[]) drops.last = Math.max(drops.last, seq)
      return
    case 'processes':
      for (const process of data as readonly Process[]) restoreProcess(game, process)
      return
    case 'rates':
      for (const used of data as readonly UsedRates[]) putUsedRates(game.rates, used)
      return
    case 'teams':
      for (const team of data as readonly Team[]) restoreTeam(game, team)
      return
    case 'memberships':
      // What was dropped stands in parts before these.
      return restoreMemberships(game.members, drops, data as readonly Membership[])
    case 'tenures':
      return restoreTenures(game.members, data as readonly Tenure[])
    case 'requests':
      for (const request of data as readonly Request[]) putRequest(game.requests, request)
      return
    case 'asks':
      for (const [key, feed] of data as readonly (readonly [string, number])[]) game.asks.set(key, feed)
      return
    case 'settled':
      settled.push(...(data as readonly SettledIssue[]))
      return
    case 'fixes':
      for (const [issue, fix] of data as readonly (readonly [string, FixId])[]) fixes.set(issue, fix)
      return
    case 'reverted':
      for (const key of data as readonly number[]) reverted.add(key)
      return
    default:
      throw new Error(`it has a part of an unknown kind, '${name}'`)
  }
}

function takeNumbers(numbers: Tally, taken: readonly ScoreNumber[]): void {
  for (const [key, number, part] of taken) {
    const score = tallied(numbers, key)
    if (part === undefined) score.whole = number
    else score.parts.set(part, number)
  }
}
