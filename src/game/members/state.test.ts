import { describe, expect, test } from 'vitest'
import { noDrops, recordDrop, type Drops } from '../kernel/drop.ts'
import type { Tally } from '../kernel/tally.ts'
import { forgetPlayer, pastMembershipsOf } from './membership-history.ts'
import {
  isInTeam,
  memberCount,
  memberOf,
  membersOf,
  noMembers,
  putMembership,
  removeGroup,
  removeMembership,
  restoreMemberships,
  roleCount,
  subjectsOf,
  type Members,
  type Membership,
} from './state.ts'
import { rolePart, type Roles } from './subject.ts'

const FEED = 7

/** Members whose records count how often they are looked at. */
function world() {
  let looks = 0
  const watched = new Proxy<Members['records']>([], {
    get: (records, key) => {
      if (typeof key === 'string' && /^\d/u.test(key)) looks += 1
      return Reflect.get(records, key) as unknown
    },
  })
  const members: Members = { ...noMembers(), records: watched }
  const drops: Drops = noDrops()
  const holders: Tally = new Map()
  const ledger = { members, drops, holders }
  let seq = 0
  const membership = (subject: string, player: string, roles: Roles): Membership => {
    const definition = `${subject.split(':')[0] ?? ''}:d`
    seq += 1
    return { subject, definition, player, roles, joined: 0, since: seq, drops: drops.last }
  }
  return {
    members,
    drops,
    holders,
    put: (subject: string, player: string, roles: Roles = { '=a': true }) =>
      putMembership(ledger, membership(subject, player, roles), FEED),
    remove: (subject: string, player: string) => removeMembership(ledger, subject, player, FEED, (seq += 1)),
    disband: (subject: string) => removeGroup(ledger, subject, FEED, (seq += 1)),
    drop: (key: string, part?: string) =>
      recordDrop(drops, { key, ...(part === undefined ? {} : { part: rolePart(part) }) }, (seq += 1)),
    looksAt: (act: () => unknown): number => {
      looks = 0
      act()
      return looks
    },
  }
}

const both: Roles = { '=a': true, '=b': true }

describe('how many have a role', () => {
  test('is without what was dropped, and no member is looked at for it', () => {
    const { members, drops, put, drop, looksAt } = world()
    for (let i = 0; i < 50; i += 1) put('team:t', `p${i}`, both)
    const counts = () => ['a', 'b'].map((role) => roleCount(members, drops, 'team:t', role))
    drop('team:other')
    drop('team:d', 'b')
    expect(looksAt(() => expect(counts()).toEqual([50, 0]))).toBe(0)
    put('team:t', 'late', both)
    put('team:t', 'p0', { '=b': true })
    expect(counts()).toEqual([50, 2])
    drop('team:d')
    expect(looksAt(() => expect(counts()).toEqual([0, 0]))).toBe(0)
  })

  test('is the same of memberships that are put back', () => {
    const { members, drops, put, drop } = world()
    put('team:t', 'early', both)
    drop('team:d', 'b')
    put('team:t', 'late', both)
    const again = noMembers()
    restoreMemberships(
      again,
      drops,
      [...members.records].filter((record) => record !== undefined),
    )
    for (const each of [members, again])
      expect(['a', 'b'].map((role) => roleCount(each, drops, 'team:t', role))).toEqual([2, 1])
  })
})

describe('who is where is found', () => {
  test('without a walk through all members, or all that a player is in', () => {
    const { members, drops, put, looksAt } = world()
    for (let i = 0; i < 100; i += 1) {
      put('team:t', `p${i}`)
      put(`process:neo/${i}`, 'neo')
    }
    put('process:neo/5', 'p99')
    put('team:t', 'neo')
    const found = (subject: string, player: string) => () =>
      expect(memberOf(members, drops, subject, player)).toMatchObject({ subject, player })
    expect(looksAt(found('team:t', 'p77'))).toBeLessThan(4)
    expect(looksAt(found('team:t', 'neo'))).toBeLessThan(4)
    expect(looksAt(found('process:neo/5', 'neo'))).toBeLessThan(4)
    expect(memberOf(members, drops, 'process:neo/6', 'p99')).toBeUndefined()
  })

  test('in teams alone where a team is asked about', () => {
    const { members, drops, put, looksAt } = world()
    for (let i = 0; i < 100; i += 1) put(`process:neo/${i}`, 'neo')
    put('team:t', 'neo')
    expect(looksAt(() => expect(isInTeam({ members, drops }, 'neo', 'd', 'a')).toBe(true))).toBeLessThan(4)
    expect(isInTeam({ members, drops }, 'neo', 'd', 'b')).toBe(false)
    expect(isInTeam({ members, drops }, 'neo', 'other', undefined)).toBe(false)
  })
})

describe('a group that is taken out', () => {
  test('is counted no more, all have been in it, and they are where else they were', () => {
    const { members, drops, holders, put, disband } = world()
    for (const player of ['ann', 'bob', 'cat']) put('team:t', player, both)
    put('team:other', 'bob')
    disband('team:t')
    expect([...membersOf(members, drops, 'team:t')]).toEqual([])
    expect(memberCount(members, 'team:t')).toBe(0)
    expect([...(holders.get('team:d')?.parts ?? [])]).toEqual([['role:a', 1]])
    expect([...pastMembershipsOf(members, 'bob')]).toMatchObject([
      { subject: 'team:t', feed: FEED, roles: both, since: 2, until: 5 },
    ])
    expect(subjectsOf(members, 'bob')).toEqual(['team:other'])
    expect(subjectsOf(members, 'ann')).toEqual([])
  })

  test('ends a walk through it', () => {
    const { members, drops, put, disband } = world()
    for (const player of ['ann', 'bob', 'cat']) put('team:t', player)
    const seen: string[] = []
    for (const { player } of membersOf(members, drops, 'team:t')) {
      seen.push(player)
      disband('team:t')
      put('team:t', 'dan')
    }
    expect(seen).toEqual(['ann'])
  })
})

test('a walk passes over nobody when others leave', () => {
  const { members, drops, put, remove } = world()
  for (const player of ['ann', 'bob', 'cat', 'dan']) put('team:t', player)
  const seen: string[] = []
  for (const { player } of membersOf(members, drops, 'team:t')) {
    seen.push(player)
    if (player === 'bob') for (const gone of ['ann', 'bob']) remove('team:t', gone)
  }
  expect(seen).toEqual(['ann', 'bob', 'cat', 'dan'])
})

test('where a player has been is told the newest first, and nothing is left of it once it is forgotten', () => {
  const { members, put, remove } = world()
  put('team:t', 'ann')
  put('process:ann/1', 'ann')
  put('team:t', 'bob')
  put('team:t', 'ann', both)
  remove('process:ann/1', 'ann')
  remove('team:t', 'ann')
  expect([...pastMembershipsOf(members, 'ann')]).toMatchObject([
    { subject: 'team:t', roles: both },
    { subject: 'process:ann/1' },
    { subject: 'team:t', roles: { '=a': true } },
  ])
  forgetPlayer(members, 'ann')
  expect([...pastMembershipsOf(members, 'ann')]).toEqual([])
  expect(members.ended.filter((membership) => membership !== undefined)).toEqual([])
  expect(members.ofPlayer.index.size).toBe(1)
})
