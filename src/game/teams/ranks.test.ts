import { describe, expect, test } from 'vitest'
import { designOf } from '../../../test/support/design-parts.ts'
import { keyOf } from '../kernel/name-map.ts'
import type { Roles } from '../members/subject.ts'
import type { TeamDefinition } from './design.ts'
import { mayLock, rankRules } from './ranks.ts'

function definitionOf(permissions: readonly unknown[], more: object = {}): TeamDefinition {
  const design = designOf({ teams: [{ id: 'guild', name: 'Guild', permissions, ...more }] })
  return design.teams.get('guild') as TeamDefinition
}

const guild = definitionOf(
  [
    ['novice', {}],
    ['scout', { peer: true, leave: true }],
    ['officer', { assign: true, leave: false }],
    ['jailer', { kick: true }],
    ['marshal', { assign: true, peer: true, kick: false, lock: true }],
  ],
  { creator_roles: ['officer', 'scout'], settings: { max_players: 7 } },
)
const bare = definitionOf([])

/** Players of these tests are called as the roles that they have: `scout+jailer`. */
const rolesOf = (player: string): Roles =>
  Object.fromEntries(player.split('+').flatMap((role) => (role === '' ? [] : [[keyOf(role), true as const]])))

const team = { id: 'avengers', owner: 'boss', access: 'PROTECTED', locked: false } as const
const rules = rankRules(guild, team, rolesOf)
const of = (...roles: readonly string[]) => Object.fromEntries(roles.map((role) => [role, true]))
const nobody = ''

describe('who may grant roles to whom', () => {
  test.each([
    // Who assigns gives what is lower than the own rank, to who is of lower rank.
    ['officer', nobody, ['novice'], true],
    ['officer', nobody, ['scout', 'novice'], true],
    ['officer', nobody, ['officer'], false],
    ['officer', nobody, ['jailer'], false],
    ['officer', nobody, ['novice', 'jailer'], false],
    ['officer', 'novice', ['scout'], true],
    ['officer', 'officer', ['novice'], false],
    ['officer', 'jailer', ['novice'], false],
    // The rank is that of the highest role, whichever it is that allows to assign.
    ['officer+jailer', nobody, ['officer'], true],
    ['officer+jailer', 'officer', ['scout'], true],
    ['officer+jailer', nobody, ['jailer'], false],
    // A peer gives that very role, to who is of no higher rank.
    ['scout', nobody, ['scout'], true],
    ['scout', nobody, ['novice'], false],
    ['scout', 'novice', ['scout'], true],
    ['scout', 'officer', ['scout'], false],
    ['scout+jailer', nobody, ['scout'], true],
    ['scout+jailer', nobody, ['jailer'], false],
    ['scout+jailer', 'jailer', ['scout'], true],
    ['marshal', 'scout', ['marshal', 'officer'], true],
    ['marshal', 'marshal', ['officer'], false],
    // What the other has already is not given.
    ['scout', 'novice', ['novice', 'scout'], true],
    ['officer', 'novice', ['novice'], true],
    // Some may do nothing of it.
    ['novice', nobody, ['novice'], false],
    ['jailer', nobody, ['novice'], false],
    [nobody, nobody, ['novice'], false],
    ['boss', 'marshal', ['marshal', 'novice'], true],
  ])('%s to %s of %j: %j', (player, candidate, roles, allowed) => {
    expect(rules.mayGrant(player, candidate, of(...roles))).toBe(allowed)
    if (candidate === nobody) expect(rules.mayInvite(player, of(...roles))).toBe(allowed)
  })

  test.each([
    ['novice', nobody, false],
    ['jailer', nobody, false],
    ['scout', nobody, true],
    ['scout', 'officer', false],
    ['officer', 'officer', false],
    ['officer', 'scout', true],
    ['boss', 'marshal', true],
  ])('%s anything at all to %s: %j', (player, candidate, allowed) => {
    expect(rules.mayGrant(player, candidate, {})).toBe(allowed)
    if (candidate === nobody) expect(rules.mayInvite(player, {})).toBe(allowed)
  })

  test('a role that is given up is no gift', () => {
    expect(rules.mayGrant('scout', 'novice', { scout: true, novice: false })).toBe(true)
    expect(rules.mayGrant('officer', 'novice', { jailer: false })).toBe(true)
  })
})

test.each([
  ['officer', 'scout', true],
  ['officer', 'officer', false],
  ['officer', 'boss', true],
  ['scout', 'novice', false],
  ['marshal', 'jailer', true],
  ['jailer', 'novice', false],
  ['boss', 'marshal', true],
])('%s may take away roles of %s: %j', (player, other, allowed) => {
  expect(rules.mayRevoke(player, other)).toBe(allowed)
})

test.each([
  ['officer', 'scout', true],
  ['officer', 'officer', false],
  ['officer', 'jailer', false],
  ['jailer', 'officer', true],
  ['jailer', 'jailer', false],
  ['marshal', 'novice', false],
  ['marshal+jailer', 'officer', true],
  ['scout', 'novice', false],
  ['boss', 'marshal', true],
  // That nobody throws the owner out is told apart from who may throw out at all.
  ['officer', 'boss', true],
  ['novice', 'boss', false],
  [nobody, 'novice', false],
])('%s may throw out %s: %j', (player, other, allowed) => {
  expect(rules.mayKick(player, other)).toBe(allowed)
})

describe('one takes roles of one’s own', () => {
  test.each([
    ['novice', of('scout'), false],
    ['officer', of('scout', 'novice'), true],
    ['officer', of('jailer'), false],
    ['jailer', of('novice'), false],
    ['officer+jailer', of('officer', 'scout'), true],
    ['officer+scout', { scout: false }, true],
    ['novice+scout', { scout: false, officer: true }, false],
    ['boss', of('marshal'), true],
  ])('%s %j, where others have a word: %j', (player, asked, allowed) => {
    expect(rules.mayTake(player, asked)).toBe(allowed)
  })
})

test.each([
  ['novice', false],
  ['scout', true],
  ['officer', false],
  ['novice+scout', true],
])('%s may leave: %j', (player, allowed) => {
  expect(rules.mayLeave(player)).toBe(allowed)
})

test.each([
  ['novice', false],
  ['marshal', true],
  ['novice+marshal', true],
  ['boss', true],
])('%s may lock: %j', (player, allowed) => {
  expect(mayLock(guild, team.owner, player, rolesOf(player))).toBe(allowed)
})

test.each([
  ['novice', false],
  ['jailer', false],
  ['scout', true],
  ['officer', true],
  ['boss', true],
  [nobody, false],
])('%s may look at requests: %j', (player, allowed) => {
  expect(rules.maySeeRequests(player)).toBe(allowed)
})

test.each([
  [nobody, of('novice'), ['officer', 'marshal']],
  [nobody, of('scout'), ['scout', 'officer', 'marshal']],
  ['novice', of('marshal'), ['marshal']],
  ['jailer', of('officer'), ['marshal']],
  [nobody, of('scout', 'jailer'), ['marshal']],
])('a request of %s for %j is told to who is %j, and to the owner', (candidate, asked, roles) => {
  expect(rules.approvers(candidate, asked)).toEqual({ roles, owner: 'boss' })
})

describe('what a body asks for', () => {
  test.each([
    ['join', {}, { novice: true }],
    ['invite', {}, { novice: true }],
    ['change', {}, {}],
    ['transfer', {}, { officer: true, scout: true }],
    ['join', { scout: true, officer: false }, { scout: true }],
    ['change', { scout: true, officer: false }, { scout: true, officer: false }],
    ['transfer', { officer: false }, { officer: false }],
    ['change', { novice: false }, { novice: false }],
  ] as const)('to %s with %j: %j', (use, body, asked) => {
    expect(rules.read(body, use)).toEqual(asked)
  })

  test('it is told in order of rank', () => {
    expect(Object.keys(rules.read({ marshal: true, novice: true, scout: false }, 'change'))).toEqual([
      'novice',
      'scout',
      'marshal',
    ])
  })

  test.each([
    ['join', { boss: true }],
    ['join', { novice: false }],
    ['join', { novice: 'player' }],
    ['change', { novice: null }],
    ['invite', { novice: 1 }],
    ['change', JSON.parse('{ "__proto__": true }') as object],
    ['change', { constructor: true }],
  ] as const)('to %s with %j is an invalid_role', (use, body) => {
    expect(rules.read(body as Record<string, unknown>, use)).toMatchObject({ fault: 'invalid_role' })
  })
})

test('roles are shown with their ranks, those of the design alone', () => {
  expect(rules.shown(rolesOf('marshal+scout+gone'))).toEqual({ scout: 2, marshal: 5 })
})

test('a team of no roles takes anybody without one, and lets go', () => {
  const none = rankRules(bare, team, rolesOf)
  expect(none).toMatchObject({ allowsNoRoles: true, maxMembers: Infinity })
  expect(none.read({}, 'join')).toEqual({})
  expect(none.read({}, 'transfer')).toEqual({})
  expect(none.mayLeave('anybody')).toBe(true)
  expect(none.mayKick('anybody', 'other')).toBe(false)
})

test('a locked team is closed, and a definition makes room', () => {
  expect(rules).toMatchObject({ closed: undefined, maxMembers: 7, allowsNoRoles: false })
  expect(rankRules(guild, { ...team, locked: true }, rolesOf).closed).toMatchObject({ fault: 'team_locked' })
})
