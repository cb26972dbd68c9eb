import type { FixId, SettledIssue } from '../../game/design/shapes.ts'
import type { GameState } from '../../game/game-state.ts'
import { putInvitation, putJoinRequest, type Invitation, type JoinRequest } from '../../game/joining/state.ts'
import type { Renamed } from '../../game/kernel/drop.ts'
import { tallied, type Tally } from '../../game/kernel/tally.ts'
import { restoreMemberships, type Membership } from '../../game/members/state.ts'
import { restoreMembershipHistory, type PastMembership } from '../../game/members/membership-history.ts'
import type { Player } from '../../game/players/player.ts'
import { putPlayer } from '../../game/players/state.ts'
import { restoreProcess } from '../../game/processes/evolve.ts'
import { putUsedRates, type UsedRates } from '../../game/processes/rate-uses.ts'
import type { Process } from '../../game/processes/state.ts'
import { putRequest, type Request } from '../../game/requests/state.ts'
import { restoreTeam } from '../../game/teams/evolve.ts'
import type { Team } from '../../game/teams/state.ts'
import type { Departed, RenamedPart, ScoreNumber } from './state-shapes.ts'

/** Players in a part of a checkpoint. */
const PLAYERS_A_PART = 256

/** Seen notifications of a player that take as much room as a player. */
const SEEN_AS_A_PLAYER = 64

/** Small records in a part: a reverted event each, or a player who has gone. */
const RECORDS_A_PART = 4096

/** Records with names in them in a part: an issue each, or a number of a score or of a part of one. */
const NAMED_A_PART = 1024

/** Invitations to the game in a part: what they say may be long. */
const INVITATIONS_A_PART = 64

/** The numbers of a score as they were at one moment. */
interface HeldNumbers {
  readonly key: string
  readonly whole: number
  readonly parts: readonly string[]
  readonly ofParts: readonly number[]
}

/** What records are put into: a game, and what of its deployment grows. */
export interface Restored {
  readonly game: GameState
  readonly settled: SettledIssue[]
  readonly fixes: Map<string, FixId>
}

/** Records of a state that grow in number: how they are held, and put back. */
export interface Kind<T> {
  /** Of their parts. */
  readonly name: string
  /** So many are a part. */
  readonly aPart: number
  /** Those of this moment, whenever they are asked for. */
  hold(state: GameState): Iterable<T>
  /** As how many one counts; 1 unless told. */
  room?(record: T): number
  /** Takes in those of a part. */
  put(into: Restored, records: readonly T[]): void
}

const kind = <T>(each: Kind<T>): Kind<unknown> => each

/**
 * All that grows in a state but its feeds and boards, in the order of their parts: what was dropped stands before the
 * memberships, which look at it.
 */
export const kinds: readonly Kind<unknown>[] = [
  kind<Player>({
    name: 'players',
    aPart: PLAYERS_A_PART,
    hold: ({ players }) => present([...players.records]),
    room: ({ seen }) => 1 + seen.length / SEEN_AS_A_PLAYER,
    put: ({ game }, records) => records.forEach((player) => putPlayer(game.players, player)),
  }),
  kind<Departed>({
    name: 'departed',
    aPart: RECORDS_A_PART,
    hold: ({ players }) => heldPairs(players.playsOfDeleted),
    put: ({ game }, records) => records.forEach(([id, plays]) => game.players.playsOfDeleted.set(id, plays)),
  }),
  kind<ScoreNumber>({
    name: 'holders',
    aPart: NAMED_A_PART,
    hold: ({ holders }) => scoreNumbers(heldNumbers(holders)),
    put: ({ game }, records) => takeNumbers(game.holders, records),
  }),
  kind<ScoreNumber>({
    name: 'drops',
    aPart: NAMED_A_PART,
    hold: ({ drops }) => scoreNumbers(heldNumbers(drops.entries)),
    put({ game: { drops } }, records) {
      takeNumbers(drops.entries, records)
      for (const [, seq] of records) drops.last = Math.max(drops.last, seq)
    },
  }),
  kind<RenamedPart>({
    name: 'renames',
    aPart: NAMED_A_PART,
    hold: ({ drops }) => renamedParts([...drops.renames]),
    put({ game: { drops } }, records) {
      for (const [key, from, to, seq, dropped, named] of records) {
        drops.renames.set(key, [...(drops.renames.get(key) ?? []), { from, to, seq, dropped, named }])
        drops.last = Math.max(drops.last, named)
      }
    },
  }),
  kind<Process>({
    name: 'processes',
    aPart: PLAYERS_A_PART,
    hold: ({ processes }) => present([...processes.records]),
    put: ({ game }, records) => records.forEach((process) => restoreProcess(game, process)),
  }),
  kind<UsedRates>({
    name: 'rates',
    aPart: PLAYERS_A_PART,
    hold: ({ rates }) => present([...rates.records]),
    put: ({ game }, records) => records.forEach((used) => putUsedRates(game.rates, used)),
  }),
  kind<Team>({
    name: 'teams',
    aPart: NAMED_A_PART,
    hold: ({ teams }) => present([...teams.records]),
    put: ({ game }, records) => records.forEach((team) => restoreTeam(game, team)),
  }),
  kind<Membership>({
    name: 'memberships',
    aPart: NAMED_A_PART,
    hold: ({ members }) => present([...members.records]),
    put: ({ game }, records) => restoreMemberships(game.members, game.drops, records),
  }),
  kind<PastMembership>({
    name: 'tenures',
    aPart: NAMED_A_PART,
    hold: ({ members }) => present([...members.ended]),
    put: ({ game }, records) => restoreMembershipHistory(game.members, records),
  }),
  kind<Request>({
    name: 'requests',
    aPart: NAMED_A_PART,
    hold: ({ requests }) => [...requests.pending.values()],
    put: ({ game }, records) => records.forEach((request) => putRequest(game.requests, request)),
  }),
  kind<Invitation>({
    name: 'game-invitations',
    aPart: INVITATIONS_A_PART,
    hold: ({ joining }) => [...joining.invitations.values()],
    put: ({ game }, records) => records.forEach((invitation) => putInvitation(game.joining, invitation)),
  }),
  kind<JoinRequest>({
    name: 'game-requests',
    aPart: NAMED_A_PART,
    hold: ({ joining }) => [...joining.requests.values()],
    put: ({ game }, records) => records.forEach((request) => putJoinRequest(game.joining, request)),
  }),
  kind<readonly [key: string, feed: number]>({
    name: 'asks',
    aPart: NAMED_A_PART,
    hold: ({ asks }) => heldPairs(asks),
    put: ({ game }, records) => records.forEach(([key, feed]) => game.asks.set(key, feed)),
  }),
  kind<SettledIssue>({
    name: 'settled',
    aPart: NAMED_A_PART,
    hold: ({ deployment }) => deployment.settled,
    put: ({ settled }, records) => settled.push(...records),
  }),
  kind<readonly [issue: string, fix: FixId]>({
    name: 'fixes',
    aPart: NAMED_A_PART,
    hold: ({ deployment }) => heldPairs(deployment.pending?.fixes ?? new Map<string, FixId>()),
    put: ({ fixes }, records) => records.forEach(([issue, fix]) => fixes.set(issue, fix)),
  }),
  kind<number>({
    name: 'reverted',
    aPart: RECORDS_A_PART,
    // It is only ever added to, so the first ones are those of the moment.
    hold: ({ reverted }) => firstOf(reverted, reverted.size),
    put: ({ game }, records) => records.forEach((key) => game.reverted.add(key)),
  }),
]

/** Keys and values each by themselves: pairs would have to be made, and hold the loop up ten times as long. */
function heldPairs<T>(map: ReadonlyMap<string, T>): Iterable<readonly [string, T]> {
  return pairs([...map.keys()], [...map.values()])
}

function heldNumbers(numbers: Tally): HeldNumbers[] {
  return Array.from(numbers, ([key, { whole, parts }]) => ({
    key,
    whole,
    parts: [...parts.keys()],
    ofParts: [...parts.values()],
  }))
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

function* renamedParts(held: readonly (readonly [key: string, renames: readonly Renamed[]])[]): Generator<RenamedPart> {
  for (const [key, renames] of held)
    for (const { from, to, seq, dropped, named } of renames) yield [key, from, to, seq, dropped, named]
}

/** The first `count`, and no more. */
function* firstOf<T>(records: Iterable<T>, count: number): Generator<T> {
  let left = count
  if (left === 0) return
  for (const record of records) {
    yield record
    left -= 1
    if (left === 0) return
  }
}

function takeNumbers(numbers: Tally, taken: readonly ScoreNumber[]): void {
  for (const [key, number, part] of taken) {
    const score = tallied(numbers, key)
    if (part === undefined) score.whole = number
    else score.parts.set(part, number)
  }
}
