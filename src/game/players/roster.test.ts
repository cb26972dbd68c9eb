import { describe, expect, test } from 'vitest'
import { designOf } from '../../../test/support/design-parts.ts'
import { aGame } from '../../../test/support/given.ts'
import { pause } from '../kernel/operation.ts'
import { createPlayer, deletePlayer, disablePlayer } from './administration.ts'
import { checkAvailable, findActors, listFellows, listPlayers, nameActor, searchPlayers } from './roster.ts'
import { findPlayer, putPlayer } from './state.ts'

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

describe('those who may act', () => {
  const found = (pattern: string, skip = 0, limit = 10) => {
    const game = zion().after(disablePlayer, { id: 'smith' })
    const { data, total } = game.when(findActors, { pattern, skip, limit }).result
    return [data.map(({ id }) => id), total]
  }

  test('are found by alias or id, without regard to case, in the order in which they came', () => {
    expect(zion().when(findActors, { pattern: 'the one', skip: 0, limit: 10 }).result).toEqual({
      data: [{ id: 'neo', alias: 'Neo (The One)' }],
      total: 1,
    })
    expect(found('')).toEqual([['neo', 'trinity', 'morpheus', 'zoe'], 4])
    expect(found('E', 1, 1)).toEqual([['morpheus'], 3])
    expect(found('SMITH')).toEqual([[], 0])
    expect(found('zoë')).toEqual([['zoe'], 1])
  })

  test('are found while others have their turn', () => {
    const { run } = zion()
    const neo = findPlayer(run.state.players, 'neo')
    for (let i = 0; i < 5000; i += 1) if (neo) putPlayer(run.state.players, { ...neo, id: `p${i}` })
    const steps = findActors.walk(run.state, { pattern: 'p4', skip: 0, limit: 1 }, undefined as never)
    let pauses = 0
    if (!('next' in steps)) throw new Error('nothing stands in the way of it')
    let step = steps.next(new Map())
    for (; !step.done; step = steps.next(new Map())) {
      expect(step.value).toBe(pause)
      pauses += 1
    }
    expect(pauses).toBe(4)
    expect(step.value).toEqual({ data: [{ id: 'p4', alias: 'Neo (The One)' }], total: 1111 })
  })

  test('are told by id', () => {
    const game = zion().after(disablePlayer, { id: 'smith' })
    game.when(nameActor, { id: 'zoe' }).answers({ id: 'zoe', alias: 'Zoë 100%' })
    game.when(nameActor, { id: 'smith' }).refuses('access_denied')
    game.when(nameActor, { id: 'cypher' }).refuses('player_not_found')
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
