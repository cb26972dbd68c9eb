import { describe, expect, test } from 'vitest'
import { designOf, formulas, point, played, action } from '../../../test/support/design-parts.ts'
import { given, type Given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'
import { defineDelete, defineDeleteFor } from '../members/ownership.ts'
import { createPlayer, deletePlayer, disablePlayer } from '../players/administration.ts'
import { createProcess, createProcessFor } from './creation.ts'
import { processDetail } from './show.ts'
import { playTrigger } from './trigger-play.ts'

const deleteProcess = defineDelete('processes.delete')
const deleteProcessFor = defineDeleteFor('processes.delete-for')

const task = { id: 'walk', name: 'Walk', type: 'task' }

/** A game with trinity beside neo, and processes `p` of these settings. */
function gameOf(settings: object = {}, parts: object = { activities: [task] }): Given {
  const processes = [{ id: 'p', name: 'Path', settings, ...parts }]
  const design = designOf({ metrics: [point('xp')], actions: [action('like')], processes })
  return given(design).after(createPlayer, { id: 'trinity' })
}
const mine = (game: Given, input: object = {}) => game.when(createProcess, { definition: 'p', ...input })
const made = (game: Given, input: object = {}) =>
  game.when(createProcessFor, { definition: 'p', owner: 'neo', ...input })

describe('the id', () => {
  test("of a player's process is behind the player's own", () => {
    expect(mine(gameOf(), { id: 'first' }).events).toMatchObject([{ process: { id: 'neo/first', name: 'Path' } }])
  })

  test('is generated from the entry, so that the same history gives the same ids', () => {
    const ids = [gameOf(), gameOf()].map((game) => mine(game).events)
    expect(ids[0]).toEqual(ids[1])
    expect(ids[0]).toMatchObject([{ process: { id: expect.stringMatching(/^neo\/process_[0-9a-f]{24}$/) } }])
  })

  test('of one after another is another', () => {
    const game = gameOf()
    const ids = Array.from({ length: 5 }, () => mine(game).result.process.id)
    expect(new Set(ids).size).toBe(5)
  })

  test("is the operator's as given, or generated without an owner", () => {
    expect(made(gameOf(), { id: 'trinity/tour' }).result.process.id).toBe('trinity/tour')
    expect(made(gameOf(), { id: 'tour' }).result.process.id).toBe('tour')
    expect(made(gameOf()).result.process.id).toMatch(/^process_[0-9a-f]{24}$/)
  })

  test('can be taken again once its process is gone', () => {
    const game = gameOf().after(createProcess, { definition: 'p', id: 'first' })
    mine(game, { id: 'first' }).refuses('process_instance_exists', { id: 'neo/first' })
    game.after(deleteProcess, { subject: { kind: 'process', id: 'neo/first' } })
    mine(game, { id: 'first' }).emits('create')
  })
})

describe('what is made', () => {
  test.each([
    [undefined, 'PRIVATE'],
    [['PUBLIC', 'PROTECTED'], 'PROTECTED'],
    [['PUBLIC'], 'PUBLIC'],
  ])('of %j is %s, which is the strictest, where nothing is said', (access, expected) => {
    expect(mine(gameOf(access ? { access } : {})).result.process.access).toBe(expected)
  })

  test('is of the access that is asked for and allowed', () => {
    const game = gameOf({ access: ['PUBLIC', 'PROTECTED'] })
    expect(mine(game, { access: 'PUBLIC' }).result.process.access).toBe('PUBLIC')
    mine(game, { access: 'PRIVATE' }).refuses('invalid_access_setting', { access: 'PRIVATE' })
    made(game, { access: 'PRIVATE' }).refuses('invalid_access_setting', { access: 'PRIVATE' })
  })

  test.each([
    [[{ name: 'a' }, { name: 'b' }], { a: 'player', b: 'player' }],
    [[{ name: 'a', default: true }, { name: 'b' }], { a: 'player' }],
    [[{ name: '__proto__', default: true }, { name: 'constructor' }], JSON.parse('{"__proto__":"player"}')],
    [[], { '~': 'player' }],
  ])('of lanes %j has its owner in them as %j', (lanes, expected) => {
    const { performers } = processDetail(mine(gameOf({}, { lanes })).result)
    const roles = performers.map(({ lanes: own }) => Object.fromEntries(own.map(({ name, role }) => [name, role])))
    expect(roles).toEqual([expected])
  })

  test('is over at once where there is nothing to do', () => {
    expect(processDetail(mine(gameOf({}, {})).result).state).toBe('COMPLETED')
    expect(processDetail(mine(gameOf()).result).state).toBe('ACTIVE')
  })

  test('is named by an operator, else as its definition', () => {
    expect(made(gameOf(), { name: 'Mine' }).result.process.name).toBe('Mine')
    expect(made(gameOf()).result.process.name).toBe('Path')
  })

  test('by an operator has no actor, and its owner plays in it', () => {
    const { events, result } = made(gameOf(), { id: 'x', owner: 'trinity' })
    expect(events).toMatchObject([{ event: 'create', admin: true, process: { id: 'x', name: 'Path' } }])
    expect(events[0]).not.toHaveProperty('actor')
    expect(processDetail(result)).toMatchObject({
      owner: { id: 'trinity' },
      performers: [{ id: 'trinity', lanes: [{ name: '~', role: 'player' }] }],
    })
  })
})

describe('who may make one', () => {
  test('the operator alone, of what is not public', () => {
    const game = gameOf({ public: false })
    mine(game).refuses('forbidden')
    made(game).emits('create')
  })

  test('who meets what it requires; an operator makes it for anybody', () => {
    const game = gameOf({ requires: played('like', 'ge', '1') })
    mine(game).refuses('forbidden')
    made(game).emits('create')
    mine(game.after(playAction, { action: 'like' })).emits('create')
  })

  test('nobody, where what it requires cannot be computed', () => {
    mine(gameOf({ requires: formulas('1 / $scores.xp', 'gt', '0') })).refuses('invalid_formula')
  })

  test('not for who is disabled, or is not there', () => {
    const game = gameOf().after(disablePlayer, { id: 'trinity' })
    made(game, { owner: 'trinity' }).refuses('access_denied')
    made(game, { owner: 'nobody' }).refuses('player_not_found', { id: 'nobody' })
  })
})

describe('a limit', () => {
  /** Makes processes of neo and one of trinity, so that as many are there as the limits say. */
  const limits = [
    ['max_global_instances', 3, ['neo', 'neo', 'trinity'], 'trinity'],
    ['max_player_instances', 2, ['neo', 'neo', 'trinity'], 'neo'],
    ['max_active_global_instances', 3, ['neo', 'neo', 'trinity'], 'trinity'],
    ['max_active_player_instances', 2, ['neo', 'neo', 'trinity'], 'neo'],
  ] as const

  test.each(limits)('%s of %i binds players and operators', (name, limit, owners, who) => {
    const game = gameOf({ [name]: String(limit) })
    for (const as of owners) game.when(createProcess, { definition: 'p', as }).emits('create')
    game.when(createProcess, { definition: 'p', as: who }).refuses('forbidden')
    made(game, { owner: who }).refuses('forbidden')
  })

  test.each(limits)('%s of %i leaves room again when one is gone', (name, limit, owners, who) => {
    const game = gameOf({ [name]: String(limit) })
    const ids = owners.map((as) => game.when(createProcess, { definition: 'p', as }).result.process.id)
    game.after(deleteProcessFor, { subject: { kind: 'process', id: ids[0] ?? '' } })
    game.when(createProcess, { definition: 'p', as: who }).emits('create')
    game.when(createProcess, { definition: 'p', as: who }).refuses('forbidden')
  })

  test.each([
    ['max_player_instances', 'refuses'],
    ['max_global_instances', 'refuses'],
    ['max_active_player_instances', 'makes'],
    ['max_active_global_instances', 'makes'],
  ])('%s of 1 %s another once one is completed', (name, outcome) => {
    const game = gameOf({ [name]: '1' })
      .after(createProcess, { definition: 'p', id: 'x' })
      .after(playTrigger, { process: 'neo/x', trigger: 'walk' })
    if (outcome === 'makes') mine(game).emits('create')
    else mine(game).refuses('forbidden')
  })

  test("of a player counts another's no more once it is the other's, or is gone with its owner", () => {
    const game = gameOf({ max_global_instances: '1' }).after(createProcess, { definition: 'p', as: 'trinity' })
    mine(game).refuses('forbidden')
    mine(game.after(deletePlayer, { id: 'trinity' })).emits('create')
  })

  test('of none lets nobody make any', () => {
    mine(gameOf({ max_player_instances: '0' })).refuses('forbidden')
  })

  test('counts only its own definition', () => {
    const design = designOf({
      processes: ['p', 'q'].map((id) => ({
        id,
        name: id,
        activities: [task],
        settings: { max_player_instances: '1' },
      })),
    })
    const game = given(design).after(createProcess, { definition: 'p' })
    mine(game).refuses('forbidden')
    mine(game, { definition: 'q' }).emits('create')
  })
})
