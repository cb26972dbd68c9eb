import { describe, expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { aGame, type Given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'
import { deployDesign, fixIssue } from '../design/deployment.ts'
import { issueSentence } from '../design/incompatibilities.ts'
import type { RuntimeName } from '../game-state.ts'
import { DAY_MS } from '../kernel/instant.ts'
import { createPlayer, deletePlayer } from '../players/administration.ts'
import { readBoard } from './operations.ts'
import { deregisterEntities, registerEntities } from './registering.ts'

const board = (id: string, more: object = {}) => ({
  id,
  name: `The ${id}`,
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
  ...more,
})
const parts = { metrics: [point('xp'), point('coins')], actions: [action('gain', [add('xp', '10')])] }
const top = board('top')
const poor = board('poor', { metric: { id: 'coins', type: 'point' } })
const race = board('race', { scope: { type: 'custom' }, cycles: ['daily'] })
const today = board('today', { cycles: ['daily'] })

const designs = {
  all: designOf({ ...parts, leaderboards: [top, poor, race, today] }),
  noTop: designOf({ ...parts, leaderboards: [poor, race, today] }),
  noPoor: designOf({ ...parts, leaderboards: [top, race, today] }),
  noRace: designOf({ ...parts, leaderboards: [top, poor, today] }),
  noToday: designOf({ ...parts, leaderboards: [top, poor, race] }),
}
type Name = keyof typeof designs

/** Neo and trinity have 10 each. */
function running(runtime: RuntimeName = 'production'): Given {
  const game = aGame(designs.all, { runtime })
  for (const [hash, design] of Object.entries(designs)) game.run.designs.set(hash, design)
  game.after(deployDesign, { hash: 'all', label: 'v1' })
  for (const as of ['neo', 'trinity']) game.after(createPlayer, { id: as }).after(playAction, { action: 'gain', as })
  return game
}

const deploy = (game: Given, hash: Name) => game.when(deployDesign, { hash, label: null }).result
const issuesOf = (game: Given, hash: Name) => deploy(game, hash).issues.map(({ id, vars }) => ({ id, vars }))
const rowsOf = (game: Given, more: object = {}) => {
  const asked = { board: 'top', sort: 'descending', skip: 0, limit: 10, radius: 5, merge: [], ...more } as const
  const { data } = game.when(readBoard, asked).result
  return data.map((entry) => `${'player' in entry ? entry.player.id : ''} ${String(entry.score)}`)
}

describe('what a design has no place for', () => {
  const leaderboard_design = { id: 'top', name: 'The top' }

  test('is a board on which somebody stands', () => {
    expect(issuesOf(running(), 'noTop')).toEqual([
      { id: 'leaderboard_removed-top', vars: { leaderboard_design, entries: 2 } },
    ])
  })

  test('is no board on which nobody ever did', () => {
    expect(issuesOf(running(), 'noPoor')).toEqual([])
    expect(issuesOf(running(), 'noRace')).toEqual([])
    const game = running()
    for (const id of ['neo', 'trinity']) game.after(deletePlayer, { id })
    expect(issuesOf(game, 'noTop')).toEqual([])
  })

  test('is a custom board with entries of any scope', () => {
    const game = running().after(registerEntities, { board: 'race', entities: ['neo', 'trinity'], scopes: ['a', 'b'] })
    expect(issuesOf(game, 'noRace')).toMatchObject([{ vars: { entries: 4 } }])
    game.after(deregisterEntities, { board: 'race', entities: ['neo', 'trinity'], scopes: ['a', 'b'] })
    expect(issuesOf(game, 'noRace')).toEqual([])
  })

  test('is a board on which somebody stood in an earlier period', () => {
    const game = running().later(DAY_MS)
    for (const id of ['neo', 'trinity']) game.after(deletePlayer, { id })
    const { issues } = deploy(game, 'noToday')
    expect(issues).toMatchObject([{ id: 'leaderboard_removed-today', vars: { entries: 1 } }])
    expect(issues.map(issueSentence)).toEqual([
      "the design no longer has the leaderboard 'today', but 1 entry is on it, now or in earlier periods",
    ])
  })

  test('is a board that is being built, where anybody has a score of its metric', () => {
    const game = running()
    game.run.state.boards.byId.clear()
    expect(issuesOf(game, 'noTop')).toMatchObject([{ vars: { entries: 2 } }])
    expect(issuesOf(game, 'noPoor')).toEqual([])
  })

  test('is told in words', () => {
    const [issue] = deploy(running(), 'noTop').issues
    expect(issue && issueSentence(issue)).toBe(
      "the design no longer has the leaderboard 'top', but 2 entries are on it, now or in earlier periods",
    )
    expect(issue?.fixes[0]?.description).toBe(
      "Drop the leaderboard's totals of cycles, teams and custom scopes (the all-time scores belong to the metric and stay)",
    )
  })
})

test.each([
  ['keep', ['neo 20', 'trinity 10']],
  ['drop', ['neo 10']],
] as const)('what is chosen holds when the board comes back: %s', (fix, rows) => {
  const game = running()
  deploy(game, 'noToday')
  game.after(fixIssue, { issue: 'leaderboard_removed-today', fix })
  expect(deploy(game, 'noToday').status).toBe('upgraded')
  expect(deploy(game, 'all').issues).toEqual([])
  game.after(playAction, { action: 'gain' })
  expect(rowsOf(game, { board: 'today' })).toEqual(rows)
})

test.each(['keep', 'drop'])('the scores of all time are those of the metric, whatever is chosen: %s', (fix) => {
  const game = running()
  deploy(game, 'noTop')
  game.after(fixIssue, { issue: 'leaderboard_removed-top', fix: fix as 'keep' })
  deploy(game, 'noTop')
  deploy(game, 'all')
  expect(rowsOf(game)).toEqual(['neo 10', 'trinity 10'])
  game.after(playAction, { action: 'gain' })
  expect(rowsOf(game)).toEqual(['neo 20', 'trinity 10'])
})

test.each([
  ['keep', ['neo 0']],
  ['drop', []],
] as const)('so it is with who was registered: %s', (fix, rows) => {
  const game = running().after(registerEntities, { board: 'race', entities: ['neo'], scopes: ['a'] })
  deploy(game, 'noRace')
  game.after(fixIssue, { issue: 'leaderboard_removed-race', fix })
  deploy(game, 'noRace')
  deploy(game, 'all')
  expect(rowsOf(game, { board: 'race', scope: 'a' })).toEqual(rows)
})

test('staging keeps it aside', () => {
  const game = running('staging')
  expect(deploy(game, 'noTop').status).toBe('simulated')
  game.when(readBoard, { board: 'top' }).refuses('leaderboard_not_found')
  deploy(game, 'all')
  expect(rowsOf(game)).toEqual(['neo 10', 'trinity 10'])
})
