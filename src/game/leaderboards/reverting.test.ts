import { describe, expect, test } from 'vitest'
import { action, add, designOf, point, score } from '../../../test/support/design-parts.ts'
import { aGame, type Given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'
import type { Scope } from '../actions/shapes.ts'
import { deployDesign, fixIssue } from '../design/deployment.ts'
import { newGame } from '../game-state.ts'
import { DAY_MS } from '../kernel/instant.ts'
import { createPlayer, resetPlayer } from '../players/administration.ts'
import { revertEvents } from '../players/revert.ts'
import { findPlayer } from '../players/state.ts'
import { evolve } from '../registry.ts'
import { adoptBoard, newBoard, rankingsOf } from './boards.ts'
import { entityOf } from './entrant.ts'
import { readBoard, type BoardInput } from './operations.ts'
import { deregisterEntities, registerEntities } from './registering.ts'

const board = (id: string, more: object = {}) => ({
  id,
  name: id,
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
  cycles: ['daily', 'alltime'],
  ...more,
})
const parts = { metrics: [point('xp')], actions: [action('gain', [add('xp', '1')])] }
const top = board('top')
const rich = board('rich', { requires: score('xp', 'ge', '1') })
const race = board('race', { scope: { type: 'custom' } })
const design = designOf({ ...parts, leaderboards: [top, rich, race] })

const begun = (): Given => aGame(design).after(createPlayer, { id: 'neo' })

/** Plays for so many points; gives what reverts it. */
function gain(game: Given, count: number, scopes: readonly Scope[] = []): () => Given {
  const eventIds = [game.when(playAction, { action: 'gain', count, scopes }).result.events.local[0]!.id]
  return () => game.after(revertEvents, { id: 'neo', eventIds })
}

/** The only row; undefined where there is none. */
function rowOn(game: Given, id: string, cycle: 'daily' | 'alltime', more: Partial<BoardInput> = {}) {
  const usual = { sort: 'descending', skip: 0, limit: 10, radius: 5, merge: [] } as const
  return game.when(readBoard, { ...usual, board: id, cycle, ...more }).result.data[0]
}

const scoreOn = (...asked: Parameters<typeof rowOn>) => rowOn(...asked)?.score

const scoresOn = (game: Given, id: string, more: Partial<BoardInput> = {}) => [
  scoreOn(game, id, 'daily', more),
  scoreOn(game, id, 'alltime', more),
]

describe('of what was before a reset', () => {
  test('takes nothing off sums; the score of all time is the value of the metric', () => {
    const game = begun()
    const revert = gain(game, 10)
    game.after(resetPlayer, { id: 'neo' })
    gain(game, 3)
    revert()
    expect(scoresOn(game, 'top')).toEqual(['3', '0'])
    expect(scoresOn(game, 'rich')).toEqual(['3', '3'])
  })

  test('takes nothing off where scores go below zero, too', () => {
    const game = aGame(designOf({ ...parts, metrics: [point('xp', { min: '-100' })], leaderboards: [top] }))
    const revert = gain(game.after(createPlayer, { id: 'neo' }), 10)
    game.after(resetPlayer, { id: 'neo' })
    gain(game, 3)
    revert()
    expect(scoresOn(game, 'top')).toEqual(['3', '-7'])
  })

  test('leaves periods that are over as they were', () => {
    const game = begun()
    const revert = gain(game, 10)
    game.later(DAY_MS).after(resetPlayer, { id: 'neo' })
    gain(game, 3)
    revert()
    expect(scoreOn(game, 'top', 'daily', { timestamp: game.run.at - DAY_MS })).toBe('10')
    expect(scoresOn(game, 'top')).toEqual(['3', '0'])
  })

  test('a reset is no departure: periods that are over are shown as they lie there', () => {
    const game = begun()
    const { boards } = game.run.state
    gain(game, 10)
    game.later(DAY_MS).after(resetPlayer, { id: 'neo' })
    expect(boards.departures).toBe(0)
  })
})

describe('of what was before somebody was taken off a scope', () => {
  const scopes = [{ id: 'race/a', entity_id: 'neo' }]
  const neo = { board: 'race', entities: ['neo'], scopes: ['a'] }

  test('takes nothing off that scope', () => {
    const game = begun()
    const revert = gain(game, 10, [...scopes, { id: 'race/b', entity_id: 'neo' }])
    game.after(deregisterEntities, neo).after(registerEntities, neo)
    revert()
    expect(scoresOn(game, 'race', { scope: 'a' })).toEqual(['0', '0'])
    expect(scoresOn(game, 'race', { scope: 'b' })).toEqual(['0', '0'])
  })

  test('what came after it goes', () => {
    const game = begun()
    gain(game, 10, scopes)
    game.after(deregisterEntities, neo)
    gain(game, 2, scopes)
    const revert = gain(game, 3, scopes)
    revert()
    expect(scoresOn(game, 'race', { scope: 'a' })).toEqual(['2', '2'])
  })
})

test('of what names a scope in two ways takes off what it counted, once', () => {
  const game = begun()
  const both = [
    { id: 'a', entity_id: 'neo' },
    { id: 'race/a', entity_id: 'neo' },
    { id: 'race/a', entity_id: 'neo' },
  ]
  const revert = gain(game, 10, both)
  expect(scoresOn(game, 'race', { scope: 'a' })).toEqual(['10', '10'])
  gain(game, 1, both)
  revert()
  expect(scoresOn(game, 'race', { scope: 'a' })).toEqual(['1', '1'])
})

test('of what was dropped with the board takes nothing off its sums', () => {
  const game = aGame(design, { runtime: 'production' })
  const designs = { all: design, none: designOf({ ...parts, leaderboards: [] }) }
  for (const [hash, one] of Object.entries(designs)) game.run.designs.set(hash, one)
  game.after(deployDesign, { hash: 'all', label: 'v1' }).after(createPlayer, { id: 'neo' })
  const revert = gain(game, 10)
  game.after(deployDesign, { hash: 'none', label: null })
  for (const id of ['top', 'rich']) game.after(fixIssue, { issue: `leaderboard_removed-${id}`, fix: 'drop' })
  game.after(deployDesign, { hash: 'none', label: null }).after(deployDesign, { hash: 'all', label: null })
  expect(scoresOn(game, 'top')).toEqual([undefined, '10'])
  gain(game, 3)
  expect(scoresOn(game, 'top')).toEqual(['3', '13'])
  const told = (cycle: 'daily' | 'alltime') => {
    const row = rowOn(game, 'top', cycle, { detailed: true })
    return row && 'player' in row ? row.actions?.[0]?.score : undefined
  }
  expect([told('daily'), told('alltime')]).toEqual(['3', '13'])
  revert()
  expect(scoresOn(game, 'top')).toEqual(['3', '3'])
  expect(scoresOn(game, 'rich')).toEqual(['3', '3'])
})

test('of what a board began after takes nothing off its sums', () => {
  const game = begun()
  gain(game, 10)()
  const { entries, state } = game.run
  const neo = entityOf(findPlayer(state.players, 'neo')!)
  const later = newGame('staging')
  const sums = later.boards
  for (const entry of entries.values()) {
    // Before the revert: as a board begins where the history has been cut, here with sums that others made.
    if (entry.seq === entries.size) {
      adoptBoard(
        sums,
        newBoard(design.leaderboards.get('top')!, entry.at, () => rankingsOf(later, 'players'), later.seq),
      )
      for (const { present } of sums.byId.get('top')!.cycles) present.all.put(neo, 10, later.seq)
    }
    evolve(later, entry)
  }
  expect(sums.byId.get('top')!.cycles.map(({ present }) => present.all.scoreOf(neo))).toEqual([10, 0])
})
