import { expect, test } from 'vitest'
import { newGame } from './game-state.ts'
import type { Entry } from './kernel/entry.ts'
import { evolve } from './registry.ts'

const entry = (...events: object[]): Entry => ({
  seq: 1,
  at: 5,
  chain: 0,
  op: 'x',
  caller: { client: 'c' },
  input: {},
  events: events as Entry['events'],
})

test('an event of a kind that nobody knows stops the program, rather than being passed over', () => {
  expect(() => evolve(newGame('staging'), entry({ event: 'party' }))).toThrow('an event of an unknown kind: party')
})

test('an event of a player who is not there means a damaged history', () => {
  expect(() =>
    evolve(newGame('staging'), entry({ event: 'player:disabled', player: { id: 'neo', alias: 'neo' } })),
  ).toThrow("the player 'neo' who does not exist at that moment")
})

test('number and time of the last entry are those of the game', () => {
  const state = newGame('staging')
  evolve(state, entry({ event: 'seed:set', seed: 'x' }))
  expect(state).toMatchObject({ seq: 1, at: 5, seed: 'x' })
})

test('a design was deployed, in an older history, by its hash alone', () => {
  const state = newGame('staging')
  evolve(state, entry({ event: 'design:deployed', hash: 'abc' }))
  expect(state).toMatchObject({ design: 'abc', deployment: { label: null, pending: null, settled: [] } })
})

test('a fix of a design that does not wait means a damaged history', () => {
  const fixed = entry({ event: 'issue:fixed', issue: 'metric_removed-xp', fix: 'drop' })
  expect(() => evolve(newGame('production'), fixed)).toThrow("fixes the issue 'metric_removed-xp'")
})
