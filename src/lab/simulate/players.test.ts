import { expect, test } from 'vitest'
import { steady } from '../../../test/support/simulated-life.ts'
import { lateIn, playersIn } from './players.ts'

const group = (persona: string, players: number, joinsOverDays: number) => ({ persona, players, joinsOverDays })

test('players have the number among those of their persona and the place among all, in whatever part they are', () => {
  const simulation = {
    id: 'test',
    days: 9,
    from: '2030-01-07',
    groups: [group('steady', 3, 1), group('other', 2, 1), group('steady', 4, 8)],
    personas: { steady, other: { ...steady, id: 'other' } },
    expect: [],
  }
  const found = (index: number, from: number, to: number) =>
    playersIn(simulation, { group: index, from, to }).map(({ id, place, joinDay }) => [id, place, joinDay])
  expect(found(0, 1, 3)).toEqual([
    ['steady-2', 1, 1],
    ['steady-3', 2, 1],
  ])
  expect(found(1, 0, 2)).toEqual([
    ['other-1', 3, 1],
    ['other-2', 4, 1],
  ])
  expect(found(2, 2, 4)).toEqual([
    ['steady-6', 7, 5],
    ['steady-7', 8, 7],
  ])
})

test.each([1, 2, 3, 7, 8])('those who join after day %i are counted as late', (days) => {
  const groups = [group('steady', 20, 7), group('steady', 3, 1), group('steady', 5, 11)]
  const simulation = { id: 'test', days, from: '2030-01-07', groups, personas: { steady }, expect: [] }
  const all = groups.flatMap(({ players }, index) => playersIn(simulation, { group: index, from: 0, to: players }))
  expect(lateIn(simulation)).toBe(all.filter(({ joinDay }) => joinDay > days).length)
})
