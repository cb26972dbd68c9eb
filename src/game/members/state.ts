import { keyOf, nameOf } from '../kernel/name-map.ts'
import { isDropped, type Drops } from '../kernel/drop.ts'
import { eachIndex, noIndexes, removeIndex, withIndex, type SortedIndexes } from '../kernel/sorted-indexes.ts'
import type { Shape } from '../kernel/shapes.ts'
import { emptyTable, findRecord, putRecord, removeRecord, type Table } from '../kernel/table.ts'
import { countPart, type Tally } from '../kernel/tally.ts'
import { definitionKey, kindOfKey, rolePart, type Roles } from './subject.ts'
import type { membership } from './shapes.ts'
import { addPastMembership, presenceOf, type MembershipHistory, type Presence } from './membership-history.ts'

/** That a player is in a process or team. */
export type Membership = Shape<typeof membership>

/** Those in one process or team. It changes in place. */
interface Group {
  /** The key of the process or team. */
  readonly id: string
  /** Key of its definition. */
  readonly definition: string
  /** Where the records stand, in the order in which they came. */
  places: SortedIndexes
  /** How many have each lane or role, as of the drops up to entry `counted`. */
  readonly roles: Map<string, number>
  counted: number
}

/** Who is in which process or team, and was. */
export interface Members extends MembershipHistory {
  readonly records: (Membership | undefined)[]
  readonly groups: Table<Group>
}

export function noMembers(): Members {
  return { records: [], groups: emptyTable(), ended: [], before: [], gone: 0, ofPlayer: emptyTable() }
}

/** The membership of a player, as it is after all drops; undefined where there is none. */
export function memberOf(members: Members, drops: Drops, subject: string, player: string): Membership | undefined {
  const place = placeOf(members, subject, player)
  const membership = place === undefined ? undefined : members.records[place]
  return membership && afterDrops(membership, drops)
}

/** Where the record of a player stands: looked for among the members or among what the player is in, what is less. */
function placeOf({ records, groups, ofPlayer }: Members, subject: string, player: string): number | undefined {
  const inGroup = findRecord(groups, subject)?.places ?? []
  const ofThem = findRecord(ofPlayer, player)?.[kindOfKey(subject)] ?? []
  if (inGroup.length < ofThem.length) return inGroup.find((place) => records[place]?.player === player)
  return ofThem.find((place) => records[place]?.subject === subject)
}

/** Those in a process or team, in the order in which they came. */
export function* membersOf(members: Members, drops: Drops, subject: string): Generator<Membership> {
  yield* currentMemberships(members, drops, findRecord(members.groups, subject)?.places)
}

function* currentMemberships({ records }: Members, drops: Drops, places: SortedIndexes = []): Generator<Membership> {
  for (const place of eachIndex(places)) {
    const membership = records[place]
    const now = membership && afterDrops(membership, drops)
    if (now) yield now
  }
}

/** The keys of all that a player is in, of what was dropped too. */
export function subjectsOf({ records, ofPlayer }: Members, player: string): readonly string[] {
  const { process = [], team = [] } = findRecord(ofPlayer, player) ?? {}
  return [...process, ...team].flatMap((place) => records[place]?.subject ?? [])
}

/** How many are in a process or team. */
export function memberCount({ groups }: Members, subject: string): number {
  return findRecord(groups, subject)?.places.length ?? 0
}

/** How many in a process or team have a lane or role. */
export function roleCount({ groups }: Members, drops: Drops, subject: string, role: string): number {
  const group = findRecord(groups, subject)
  return (group && counted(group, drops).get(role)) ?? 0
}

/** The numbers of roles in a group, without those that were dropped since they were looked at. */
function counted(group: Group, drops: Drops): Map<string, number> {
  const { definition, roles, counted: seen } = group
  if (seen === drops.last) return roles
  for (const role of roles.keys()) if (isDropped(drops, seen, definition, rolePart(role))) roles.delete(role)
  group.counted = drops.last
  return roles
}

/** What a player is in, first the processes and then the teams, in the order in which the player came there. */
export function* membershipsOf(members: Members, drops: Drops, player: string): Generator<Membership> {
  yield* currentMemberships(members, drops, findRecord(members.ofPlayer, player)?.process)
  yield* teamsWith(members, drops, player)
}

/** The teams that a player is in, in the order in which the player came there. */
export function* teamsWith(members: Members, drops: Drops, player: string): Generator<Membership> {
  yield* currentMemberships(members, drops, findRecord(members.ofPlayer, player)?.team)
}

/** Whether a player is in a team of a definition, with a role where one is named. Spec 4.3. */
export function isInTeam(
  { members, drops }: { readonly members: Members; readonly drops: Drops },
  player: string,
  definition: string,
  role: string | undefined,
): boolean {
  const key = definitionKey('team', definition)
  for (const membership of teamsWith(members, drops, player))
    if (membership.definition === key && (role === undefined || hasRole(membership, role))) return true
  return false
}

/** The membership without the lanes or roles that were dropped; undefined where the whole definition was. */
function afterDrops(membership: Membership, drops: Drops): Membership | undefined {
  const { definition, roles, drops: seen } = membership
  if (seen === drops.last || !drops.entries.has(definition)) return membership
  if (isDropped(drops, seen, definition)) return undefined
  const left = Object.entries(roles).filter(([key]) => !isDropped(drops, seen, definition, rolePart(nameOf(key))))
  return { ...membership, roles: Object.fromEntries(left), drops: drops.last }
}

/** What is counted and noted as memberships change. */
interface Ledger {
  readonly members: Members
  readonly drops: Drops
  readonly holders: Tally
}

/** Puts in a membership, the first of a player in a subject or one with other roles; `feed` is the subject's. */
export function putMembership(ledger: Ledger, membership: Membership, feed: number): void {
  const { members, drops } = ledger
  const { subject, player, since } = membership
  const group = groupOf(members, drops, membership)
  const place = placeOf(members, subject, player)
  if (place === undefined) addMembership(members, group, membership)
  else {
    const before = members.records[place]
    if (before) {
      countRoles(ledger, group, before, -1)
      endMembership(members, before, feed, since)
    }
    members.records[place] = membership
  }
  countRoles(ledger, group, membership, 1)
}

/** Takes a player out of a subject, by entry `until`. */
export function removeMembership(ledger: Ledger, subject: string, player: string, feed: number, until: number): void {
  const { members } = ledger
  const group = findRecord(members.groups, subject)
  const place = placeOf(members, subject, player)
  const membership = place === undefined ? undefined : members.records[place]
  if (!group || place === undefined || !membership) return
  countRoles(ledger, group, membership, -1)
  vacate(members, place, feed, until)
  removeIndex(group.places, place)
  if (group.places.length === 0) removeRecord(members.groups, subject)
}

/** Takes all out of a subject, by entry `until`; those too who were there when its definition was dropped. */
export function removeGroup({ members, drops, holders }: Ledger, subject: string, feed: number, until: number): void {
  const group = removeRecord(members.groups, subject)
  if (!group) return
  for (const [role, count] of counted(group, drops)) countPart(holders, group.definition, rolePart(role), -count)
  for (const place of group.places) vacate(members, place, feed, until)
}

/** The memberships of a saved state, put back; what was dropped before it is known already, and all are counted. */
export function restoreMemberships(members: Members, drops: Drops, memberships: readonly Membership[]): void {
  for (const membership of memberships) {
    const group = groupOf(members, drops, membership)
    addMembership(members, group, membership)
    const now = afterDrops(membership, drops)
    if (now) countIn(group.roles, now.roles, 1)
  }
}

/** The group that a membership belongs to, made where there is none. */
function groupOf({ groups }: Members, drops: Drops, { subject, definition }: Membership): Group {
  const known = findRecord(groups, subject)
  if (known) return known
  const group: Group = { id: subject, definition, places: noIndexes, roles: new Map(), counted: drops.last }
  putRecord(groups, group)
  return group
}

function addMembership(members: Members, group: Group, membership: Membership): void {
  const place = members.records.length
  const presence = presenceOf(members, membership.player)
  const kind = kindOfKey(group.id)
  group.places = withIndex(group.places, place)
  presence[kind] = withIndex(presence[kind], place)
  members.records.push(membership)
}

/** The record at a place is over, and the player's no more. */
function vacate(members: Members, place: number, feed: number, until: number): void {
  const membership = members.records[place]
  if (!membership) return
  const presence = endMembership(members, membership, feed, until)
  removeIndex(presence[kindOfKey(membership.subject)], place)
  members.records[place] = undefined
}

/** Notes that a player was there until an entry; gives where else the player is. */
function endMembership(members: Members, membership: Membership, feed: number, until: number): Presence {
  const { player, subject, roles, since } = membership
  const presence = presenceOf(members, player)
  addPastMembership(members, presence, { player, subject, feed, roles, since, until })
  return presence
}

/** What was dropped is counted no more among those who hold something of the definition. */
function countRoles({ drops, holders }: Ledger, group: Group, membership: Membership, by: 1 | -1): void {
  const now = afterDrops(membership, drops)
  if (!now) return
  countIn(counted(group, drops), now.roles, by)
  for (const key in now.roles) countPart(holders, now.definition, rolePart(nameOf(key)), by)
}

function countIn(counts: Map<string, number>, roles: Roles, by: 1 | -1): void {
  for (const key in roles) {
    const role = nameOf(key)
    const now = (counts.get(role) ?? 0) + by
    if (now === 0) counts.delete(role)
    else counts.set(role, now)
  }
}

/** Whether a member has a role or a place in a lane. */
export function hasRole({ roles }: Pick<Membership, 'roles'>, role: string): boolean {
  return roles[keyOf(role)] !== undefined
}
