import { answeredCalls, putAnswered } from '../../game/answered-calls.ts'
import type { FixId, SettledIssue } from '../../game/design/shapes.ts'
import type { GameState } from '../../game/game-state.ts'
import { putInvitation, putJoinRequest, type Invitation, type JoinRequest } from '../../game/joining/state.ts'
import type { Renamed } from '../../game/kernel/drop.ts'
import { type Tally, tallyEntry } from '../../game/kernel/tally.ts'
import { restoreMembershipHistory, type PastMembership } from '../../game/members/membership-history.ts'
import { restoreMemberships, type Membership } from '../../game/members/state.ts'
import type { Player } from '../../game/players/player.ts'
import { putPlayer } from '../../game/players/state.ts'
import { restoreProcess } from '../../game/processes/evolve.ts'
import { putUsedRates, type UsedRates } from '../../game/processes/rate-uses.ts'
import type { Process } from '../../game/processes/state.ts'
import { putRequest, type Request } from '../../game/requests/state.ts'
import { restoreTeam } from '../../game/teams/evolve.ts'
import type { Team } from '../../game/teams/state.ts'
import type { AnsweredCall, Departed, RenamedPart, ScoreNumber } from './state-shapes.ts'

/** The number of players in a part of a checkpoint. */
const PLAYERS_A_PART = 256

/** This many seen notifications count as one player more. */
const SEEN_AS_A_PLAYER = 64

/** The number of small records in a part, such as a reverted event or a deleted player. */
const RECORDS_A_PART = 4096

/** The number of records with names in a part, such as an issue or a number of a score. */
const NAMED_A_PART = 1024

/** The number of invitations to the game in a part. Their texts can be long. */
const INVITATIONS_A_PART = 64

/** The numbers of a score at one moment. */
interface HeldNumbers {
  readonly key: string
  readonly whole: number
  readonly parts: readonly string[]
  readonly ofParts: readonly number[]
}

/** What records are restored into: a game, and the parts of its deployment that grow. */
export interface Restored {
  readonly game: GameState
  readonly settled: SettledIssue[]
  readonly fixes: Map<string, FixId>
}

/** A kind of record of which a state has a growing number: how its records are captured and restored. */
export interface Kind<T> {
  /** The name of its parts. */
  readonly name: string
  /** The number of records in a part. */
  readonly aPart: number
  /** Captures the records of this moment, which can be iterated later. */
  hold(state: GameState): Iterable<T>
  /** As how many records one counts (default: 1). */
  room?(record: T): number
  /** Returns what of a record stays when old history is forgotten, or undefined for nothing. By default all of it. */
  stays?(record: T): unknown
  /** Restores the records of a part. */
  put(into: Restored, records: readonly T[]): void
}

const nothing = (): undefined => undefined

const kind = <T>(each: Kind<T>): Kind<unknown> => each

/**
 * Everything that grows in a state except its feeds and leaderboards, in the order of their parts. Drops come before
 * the memberships, which read them.
 */
export const kinds: readonly Kind<unknown>[] = [
  kind<Player>({
    name: 'players',
    aPart: PLAYERS_A_PART,
    hold: ({ players }) => present([...players.records]),
    room: ({ seen }) => 1 + seen.length / SEEN_AS_A_PLAYER,
    stays: (player) => ({ ...player, seen: undefined }),
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
    put: ({ game }, records) => restoreNumbers(game.holders, records),
  }),
  kind<ScoreNumber>({
    name: 'drops',
    aPart: NAMED_A_PART,
    hold: ({ drops }) => scoreNumbers(heldNumbers(drops.entries)),
    put({ game: { drops } }, records) {
      restoreNumbers(drops.entries, records)
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
    stays: nothing,
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
    hold: ({ requestFeeds: asks }) => heldPairs(asks),
    put: ({ game }, records) => records.forEach(([key, feed]) => game.requestFeeds.set(key, feed)),
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
    // Elements are only ever added, so the first ones are those of this moment.
    hold: ({ reverted }) => firstOf(reverted, reverted.size),
    stays: nothing,
    put: ({ game }, records) => records.forEach((key) => game.reverted.add(key)),
  }),
  kind<AnsweredCall>({
    name: 'answered',
    aPart: NAMED_A_PART,
    stays: nothing,
    hold: ({ answered }) => answeredCalls(answered).map(({ id, seq, at }) => [id, seq, at]),
    put: ({ game }, records) => records.forEach(([id, seq, at]) => putAnswered(game.answered, { id, seq, at })),
  }),
]

/** Copies keys and values separately. Creating pairs would block the event loop ten times as long. */
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

/** Yields the number of each score before those of its parts. */
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

/** Yields the first `count` records. */
function* firstOf<T>(records: Iterable<T>, count: number): Generator<T> {
  let left = count
  if (left === 0) return
  for (const record of records) {
    yield record
    left -= 1
    if (left === 0) return
  }
}

function restoreNumbers(numbers: Tally, taken: readonly ScoreNumber[]): void {
  for (const [key, number, part] of taken) {
    const score = tallyEntry(numbers, key)
    if (part === undefined) score.whole = number
    else score.parts.set(part, number)
  }
}
