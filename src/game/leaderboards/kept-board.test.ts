import { expect, test } from 'vitest'
import { designOf, point } from '../../../test/support/design-parts.ts'
import { newGame } from '../game-state.ts'
import { adoptBoard, newBoard } from './boards.ts'
import { BoardsReader, boardParts } from './kept-board.ts'
import { rankingsOf } from './rankings.ts'
import { strike } from './struck.ts'

const race = { id: 'race', name: 'race', type: 'regular', entity_type: 'players', scope: { type: 'custom' } }
const { leaderboards } = designOf({
  metrics: [point('xp')],
  leaderboards: [{ ...race, metric: { id: 'xp', type: 'point' } }],
})

test('where a board began and who was taken off it is kept, as it was when it was held', () => {
  const state = newGame('staging')
  const board = newBoard(leaderboards.get('race')!, 0, () => rankingsOf(state, 'players'), 17)
  adoptBoard(state.boards, board)
  for (let entity = 1; entity <= 5000; entity += 1) strike(board.struck, entity % 2 ? null : 'a', entity, entity + 20)
  const parts = boardParts(state)
  const struck = new Map([...board.struck].map(([group, entities]) => [group, new Map(entities)]))
  strike(board.struck, 'b', 1, 9000)

  const again = newGame('staging')
  const reader = new BoardsReader(again)
  for (const part of parts) expect(reader.take(JSON.parse(JSON.stringify(part)) as typeof part)).toBe(true)
  expect(again.boards.byId.get('race')).toMatchObject({ from: 17, struck })
  expect(again.boards.byId.get('race')?.struck).toEqual(struck)
})
