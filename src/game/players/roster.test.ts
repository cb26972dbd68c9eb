import { describe, expect, test } from 'vitest'
import { designOf } from '../../../test/support/design-parts.ts'
import { aGame } from '../../../test/support/given.ts'
import { createPlayer, deletePlayer, disablePlayer } from './administration.ts'
import { checkAvailable, listFellows, listPlayers, searchPlayers } from './roster.ts'

const people = [
  ['neo', 'Neo (The One)'],
  ['trinity', 'Trinity'],
  ['morpheus', 'MORPHEUS'],
  ['smith', 'Agent Smith'],
  ['zoe', 'Zoë 100%'],
] as const

function zion() {
  const game = aGame(designOf({}))
  for (const [id, alias] of people) game.after(createPlayer, { id, alias })
  return game
}

describe('the list of players', () => {
  test('has them in the order in which they came, with how many there are in all', () => {
    expect(zion().after(disablePlayer, { id: 'trinity' }).when(listPlayers, { skip: 1, limit: 2 }).result).toEqual({
      data: [
        { id: 'trinity', alias: 'Trinity', enabled: false },
        { id: 'morpheus', alias: 'MORPHEUS', enabled: true },
      ],
      total: 5,
    })
  })

  test.each([
    [0, 0, []],
    [0, 1_000_000, ['neo', 'trinity', 'smith', 'zoe']],
    [3, 10, ['zoe']],
    [4, 10, []],
    [2, 1, ['smith']],
  ])('from %i, at most %i, over the gap that one has left', (skip, limit, ids) => {
    const { data, total } = zion().after(deletePlayer, { id: 'morpheus' }).when(listPlayers, { skip, limit }).result
    expect([data.map(({ id }) => id), total]).toEqual([ids, 4])
  })

  test('is the same for one of them, who may act', () => {
    expect(zion().when(listFellows, {}).result).toEqual(zion().when(listPlayers, {}).result)
    zion().when(listFellows, { as: 'cypher' }).refuses('player_not_found')
    zion().after(disablePlayer, { id: 'neo' }).when(listFellows, {}).refuses('access_denied')
  })
})

describe('a search', () => {
  const found = (pattern: string, page: { skip?: number; limit?: number } = {}) =>
    zion()
      .when(searchPlayers, { pattern, ...page })
      .result.map(({ id }) => id)

  test('answers id and alias', () => {
    expect(zion().when(searchPlayers, { pattern: 'agent' }).result).toEqual([{ id: 'smith', alias: 'Agent Smith' }])
  })

  test.each<[string, string[]]>([
    ['', ['neo', 'trinity', 'morpheus', 'smith', 'zoe']],
    ['*', ['neo', 'trinity', 'morpheus', 'smith', 'zoe']],
    ['**', ['neo', 'trinity', 'morpheus', 'smith', 'zoe']],
    ['smith', ['smith']],
    ['SMITH', ['smith']],
    ['morph', ['morpheus']],
    ['ZOË', ['zoe']],
    ['a*t*i', ['smith']],
    ['i*a', []],
    ['t*t', ['trinity', 'smith']],
    ['tt', []],
    ['(the', ['neo']],
    ['.', []],
    ['.*', []],
    ['[a-z]', []],
    ['100%', ['zoe']],
    ['%', ['zoe']],
    ['\\', []],
    ['neo$', []],
  ])('for %j finds %j: a part of the alias, case aside, * for anything, never a regular expression', (pattern, ids) => {
    expect(found(pattern)).toEqual(ids)
  })

  test('gives pages of what it finds', () => {
    expect(found('t', { skip: 1, limit: 1 })).toEqual(['trinity'])
    expect(found('t', { skip: 3 })).toEqual([])
  })
})

describe('asking for an id', () => {
  test('that is free says so', () => {
    zion().when(checkAvailable, { id: 'cypher' }).answers({ message: "The player ID 'cypher' is available" })
  })

  test('that is taken says so', () => {
    zion().when(checkAvailable, { id: 'neo' }).refuses('player_exists', { id: 'neo' })
  })

  test.each(['', '1neo', 'n eo', '__proto__', 'x'.repeat(65)])('that could not be one names the problem: %j', (id) => {
    zion().when(checkAvailable, { id }).refuses('validation_exception').naming('value')
  })
})
