import { expect, test } from 'vitest'
import type { Leaderboard } from '../inspect/leaderboards.ts'
import { withScope } from './leaderboards.ts'
import { boards } from './panes/boards.ts'

const board: Leaderboard = {
  id: 'top',
  name: 'Top',
  entity_type: 'players',
  metric: { id: 'xp', name: 'XP', type: 'point' },
  scope: { type: 'game' },
  cycles: ['alltime'],
}

test('a board that ranks within something has no rows until that is named, each board for itself', () => {
  const cup: Leaderboard = { ...board, id: 'cup', scope: { type: 'custom' } }
  const squad: Leaderboard = { ...board, id: 'squad', scope: { type: 'team_instance', id: 'club' } }
  const [ranks] = boards.views
  if (ranks?.kind !== 'rows') throw new Error('the ranks are rows')
  const total = (of: Leaderboard, settings = {}) =>
    ranks.listing(of, settings).extent(() => ({ kind: 'loading' }), undefined)?.total
  expect([total(cup), total(squad), total(board)]).toEqual([0, 0, undefined])
  expect(ranks.emptyText(cup, {})).toContain('needs a scope. Press s to choose one.')
  const settings = withScope(cup, {}, 'autumn')
  expect([total(cup, settings), total(squad, settings)]).toEqual([undefined, 0])
  expect(boards.note?.(cup, settings)).toBe('alltime within autumn')
})
