import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  become,
  compound,
  designOf,
  levels,
  point,
  put,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { aGame, given, scoresOf } from '../../../test/support/given.ts'
import { listActions, playAction } from '../actions/operations.ts'
import { readGameFeed, readOwnFeed, readPlayerFeed } from '../feeds/operations.ts'
import { createPlayer, deletePlayer, disablePlayer, enablePlayer, resetPlayer } from './administration.ts'
import { readOwnProfile, readProfile, updateProfile } from './profile.ts'
import { listPlayers } from './roster.ts'
import { findPlayer } from './state.ts'

const metrics = [
  point('xp', { default: '5', max: '50' }),
  point('gold'),
  set('badges', ['Fan']),
  state('rank', 'Low', 'High'),
  compound('worth', '$scores.xp + $scores.gold'),
]
const actions = [action('gain', [add('gold', '1')])]
const plain = designOf({ metrics, actions })

describe('creating a player', () => {
  test('answers the profile without scores, whatever the bootstrap', () => {
    const design = designOf({ metrics, bootstrap: { scores: [start(put('gold', '7'))] } })
    aGame(design)
      .when(createPlayer, { id: 'neo', alias: 'The One', email: 'neo@zion.example' })
      .emits('player:created')
      .answers({
        id: 'neo',
        alias: 'The One',
        created: '2030-05-15T12:00:00.000Z',
        enabled: true,
        scores: [],
        teams: [],
        bootstrap: true,
      })
      .leaves({ gold: '7', worth: '12' })
  })

  test('takes the id for an alias where none is given', () => {
    expect(aGame(plain).when(createPlayer, { id: 'neo' }).result.alias).toBe('neo')
  })

  test('whose id is taken is refused, by its name', () => {
    given(plain).when(createPlayer, { id: 'neo' }).refuses('player_exists', { id: 'neo' })
    given(plain).when(createPlayer, { id: 'Neo' }).emits('player:created')
  })

  test('is an event in no feed', () => {
    expect(given(plain).when(readGameFeed, {}).result).toEqual([])
    expect(given(plain).when(readPlayerFeed, { id: 'neo' }).result).toEqual([])
  })
})

describe('the bootstrap', () => {
  const born = (...scores: object[]) =>
    aGame(
      designOf({
        metrics,
        actions,
        rules: [levels('ladder', 'worth', 'rank', ['Low', '20'], ['High'])],
        bootstrap: { scores },
      }),
    ).when(createPlayer, { id: 'neo' })

  test('gives its scores, the compounds that read them and the levels that they reach', () => {
    born(start(put('xp', '15')), start(put('gold', '10')), start(put('badges', { Fan: '2' })))
      .changes({
        xp: [null, '15'],
        gold: [null, '10'],
        badges: { Fan: [null, '2'] },
        worth: [null, '25'],
        rank: [null, 'High'],
      })
      .leaves({ xp: '15', gold: '10', badges: { Fan: '2' }, worth: '25', rank: 'High' })
  })

  test('makes an entry also of what equals the default, or holds nothing', () => {
    born(start(put('xp', '5')), start(put('gold', '0')), start(put('badges', {}))).leaves({
      xp: '5',
      gold: '0',
      badges: {},
      worth: '5',
      rank: 'Low',
    })
  })

  test('is kept within the limits', () => {
    born(start(put('xp', '80'))).leaves({ xp: '50', worth: '50', rank: 'High' })
  })

  test('may name a metric twice: the last word counts', () => {
    born(start(put('gold', '5')), start(put('gold', '5')), start(put('gold', '0'))).changes({
      gold: [
        [null, '5'],
        ['5', '0'],
      ],
      worth: [null, '5'],
      rank: [null, 'Low'],
    })
  })

  test('may give formulas', () => {
    born(start(put('gold', '$scores.xp * 3'))).leaves({ gold: '15', worth: '20', rank: 'Low' })
  })

  test('gives compounds that read a level', () => {
    const stars = [point('xp'), state('stars', '1', '5'), compound('price', '$scores.stars * 100')]
    const design = designOf({
      metrics: stars,
      rules: [levels('ladder', 'xp', 'stars', ['1', '5'], ['5'])],
      bootstrap: { scores: [start(put('xp', '9'))] },
    })
    aGame(design).when(createPlayer, { id: 'neo' }).leaves({ xp: '9', stars: '5', price: '500' })
  })

  test('that cannot be computed refuses the player', () => {
    const design = designOf({
      metrics: [point('xp'), compound('share', '1 / $scores.xp')],
      bootstrap: { scores: [start(put('xp', '0'))] },
    })
    aGame(design)
      .when(createPlayer, { id: 'neo' })
      .refuses('invalid_formula', { formula: '1 / $scores.xp', message: 'division by zero' })
  })

  test('gives no achievement: those are judged after plays', () => {
    const design = designOf({
      metrics,
      actions,
      rules: [achievement('fan', 'badges', { Fan: '1' }, {})],
      bootstrap: { scores: [start(put('xp', '9'))] },
    })
    given(design).when(playAction, { action: 'gain' }).emits('action', 'achievement')
  })

  test('when it changes does not touch those who are there', () => {
    const game = given(plain).deploying(
      designOf({ metrics, actions, bootstrap: { scores: [start(put('gold', '7'))] } }),
    )
    game.after(createPlayer, { id: 'trinity' })
    expect([scoresOf(game.run, 'neo'), scoresOf(game.run, 'trinity')]).toEqual([{}, { gold: '7', worth: '12' }])
  })

  test('sets a state', () => {
    born(start(become('rank', 'Low'))).leaves({ rank: 'Low' })
  })
})

describe('deleting a player', () => {
  const gone = () => given(plain).after(playAction, { action: 'gain', count: 3 }).after(deletePlayer, { id: 'neo' })

  test('says so, and leaves nothing behind', () => {
    given(plain)
      .when(deletePlayer, { id: 'neo' })
      .emits('player:deleted')
      .answers({ message: "Player 'neo' has been deleted" })
    gone().when(readProfile, { id: 'neo' }).refuses('player_not_found', { id: 'neo' })
    gone().when(readPlayerFeed, { id: 'neo' }).refuses('player_not_found')
    gone().when(deletePlayer, { id: 'neo' }).refuses('player_not_found')
    expect(gone().when(listPlayers, {}).result).toEqual({ data: [], total: 0 })
  })

  test('makes room for another of that id, who is somebody else', () => {
    const game = gone().later(1000).after(createPlayer, { id: 'neo', alias: 'Second' })
    expect(game.when(readProfile, { id: 'neo' }).result).toMatchObject({
      alias: 'Second',
      scores: [],
      created: '2030-05-15T12:00:01.000Z',
    })
    expect(game.when(readOwnFeed, {}).result).toEqual([])
    expect(game.when(listActions, {}).result[0]?.count).toBe(0)
  })

  test('frees what was used of a rate', () => {
    const design = designOf({ actions: [action('once', [], { rate: [1, 1000, 'ROLLING'] })] })
    given(design)
      .after(playAction, { action: 'once' })
      .after(deletePlayer, { id: 'neo' })
      .after(createPlayer, { id: 'neo' })
      .when(playAction, { action: 'once' })
      .emits('action')
  })

  test('leaves the order of the others as it is; one who comes again is the last', () => {
    const game = aGame(plain)
    for (const id of ['a', 'b', 'c']) game.after(createPlayer, { id })
    game.after(deletePlayer, { id: 'b' }).after(createPlayer, { id: 'b' })
    expect(game.when(listPlayers, {}).result.data.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  })
})

describe('resetting a player', () => {
  test('empties the scores, and tells nobody', () => {
    const game = given(plain).after(playAction, { action: 'gain' })
    const outcome = game.when(resetPlayer, { id: 'neo' })
    outcome.emits('player:reset').leaves({})
    expect(outcome.result).toMatchObject({ id: 'neo', scores: [] })
    expect(game.when(readPlayerFeed, { id: 'neo' }).result).toHaveLength(1)
  })

  test('leaves the plays counted', () => {
    const game = given(plain).after(playAction, { action: 'gain' }).after(resetPlayer, { id: 'neo' })
    expect(game.when(listActions, {}).result[0]?.count).toBe(1)
    game.when(playAction, { action: 'gain' }).changes({ gold: [null, '1'], worth: [null, '6'] })
  })

  test('who has no scores is nothing', () => {
    given(plain).when(resetPlayer, { id: 'neo' }).emits()
  })

  test('is for staging alone', () => {
    const game = given(plain, { runtime: 'production' }).after(playAction, { action: 'gain' })
    game.when(resetPlayer, { id: 'neo' }).refuses('forbidden')
    game.when(resetPlayer, { id: 'smith' }).refuses('player_not_found', { id: 'smith' })
  })
})

describe('disabling and enabling a player', () => {
  test('answer the profile; once more changes nothing', () => {
    const game = given(plain)
    expect(game.when(disablePlayer, { id: 'neo' }).emits('player:disabled').result.enabled).toBe(false)
    expect(game.when(disablePlayer, { id: 'neo' }).emits().result.enabled).toBe(false)
    expect(game.when(enablePlayer, { id: 'neo' }).emits('player:enabled').result.enabled).toBe(true)
    expect(game.when(enablePlayer, { id: 'neo' }).emits().result.enabled).toBe(true)
    game.when(disablePlayer, { id: 'smith' }).refuses('player_not_found')
  })

  test('a disabled player may do nothing; operators still see it', () => {
    const game = given(plain).after(disablePlayer, { id: 'neo' })
    const message = { message: "The player 'neo' is disabled" }
    game.when(playAction, { action: 'gain' }).refuses('access_denied', message)
    game.when(readOwnProfile, {}).refuses('access_denied', message)
    game.when(updateProfile, { alias: 'x' }).refuses('access_denied', message)
    game.when(readOwnFeed, {}).refuses('access_denied', message)
    expect(game.when(readProfile, { id: 'neo' }).result.enabled).toBe(false)
    game.after(enablePlayer, { id: 'neo' }).when(playAction, { action: 'gain' }).emits('action')
  })
})

describe("changing one's own profile", () => {
  test('changes alias and email, as far as they are given', () => {
    const game = given(plain)
    expect(
      game.when(updateProfile, { alias: 'The One', email: 'neo@zion.example' }).emits('player:updated').result.alias,
    ).toBe('The One')
    game.when(updateProfile, { email: 'n@zion.example' }).emits('player:updated')
    expect(findPlayer(game.run.state.players, 'neo')).toMatchObject({
      alias: 'The One',
      email: 'n@zion.example',
      created: START_MS,
    })
  })

  test('to what it was is nothing', () => {
    given(plain).when(updateProfile, { alias: 'neo' }).emits()
    given(plain).when(updateProfile, {}).emits()
  })

  test('leaves the names in events as they were', () => {
    const game = given(plain)
      .after(playAction, { action: 'gain' })
      .after(updateProfile, { alias: 'The One' })
      .after(playAction, { action: 'gain' })
    const actors = [...game.run.entries.values()].flatMap(
      ({ events }) => events as unknown as { event: string; actor?: { alias: string } }[],
    )
    expect(actors.filter(({ event }) => event === 'action').map(({ actor }) => actor?.alias)).toEqual([
      'neo',
      'The One',
    ])
  })

  test('is refused to the unknown', () => {
    given(plain).when(updateProfile, { alias: 'x', as: 'smith' }).refuses('player_not_found')
  })
})
