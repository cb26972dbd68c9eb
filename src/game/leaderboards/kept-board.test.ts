import { expect, test } from 'vitest'
import { designOf, point } from '../../../test/support/design-parts.ts'
import { newGame } from '../game-state.ts'
import { adoptBoard, newBoard, rankingsOf } from './boards.ts'
import { BoardsReader, boardParts } from './kept-board.ts'
import { addRemoval } from './removals.ts'

const race = { id: 'race', name: 'race', type: 'regular', entity_type: 'players', scope: { type: 'custom' } }
const { leaderboards } = designOf({
  metrics: [point('xp')],
  leaderboards: [{ ...race, metric: { id: 'xp', type: 'point' } }],
})

test('where a board began and who was taken off it is kept, as it was when it was held', () => {
  const state = newGame('staging')
  const board = newBoard(leaderboards.get('race')!, 0, () => rankingsOf(state, 'players'), 17)
  adoptBoard(state.boards, board)
  for (let entity = 1; entity <= 5000; entity += 1)
    addRemoval(board.removals, entity % 2 ? null : 'a', entity, entity + 20)
  const parts = boardParts(state)
  const removals = new Map([...board.removals].map(([group, entities]) => [group, new Map(entities)]))
  addRemoval(board.removals, 'b', 1, 9000)

  const again = newGame('staging')
  const reader = new BoardsReader(again)
  for (const part of parts) expect(reader.take(JSON.parse(JSON.stringify(part)) as typeof part)).toBe(true)
  expect(again.boards.byId.get('race')).toMatchObject({ from: 17, removals })
  expect(again.boards.byId.get('race')?.removals).toEqual(removals)
})

test('boards on which the same stands give the same parts, however they came about', () => {
  const DAY_MS = 86_400_000
  const daily = { ...race, cycles: ['daily'], metric: { id: 'xp', type: 'point' } }
  const design = designOf({
    metrics: [point('xp')],
    leaderboards: [daily, { ...daily, id: 'empty' }],
  })
  const made = (ids: readonly string[], groups: readonly string[], atMs: number) => {
    const state = newGame('staging')
    state.at = 3 * DAY_MS
    for (const id of ids) {
      const board = newBoard(design.leaderboards.get(id)!, id === 'empty' ? atMs : state.at, () =>
        rankingsOf(state, 'players'),
      )
      adoptBoard(state.boards, board)
      if (id === 'empty') continue
      for (const group of groups) {
        const { all: ranking } = rankingsOf(state, 'players')
        ranking.put(1, 7, 1)
        board.cycles[0]?.present.groups.set(group, ranking)
      }
    }
    return JSON.stringify([...boardParts(state)], (_, value: unknown) =>
      value instanceof Uint8Array ? [...value] : value,
    )
  }
  const parts = made(['race', 'empty'], ['b', 'a'], 0)
  expect(parts).toContain('"a"')
  expect(made(['empty', 'race'], ['b', 'a'], 0)).toBe(parts)
  expect(made(['race', 'empty'], ['a', 'b'], 0)).toBe(parts)
  expect(made(['race', 'empty'], ['b', 'a'], 2 * DAY_MS)).toBe(parts)
})
