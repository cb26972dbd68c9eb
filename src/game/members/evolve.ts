import { openFeed } from '../feeds/feed-index.ts'
import { addToFeeds } from '../feeds/routing.ts'
import type { GameState } from '../game-state.ts'
import type { EntryStamp, EntryTime } from '../kernel/entry.ts'
import { eventId } from '../kernel/ids.ts'
import { type Owned, findRecord } from '../kernel/table.ts'
import { addMemberToBoards, removeMemberFromBoards, removeTeamGroup } from '../leaderboards/effects.ts'
import { putProcess, removeProcess } from '../processes/evolve.ts'
import type { ProcessCreated } from '../processes/shapes.ts'
import type { Process } from '../processes/state.ts'
import type { RequestEvent } from '../requests/shapes.ts'
import {
  pendingFor,
  putRequest,
  removeRequest,
  removeRequestsOf,
  removeRequestsOfPlayer,
  type Request,
} from '../requests/state.ts'
import { putTeam, removeTeam } from '../teams/evolve.ts'
import type { TeamEvent } from '../teams/shapes.ts'
import { storedTeam, type Team } from '../teams/state.ts'
import { recordOf } from './admission.ts'
import { forgetPlayer } from './membership-history.ts'
import type { MemberChange, MemberEvent, SubjectDeleted, SubjectEffects, SubjectUpdated } from './shapes.ts'
import { memberOf, membersOf, putMembership, removeGroup, removeMembership, subjectsOf } from './state.ts'
import { definitionKey, subjectKey, subjectOf, subjectOfKey, type NamingSubject, type Subject } from './subject.ts'

/** All events about processes, teams, their members and requests, except plays of a process. */
export type SubjectEvent = MemberEvent | SubjectDeleted | SubjectUpdated | RequestEvent | ProcessCreated | TeamEvent

/** Applies an event about a process or team to the state. */
export function evolveSubject(state: GameState, event: SubjectEvent, stamp: EntryStamp, index: number): void {
  const named = event as SubjectEvent & NamingSubject
  const subject = subjectOf(named)
  if (event.event === 'create') createSubject(state, event, stamp)
  const record = recordOf(state, subject)
  if (!record)
    throw new Error(`the history names the ${subject.kind} '${subject.id}' that does not exist at that moment`)
  addToFeeds(state, event, record.feed, stamp, index)
  applyEffects(state, subject, record, effectsOf(event), stamp)
  switch (event.event) {
    case 'delete':
      return removeSubject(state, subject, stamp)
    case 'process:updated':
    case 'team:updated':
      return updateSubject(state, subject, event)
    case 'team:locked':
    case 'team:unlocked':
      return setLocked(state, subject.id, event.event === 'team:locked')
    case 'invite':
    case 'join:request':
    case 'role:request':
      return putRequest(state.requests, requestOf(event, subject, stamp, index))
    default:
    // The effects of all other events are applied above.
  }
}

const effectsOf = (event: SubjectEvent): SubjectEffects => ('engine' in event && event.engine) || {}

function createSubject(
  state: GameState,
  event: ProcessCreated | Extract<TeamEvent, { event: 'create' }>,
  stamp: EntryStamp,
): void {
  const { at, seq } = stamp
  const subject = subjectOf(event as NamingSubject)
  // Remove an earlier one with this id whose definition was dropped, which still exists in the tables.
  removeSubject(state, subject, stamp)
  const feed = openFeed(state.feeds)
  openFeed(state.feeds)
  const common = { created: at, born: seq, feed, drops: state.drops.last }
  if ('process' in event) {
    const { owner, made } = event.engine
    return putProcess(state, { ...event.process, ...made, waiting: [], owner, ...common })
  }
  const { owner = null, made } = event.engine
  putTeam(state, { ...event.team, ...made, owner, locked: false, ...common })
}

function applyEffects(
  state: GameState,
  subject: Subject,
  { definition, feed }: Process | Team,
  { members = [], owner, settles }: SubjectEffects,
  stamp: EntryStamp,
): void {
  for (const change of members) changeMember(state, subject, { definition, feed }, change, stamp)
  if (owner !== undefined) changeOwnerOf(state, subject, owner)
  if (settles !== undefined) removeRequest(state.requests, settles)
}

/** Adds or removes a member, or changes the roles of one. Removes pending requests that are now pointless. Spec 4.15. */
function changeMember(
  state: GameState,
  subject: Subject,
  { definition, feed }: Pick<Process | Team, 'definition' | 'feed'>,
  { player, roles }: MemberChange,
  { at, seq }: EntryStamp,
): void {
  const key = subjectKey(subject)
  const before = memberOf(state.members, state.drops, key, player)
  if (!before || roles === null)
    for (const { id } of pendingFor(state.requests, subject, player)) removeRequest(state.requests, id)
  if (roles === null) {
    removeMembership(state, key, player, feed, seq)
    return removeMemberFromBoards(state, definitionKey(subject.kind, definition), key, player)
  }
  const membership = {
    subject: key,
    definition: definitionKey(subject.kind, definition),
    player,
    roles,
    joined: before?.joined ?? at,
    since: seq,
    drops: state.drops.last,
  }
  putMembership(state, membership, feed)
  if (!before) addMemberToBoards(state, membership.definition, key, player)
}

function changeOwnerOf(state: GameState, { kind, id }: Subject, owner: string | null): void {
  const record = recordOf(state, { kind, id })
  // A new process or team already has its owner.
  if (!record || record.owner === owner) return
  if (kind === 'team') putTeam(state, { ...(record as Team), owner })
  else if (owner !== null) putProcess(state, { ...(record as Process), owner })
}

function updateSubject(state: GameState, { kind, id }: Subject, { name, access }: SubjectUpdated): void {
  const record = recordOf(state, { kind, id })
  if (kind === 'process') putProcess(state, { ...(record as Process), name, access })
  else putTeam(state, { ...(record as Team), name, access })
}

function setLocked(state: GameState, id: string, locked: boolean): void {
  const team = storedTeam(state, id)
  if (team) putTeam(state, { ...team, locked })
}

function requestOf(
  event: Extract<RequestEvent, { event: Request['event'] }>,
  subject: Subject,
  stamp: EntryStamp,
  index: number,
): Request {
  const { event: kind, actor, roles } = event
  const { name } = (event.process ?? event.team) as { readonly name: string }
  const invitee = event.event === 'invite' ? { invitee: event.invitee } : {}
  return {
    id: eventId(stamp, index),
    event: kind,
    at: stamp.at,
    subject: { ...subject, name },
    actor,
    ...invitee,
    roles,
  }
}

/** Removes a process or team with its members and its pending requests and invitations. */
function removeSubject(state: GameState, subject: Subject, time: EntryTime): void {
  const record = storedRecord(state, subject)
  if (record) removeMembers(state, subject, record, time.seq)
  removeRequestsOf(state.requests, subject)
  if (subject.kind === 'process') removeProcess(state, subject.id)
  else removeTeam(state, subject.id, time)
}

function removeMembers(state: GameState, subject: Subject, { definition, feed }: Process | Team, seq: number): void {
  const [key, keyOfDefinition] = [subjectKey(subject), definitionKey(subject.kind, definition)]
  const teamMembers = state.boards.ofTeams.has(keyOfDefinition) ? [...membersOf(state.members, state.drops, key)] : []
  removeGroup(state, key, feed, seq)
  removeTeamGroup(
    state,
    keyOfDefinition,
    key,
    teamMembers.map(({ player }) => player),
  )
}

/**
 * Removes a deleted player from everything. Processes that the player owns are deleted too; teams are left without an owner.
 * Spec 4.15.
 */
export function removeFromSubjects(state: GameState, player: string, time: EntryTime): void {
  for (const id of ownedBy(state.processes, player)) removeSubject(state, { kind: 'process', id }, time)
  for (const id of ownedBy(state.teams, player)) {
    if (storedTeam(state, id)) changeOwnerOf(state, { kind: 'team', id }, null)
    else removeSubject(state, { kind: 'team', id }, time)
  }
  for (const key of subjectsOf(state.members, player))
    removeMembership(state, key, player, feedOf(state, key), time.seq)
  removeRequestsOfPlayer(state.requests, player)
  forgetPlayer(state.members, player)
}

/** Returns the ids that a player owns, sorted so that the order does not depend on restarts. */
const ownedBy = ({ owned }: { readonly owned: Owned }, player: string): string[] =>
  [...(owned.get(player) ?? [])].toSorted()

/** Returns the feed of a process or team, even if its definition was dropped. */
function feedOf(state: GameState, key: string): number {
  const record = storedRecord(state, subjectOfKey(key))
  if (!record) throw new Error(`${key} has members but does not exist`)
  return record.feed
}

/** Returns the record of a process or team, even if its definition was dropped. */
function storedRecord({ processes, teams }: GameState, { kind, id }: Subject): Process | Team | undefined {
  return kind === 'process' ? findRecord(processes, id) : findRecord(teams, id)
}
