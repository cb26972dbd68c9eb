import { describe, expect, test } from 'vitest'
import { processOf, task } from '../../../test/support/process-parts.ts'
import { keyOf } from '../kernel/name-map.ts'
import { laneRules } from './lanes.ts'

const inLanes = (...lanes: readonly object[]) =>
  processOf({ lanes, activities: lanes.map((lane, i) => task(`t${i}`, { lane: (lane as { name: string }).name })) })

const open = { owner: 'boss', access: 'PUBLIC' } as const
const tour = laneRules(inLanes({ name: 'guest', default: true }, { name: 'guide' }, { name: '7' }), open)
const plain = laneRules(inLanes({ name: 'red' }, { name: 'blue' }), open)
const unnamed = laneRules(processOf({ activities: [task('one')] }), open)

describe('what a body asks for', () => {
  test.each([
    [tour, 'join', {}, { guest: 'player' }],
    [plain, 'join', {}, { red: 'player', blue: 'player' }],
    [unnamed, 'join', {}, { '~': 'player' }],
    [tour, 'invite', {}, { guest: 'player' }],
    [tour, 'transfer', {}, { guest: 'player' }],
    [tour, 'change', {}, {}],
    [tour, 'join', { guide: 'observer' }, { guide: 'observer' }],
    [tour, 'join', { '*': 'observer' }, { guest: 'observer', guide: 'observer', 7: 'observer' }],
    [tour, 'join', { '*': 'observer', guide: 'player' }, { guest: 'observer', guide: 'player', 7: 'observer' }],
    [tour, 'change', { guide: 'player', '*': false }, { guest: false, guide: 'player', 7: false }],
    [tour, 'change', { guest: false }, { guest: false }],
    [unnamed, 'join', { '~': 'observer' }, { '~': 'observer' }],
    [unnamed, 'join', { '*': 'observer' }, { '~': 'observer' }],
  ] as const)('%#', (rules, use, body, asked) => {
    expect(rules.read(body, use)).toEqual(asked)
  })

  test.each([
    ['join', 'invalid_lanes'],
    ['invite', 'invalid_lanes'],
    ['change', 'invalid_lane'],
    ['transfer', 'invalid_lane'],
  ] as const)('to %s in a lane that is none is %s', (use, code) => {
    for (const body of [{ nope: 'player' }, { '~': 'player' }, JSON.parse('{ "__proto__": "player" }') as object])
      expect(tour.read(body as Record<string, unknown>, use)).toMatchObject({ fault: code })
  })

  test.each([
    ['join', false],
    ['invite', false],
    ['transfer', false],
    ['change', true],
    ['change', null],
    ['join', 'PLAYER'],
    ['change', ['player']],
    // No text can be made of it in the usual way.
    ['join', { toString: 1 }],
    ['change', { toString: null, valueOf: 'player' }],
  ] as const)('to %s as %j is an invalid_role', (use, role) => {
    expect(tour.read({ guest: role }, use)).toMatchObject({ fault: 'invalid_role' })
    expect(tour.read({ '*': role }, use)).toMatchObject({ fault: 'invalid_role' })
  })
})

test('the owner alone decides about others', () => {
  const asked = { guest: 'player' } as const
  for (const [player, may] of [
    ['boss', true],
    ['other', false],
  ] as const) {
    expect(tour.mayInvite(player, asked)).toBe(may)
    expect(tour.mayGrant(player, 'third', asked)).toBe(may)
    expect(tour.mayRevoke(player, 'third')).toBe(may)
    expect(tour.mayKick(player, 'third')).toBe(may)
    expect(tour.maySeeRequests(player)).toBe(may)
  }
  expect(tour.approvers('other', asked)).toEqual({ roles: [], owner: 'boss' })
})

test.each([
  ['PUBLIC', 'other', true],
  ['PROTECTED', 'other', false],
  ['PRIVATE', 'other', false],
  ['PRIVATE', 'boss', true],
] as const)('in a %s one %s takes roles of its own: %j', (access, player, may) => {
  expect(laneRules(inLanes({ name: 'guest' }), { owner: 'boss', access }).mayTake(player, { guest: 'player' })).toBe(
    may,
  )
})

test('anybody may leave, there is room for all, and nothing is ever locked', () => {
  expect(tour.mayLeave('other')).toBe(true)
  expect(tour).toMatchObject({ closed: undefined, maxMembers: Infinity, allowsNoRoles: false })
})

test('roles are shown as they are, those in lanes of the design alone', () => {
  const roles = { [keyOf('guide')]: 'observer', [keyOf('guest')]: 'player', [keyOf('gone')]: 'player' } as const
  expect(tour.shown(roles)).toEqual({ guest: 'player', guide: 'observer' })
})
