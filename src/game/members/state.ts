import type { Shape } from '../kernel/answer-shapes.ts'
import { isDropped, type Drops } from '../kernel/drop.ts'
import { keyOf, nameOf } from '../kernel/name-map.ts'
import { eachIndex, noIndexes, removeIndex, withIndex, type SortedIndexes } from '../kernel/sorted-indexes.ts'
import { emptyTable, findRecord, putRecord, removeRecord, type Table } from '../kernel/table.ts'
import { countPart, type Tally } from '../kernel/tally.ts'
import { addPastMembership, presenceOf, type MembershipHistory, type Presence } from './membership-history.ts'
import type { membership } from './shapes.ts'
import { definitionKey, kindOfKey, rolePart, type Roles } from './subject.ts'

/** The membership of a player in a process or team. */
export type Membership = Shape<typeof membership>

/** The members of one process or team. It changes in place. */
interface Group {
  /** The key of the process or team. */
  readonly id: string
  /** The key of its definition. */
  readonly definition: string
  /** The indexes of the membership records, in the order of joining. */
  indexes: SortedIndexes
  /** The number of members with each lane or role, after the drops up to entry `countedSeq`. */
  readonly roles: Map<string, number>
  countedSeq: number
}

/** All current and past memberships. */
export interface Members extends MembershipHistory {
  readonly records: (Membership | undefined)[]
  readonly groups: Table<Group>
}

/** Returns an empty set of memberships. */
export function noMembers(): Members {
  return { records: [], groups: emptyTable(), ended: [], previous: [], forgotten: 0, ofPlayer: emptyTable() }
}

/** Returns the membership of a player after all drops, or undefined. */
export function memberOf(members: Members, drops: Drops, subject: string, player: string): Membership | undefined {
  const index = indexOf(members, subject, player)
  const membership = index === undefined ? undefined : members.records[index]
  return membership && afterDrops(membership, drops)
}

/**
 * Returns the index of a membership. Searches the members of the subject or the memberships of the player, whichever are
 * fewer.
 */
function indexOf({ records, groups, ofPlayer }: Members, subject: string, player: string): number | undefined {
  const inGroup = findRecord(groups, subject)?.indexes ?? []
  const ofThisPlayer = findRecord(ofPlayer, player)?.[kindOfKey(subject)] ?? []
  if (inGroup.length < ofThisPlayer.length) return inGroup.find((index) => records[index]?.player === player)
  return ofThisPlayer.find((index) => records[index]?.subject === subject)
}

/** Returns the memberships in a process or team, in the order of joining. */
export function* membersOf(members: Members, drops: Drops, subject: string): Generator<Membership> {
  yield* currentMemberships(members, drops, findRecord(members.groups, subject)?.indexes)
}

function* currentMemberships({ records }: Members, drops: Drops, indexes: SortedIndexes = []): Generator<Membership> {
  for (const index of eachIndex(indexes)) {
    const membership = records[index]
    const current = membership && afterDrops(membership, drops)
    if (current) yield current
  }
}

/** Returns the keys of all processes and teams that a player is in, including those whose definitions were dropped. */
export function subjectsOf({ records, ofPlayer }: Members, player: string): readonly string[] {
  const { process = [], team = [] } = findRecord(ofPlayer, player) ?? {}
  return [...process, ...team].flatMap((index) => records[index]?.subject ?? [])
}

/** Returns the number of members of a process or team. */
export function memberCount({ groups }: Members, subject: string): number {
  return findRecord(groups, subject)?.indexes.length ?? 0
}

/** Returns the number of members of a process or team who have a lane or role. */
export function roleCount({ groups }: Members, drops: Drops, subject: string, role: string): number {
  const group = findRecord(groups, subject)
  return (group && roleCounts(group, drops).get(role)) ?? 0
}

/** Returns the role counts of a group, after removing the roles that were dropped since the last call. */
function roleCounts(group: Group, drops: Drops): Map<string, number> {
  const { definition, roles, countedSeq: seen } = group
  if (seen === drops.last) return roles
  for (const role of roles.keys()) if (isDropped(drops, seen, definition, rolePart(role))) roles.delete(role)
  group.countedSeq = drops.last
  return roles
}

/** Returns the memberships of a player: first in processes, then in teams, each in the order of joining. */
export function* membershipsOf(members: Members, drops: Drops, player: string): Generator<Membership> {
  yield* processesWith(members, drops, player)
  yield* teamsWith(members, drops, player)
}

/** Returns the memberships of a player in processes, in the order of joining. */
export function* processesWith(members: Members, drops: Drops, player: string): Generator<Membership> {
  yield* currentMemberships(members, drops, findRecord(members.ofPlayer, player)?.process)
}

/** Returns the memberships of a player in teams, in the order of joining. */
export function* teamsWith(members: Members, drops: Drops, player: string): Generator<Membership> {
  yield* currentMemberships(members, drops, findRecord(members.ofPlayer, player)?.team)
}

/** Whether a player is in a team of a definition, and has the role if one is given. Spec 4.3. */
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

/** Returns a membership without dropped lanes and roles, or undefined if its whole definition was dropped. */
function afterDrops(membership: Membership, drops: Drops): Membership | undefined {
  const { definition, roles, drops: seen } = membership
  if (seen === drops.last || !drops.entries.has(definition)) return membership
  if (isDropped(drops, seen, definition)) return undefined
  const remaining = Object.entries(roles).filter(([key]) => !isDropped(drops, seen, definition, rolePart(nameOf(key))))
  return { ...membership, roles: Object.fromEntries(remaining), drops: drops.last }
}

/** The parts of the state that change with memberships. */
interface MembershipLedger {
  readonly members: Members
  readonly drops: Drops
  readonly holders: Tally
}

/** Adds a membership, or replaces one whose roles changed. `feed` is the feed of the process or team. */
export function putMembership(ledger: MembershipLedger, membership: Membership, feed: number): void {
  const { members, drops } = ledger
  const { subject, player, since } = membership
  const group = groupOf(members, drops, membership)
  const index = indexOf(members, subject, player)
  if (index === undefined) addMembership(members, group, membership)
  else {
    const before = members.records[index]
    if (before) {
      countRoles(ledger, group, before, -1)
      endMembership(members, before, feed, since)
    }
    members.records[index] = membership
  }
  countRoles(ledger, group, membership, 1)
}

/** Removes a player from a process or team, by entry `until`. */
export function removeMembership(
  ledger: MembershipLedger,
  subject: string,
  player: string,
  feed: number,
  until: number,
): void {
  const { members } = ledger
  const group = findRecord(members.groups, subject)
  const index = indexOf(members, subject, player)
  const membership = index === undefined ? undefined : members.records[index]
  if (!group || index === undefined || !membership) return
  countRoles(ledger, group, membership, -1)
  endAndClear(members, index, feed, until)
  removeIndex(group.indexes, index)
  if (group.indexes.length === 0) removeRecord(members.groups, subject)
}

/** Removes all players from a process or team, by entry `until`, even if its definition was dropped. */
export function removeGroup(
  { members, drops, holders }: MembershipLedger,
  subject: string,
  feed: number,
  until: number,
): void {
  const group = removeRecord(members.groups, subject)
  if (!group) return
  for (const [role, count] of roleCounts(group, drops)) countPart(holders, group.definition, rolePart(role), -count)
  for (const index of group.indexes) endAndClear(members, index, feed, until)
}

/** Restores the memberships of a saved state. The drops and the tally of holders must be restored already. */
export function restoreMemberships(members: Members, drops: Drops, memberships: readonly Membership[]): void {
  for (const membership of memberships) {
    const group = groupOf(members, drops, membership)
    addMembership(members, group, membership)
    const current = afterDrops(membership, drops)
    if (current) countIn(group.roles, current.roles, 1)
  }
}

/** Returns the group of a membership, and creates it if it does not exist. */
function groupOf({ groups }: Members, drops: Drops, { subject, definition }: Membership): Group {
  const existing = findRecord(groups, subject)
  if (existing) return existing
  const group: Group = { id: subject, definition, indexes: noIndexes, roles: new Map(), countedSeq: drops.last }
  putRecord(groups, group)
  return group
}

function addMembership(members: Members, group: Group, membership: Membership): void {
  const index = members.records.length
  const presence = presenceOf(members, membership.player)
  const kind = kindOfKey(group.id)
  group.indexes = withIndex(group.indexes, index)
  presence[kind] = withIndex(presence[kind], index)
  members.records.push(membership)
}

/** Ends the membership at an index and removes its record. */
function endAndClear(members: Members, index: number, feed: number, until: number): void {
  const membership = members.records[index]
  if (!membership) return
  const presence = endMembership(members, membership, feed, until)
  removeIndex(presence[kindOfKey(membership.subject)], index)
  members.records[index] = undefined
}

/** Records that a membership ended with an entry. Returns the presence of its player. */
function endMembership(members: Members, membership: Membership, feed: number, until: number): Presence {
  const { player, subject, roles, since } = membership
  const presence = presenceOf(members, player)
  addPastMembership(members, presence, { player, subject, feed, roles, since, until })
  return presence
}

/** Adds or subtracts the roles of a membership in the counts. Dropped roles are no longer part of any count. */
function countRoles({ drops, holders }: MembershipLedger, group: Group, membership: Membership, by: 1 | -1): void {
  const current = afterDrops(membership, drops)
  if (!current) return
  countIn(roleCounts(group, drops), current.roles, by)
  for (const key in current.roles) countPart(holders, current.definition, rolePart(nameOf(key)), by)
}

function countIn(counts: Map<string, number>, roles: Roles, by: 1 | -1): void {
  for (const key in roles) {
    const role = nameOf(key)
    const current = (counts.get(role) ?? 0) + by
    if (current === 0) counts.delete(role)
    else counts.set(role, current)
  }
}

/** Whether a member has a team role or a role in a lane. */
export function hasRole({ roles }: Pick<Membership, 'roles'>, role: string): boolean {
  return roles[keyOf(role)] !== undefined
}
