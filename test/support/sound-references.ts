import { noticesOf } from '../../src/game/feeds/routing.ts'
import { newGame, type GameState } from '../../src/game/game-state.ts'
import { MAX_EVENTS_AN_ENTRY, positionOf } from '../../src/game/kernel/ids.ts'
import { nameOf } from '../../src/game/kernel/name-map.ts'
import { findRecord } from '../../src/game/kernel/table.ts'
import { countPart, type Tally } from '../../src/game/kernel/tally.ts'
import type { PastMembership } from '../../src/game/members/membership-history.ts'
import { membersOf, type Membership } from '../../src/game/members/state.ts'
import {
  definitionKey,
  kindOfKey,
  rolePart,
  subjectKey,
  subjectOfKey,
  type Subject,
  type SubjectKind,
} from '../../src/game/members/subject.ts'
import { countAll } from '../../src/game/metrics/holders.ts'
import { findPlayer } from '../../src/game/players/state.ts'
import { putProcess } from '../../src/game/processes/evolve.ts'
import { processAfter, type Process } from '../../src/game/processes/state.ts'
import type { Request } from '../../src/game/requests/state.ts'
import { putTeam } from '../../src/game/teams/evolve.ts'
import { isThere, type Team } from '../../src/game/teams/state.ts'

type Problem = string | undefined

/** What is wrong with a record of a part, by its index among the records of that name; a sentence without its subject. */
interface RecordProblem {
  readonly part: string
  readonly index: number
  readonly problem: string
}

/** Each record of a part, in their order. */
type Records<T> = Iterable<T>

/** When in the history something came about. */
interface Born {
  readonly born: number
  readonly created: number
  readonly drops: number
  readonly feed: number
}

/**
 * Where the records of a state lead to what is not there, or say what cannot be at the same time; undefined where they hang
 * together. Of what it took in, it must give the same parts again. Looks at each record once.
 */
export function referenceProblem(state: GameState): RecordProblem | undefined {
  const looks = new References(state)
  const { players, processes, teams, members, requests, joining, rates, requestFeeds: asks, drops, reverted } = state
  return (
    first('players', present(players.records), (each) => looks.player(each)) ??
    first('departed', players.playsOfDeleted.keys(), (id) => (looks.hasPlayer(id) ? 'is still a player' : undefined)) ??
    first('drops', numbersOf(drops.entries), (seq) => looks.past(seq)) ??
    first('renames', [...drops.renames.values()].flat(), ({ seq, dropped, named }) =>
      looks.past(Math.max(seq, dropped, named)),
    ) ??
    first('processes', present(processes.records), (each) => looks.process(each)) ??
    first('rates', present(rates.records), (each) => looks.rates(each)) ??
    first('teams', present(teams.records), (each) => looks.team(each)) ??
    first('memberships', present(members.records), (each) => looks.membership(each)) ??
    looks.owners() ??
    first('tenures', present(members.ended), (each) => looks.tenure(each)) ??
    first('requests', requests.pending.values(), (each) => looks.request(each)) ??
    first('game-invitations', joining.invitations.values(), (each) => looks.made(each)) ??
    first('game-requests', joining.requests.values(), (each) => looks.made(each)) ??
    first('asks', asks, ([key, feed]) => looks.ask(key, feed)) ??
    first('reverted', reverted, (place) => looks.past(Math.floor(place / MAX_EVENTS_AN_ENTRY))) ??
    holdersProblem(state)
  )
}

function first<T>(part: string, records: Records<T>, look: (record: T) => Problem): RecordProblem | undefined {
  let index = 0
  for (const record of records) {
    const problem = look(record)
    if (problem !== undefined) return { part, index, problem }
    index += 1
  }
  return undefined
}

function* present<T>(records: readonly (T | undefined)[]): Generator<T> {
  for (const record of records) if (record !== undefined) yield record
}

function* numbersOf(tally: Tally): Generator<number> {
  for (const { whole, parts } of tally.values()) {
    yield whole
    yield* parts.values()
  }
}

/** What records of a state lead to. */
class References {
  readonly #state: GameState
  /** Feeds that belong to somebody, by number. */
  readonly #owned: Uint8Array
  /** The last feeds of those that came one after the other. */
  readonly #lastFeeds = new Map<string, number>()
  /** Who is in what. */
  readonly #seats = new Set<string>()
  #lastTenure = 0

  constructor(state: GameState) {
    this.#state = state
    this.#owned = new Uint8Array(state.feeds.feeds)
    this.#owned[0] = 1
  }

  hasPlayer(id: string): boolean {
    return findRecord(this.#state.players, id) !== undefined
  }

  /** Of an entry of this history; 0 where there was none. */
  past(seq: number): Problem {
    return seq <= this.#state.seq ? undefined : 'comes from an entry that does not exist'
  }

  player(player: Born & { readonly seen: readonly number[] }): Problem {
    const { seen } = player
    if (seen.some((place, i) => i > 0 && place <= (seen[i - 1] ?? 0)))
      return 'has seen notifications in the wrong order'
    return this.#born('players', player) ?? this.past(Math.floor((seen.at(-1) ?? 0) / MAX_EVENTS_AN_ENTRY))
  }

  process(process: Process): Problem {
    if (!this.hasPlayer(process.owner)) return `belongs to '${process.owner}', which is not a player`
    return this.#born('processes', process)
  }

  team(team: Team): Problem {
    if (team.owner !== null && !this.hasPlayer(team.owner)) return `belongs to '${team.owner}', which is not a player`
    return this.#born('teams', team)
  }

  rates({ id, process, player }: { readonly id: string; readonly process: string; readonly player: string }): Problem {
    if (id !== `${player}/${process}`) return 'has an id that does not match its player and process'
    if (!this.hasPlayer(player)) return `belongs to '${player}', which is not a player`
    return findRecord(this.#state.processes, process)
      ? undefined
      : `belongs to the process '${process}', which does not exist`
  }

  membership(each: Membership): Problem {
    const { subject, definition, player, roles, joined, since, drops } = each
    const found = this.#subject(subjectOfKey(subject))
    if (!found || subjectKey(subjectOfKey(subject)) !== subject) return `belongs to ${subject}, which does not exist`
    if (definition !== definitionKey(kindOfKey(subject), found.definition))
      return `belongs to ${subject}, which is not an instance of ${definition}`
    if (!this.hasPlayer(player)) return `belongs to '${player}', which is not a player`
    if (!areRolesOf(kindOfKey(subject), roles)) return `has roles that a ${kindOfKey(subject)} does not have`
    const seat = `${player}/${subject}`
    if (this.#seats.has(seat)) return `is the second membership of '${player}' in ${subject}`
    this.#seats.add(seat)
    if (since < found.born || joined < found.created || joined > this.#state.at)
      return `starts before ${subject} exists`
    return this.past(since) ?? this.#dropped(drops)
  }

  /** Whoever owns a process or team is in it. */
  owners(): RecordProblem | undefined {
    const { processes, teams } = this.#state
    const isIn = (kind: SubjectKind, { id, owner }: Process | Team): Problem =>
      owner === null || this.#seats.has(`${owner}/${subjectKey({ kind, id })}`)
        ? undefined
        : `belongs to '${owner}', who is not a member of it`
    return (
      first('processes', present(processes.records), (each) => isIn('process', each)) ??
      first('teams', present(teams.records), (each) => isIn('team', each))
    )
  }

  tenure({ player, feed, since, until }: PastMembership): Problem {
    if (!this.hasPlayer(player)) return `belongs to '${player}', which is not a player`
    if (noticesOf(feed) >= this.#owned.length) return 'has a feed that does not exist'
    if (since > until || until < this.#lastTenure) return 'is in the wrong order'
    this.#lastTenure = until
    return this.past(until)
  }

  request(each: Request): Problem {
    const { subject, actor, invitee, event } = each
    if (!this.#subject(subject)) return `is about the ${subject.kind} '${subject.id}', which does not exist`
    for (const who of [actor, invitee])
      if (who && !this.hasPlayer(who.id)) return `names '${who.id}', which is not a player`
    if ((event === 'invite') !== (invitee !== undefined)) return 'is neither an invitation nor a request'
    return this.made(each)
  }

  /** What an event made, whose id it has. */
  made({ id, at }: { readonly id: string; readonly at: number }): Problem {
    const place = positionOf(id)
    if (!place || at > this.#state.at) return 'has an id or a time that belongs to no event'
    return this.past(place.seq)
  }

  ask(key: string, feed: number): Problem {
    if (!/^\d+\//.test(key) || Number.parseInt(key, 10) + 1 >= this.#owned.length) return 'belongs to no team'
    return this.#own(feed)
  }

  /** The record of a process or team, of one too whose definition was dropped. */
  #subject({ kind, id }: Subject): Process | Team | undefined {
    return kind === 'process' ? findRecord(this.#state.processes, id) : findRecord(this.#state.teams, id)
  }

  #born(part: string, { born, created, drops, feed }: Born): Problem {
    if (feed <= (this.#lastFeeds.get(part) ?? 0)) return 'has a feed that is in the wrong order'
    this.#lastFeeds.set(part, feed)
    if (created > this.#state.at) return 'came later than the last entry'
    return this.past(born) ?? this.#dropped(drops) ?? this.#own(feed) ?? this.#own(noticesOf(feed))
  }

  #dropped(seq: number): Problem {
    return seq <= this.#state.drops.last ? undefined : 'counts more drops than the state has'
  }

  /** A feed is one's own. */
  #own(feed: number): Problem {
    if (feed >= this.#owned.length) return 'has a feed that does not exist'
    if (this.#owned[feed] !== 0) return 'has a feed that belongs to another owner'
    this.#owned[feed] = 1
    return undefined
  }
}

const areRolesOf = (kind: SubjectKind, roles: Readonly<Record<string, unknown>>): boolean =>
  Object.values(roles).every((role) => (role === true) === (kind === 'team'))

/** Numbers of what is in use that a count does not give. */
function holdersProblem(state: GameState): RecordProblem | undefined {
  const counted = inUse(state)
  let index = 0
  for (const [key, { whole, parts }] of state.holders) {
    const found = counted.get(key)
    const isSame = found?.whole === whole && sameNumbers(found.parts, parts)
    if (!isSame) return { part: 'holders', index, problem: `does not match the number of holders of ${key}` }
    index += 1 + parts.size
  }
  if (counted.size === state.holders.size) return undefined
  return { part: 'holders', index, problem: 'does not list everything that players have' }
}

function sameNumbers(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && one.entries().every(([part, number]) => other.get(part) === number)
}

/** What of designs is in use, by a look at every record. */
function inUse({ runtime, players, processes, teams, members, drops }: GameState): Tally {
  const counted: GameState = { ...newGame(runtime), drops }
  for (const record of present(players.records))
    countAll(counted.holders, findPlayer(players, record.id)?.scores ?? {}, 1)
  for (const record of present(processes.records)) {
    const process = processAfter(record, drops)
    if (process) putProcess(counted, process)
  }
  for (const team of present(teams.records)) if (isThere(team, drops)) putTeam(counted, team)
  for (const group of present(members.groups.records))
    for (const { definition, roles } of membersOf(members, drops, group.id))
      for (const role in roles) countPart(counted.holders, definition, rolePart(nameOf(role)), 1)
  return counted.holders
}
