import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/contract/world.ts'
import { recordDrop, recordRename } from '../../game/kernel/drop.ts'
import { addRemoval } from '../../game/leaderboards/removals.ts'
import { addPastMembership, presenceOf } from '../../game/members/membership-history.ts'
import { dropOf, renameOf } from '../../game/metrics/drop.ts'
import { putRateUse } from '../../game/processes/rate-uses.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import { stateParts } from './state-parts.ts'
import { kinds } from './state-records.ts'
import { partProblem } from './state-shapes.ts'

let world: World
let parts: readonly CheckpointPart[]

beforeAll(async () => {
  world = await openWorld('in memory')
  const { state } = world.emulator.runtime('staging')
  const { players, drops, requestFeeds: asks, members, rates, boards, reverted } = state
  recordDrop(drops, dropOf({ type: 'set', id: 'badges' }, 'Fan'), 2)
  recordRename(drops, renameOf({ type: 'set', id: 'badges' }, 'Fan', 'Star'), 3)
  players.playsOfDeleted.set('gone', { '=like': 3 })
  reverted.add(77)
  asks.set('guild:officer', 4)
  const rate = ['ROLLING', { plays: 2, moments: [5, 2] }] as const
  putRateUse(rates, 'neo/tour', 'neo', 'tour/go', {
    rate,
    otherRates: [
      ['FIXED', 0, 1],
      ['LEAKY', 1, 2, 3],
    ],
  })
  const tenure = { player: 'neo', subject: 'team:x', feed: 1, roles: { '=captain': true }, since: 1, until: 2 } as const
  addPastMembership(members, presenceOf(members, 'neo'), tenure)
  const issue = {
    id: 'item_removed-badges-Fan',
    code: 'item_removed',
    vars: { n: 1, of: { id: 'x' } },
    fix: 'drop',
  } as const
  state.deployment = { label: 'v1', pending: { hash: 'x', fixes: new Map([['one', 'keep']]) }, settled: [issue] }
  boards.departures = 1
  for (const board of boards.byId.values()) {
    addRemoval(board.removals, null, 1, 5)
    board.cycles[0]?.finished[0]?.late.push({ group: null, entity: 1, delta: '0.5', seq: 3 })
  }
  const all = [...stateParts({ ...state, clock: { offsetMs: 0, frozenAt: null } })]
  parts = all.map((part) => ('bytes' in part ? part : (JSON.parse(JSON.stringify(part)) as CheckpointPart)))
})
afterAll(() => world.stop())

test('every part of a state has the shape that it must have', () => {
  for (const part of parts) {
    // Where its rows lie is told by no part that comes from elsewhere.
    const found =
      part.name === 'board-period' && 'data' in part
        ? { ...part, data: { ...(part.data as object), file: null } }
        : part
    expect(partProblem(found), part.name).toBeUndefined()
  }
  const names = new Set(parts.map(({ name }) => name))
  const known = [
    ...kinds.map(({ name }) => name),
    'frame',
    'feeds',
    'board',
    'board-struck',
    'board-departures',
    'board-cycle',
  ]
  expect(known.filter((name) => !names.has(name))).toEqual([])
})

test('a record that is none of its kind is told, with its place', () => {
  const lists = parts.filter((part) => 'data' in part && Array.isArray(part.data))
  for (const { name } of lists) {
    expect(partProblem({ name, data: [null] }), name).toMatch(new RegExp(`^${name}\\.0: `))
    expect(partProblem({ name, data: {} }), name).toMatch(new RegExp(`^${name}: expected array`))
  }
  expect(partProblem({ name: 'players', data: [{ id: 'neo' }] })).toMatch(/^players\.0\.alias: missing/)
  const [neo] = (parts.find(({ name }) => name === 'players') as { readonly data: readonly object[] }).data
  expect(partProblem({ name: 'players', data: [{ ...neo, scores: { 'p:xp': 'many' } }] })).toContain('expected amounts')
  expect(partProblem({ name: 'players', data: [{ ...neo, scores: { 'x:xp': 1 } }] })).toContain('expected amounts')
  expect(partProblem({ name: 'frame', data: { clock: { offsetMs: 5, frozenAt: null } } })).toMatch(/^frame\./)
})

test('bytes are of a kind, and whole', () => {
  expect(partProblem({ name: 'board-rows', bytes: new Uint8Array(40) })).toBeUndefined()
  expect(partProblem({ name: 'board-rows', bytes: new Uint8Array(41) })).toBe(
    "expected a multiple of 20 bytes of 'board-rows'",
  )
  expect(partProblem({ name: 'players', bytes: new Uint8Array(1) })).toBe("a state has no bytes named 'players'")
})
