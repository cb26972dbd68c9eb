import { afterEach, describe, expect, test } from 'vitest'
import { designOf, point } from '../../../test/support/design-parts.ts'
import { newMemoryGame, type MemoryGame } from '../../../test/support/memory-game.ts'
import { happening } from '../../../test/support/subject-events.ts'
import { newsOf, refer } from '../../../test/support/subject-news.ts'
import type { GameEvent } from '../../game/kernel/entry.ts'
import { createPlayer, deletePlayer, disablePlayer, enablePlayer } from '../../game/players/administration.ts'
import { updateScores } from '../../game/players/score-update.ts'
import type { Subscription } from './notices.ts'

const design = designOf({ metrics: [point('xp')] })
const operator = { client: 'test' }
const guild = newsOf({ kind: 'team', id: 'guild' })

/** Someone who listens, and what was told. */
interface Ear extends Subscription {
  readonly told: Record<string, unknown>[]
  ended: boolean
}

const ears: Ear[] = []
afterEach(() => ears.splice(0).forEach(({ leave }) => leave()))

async function gameWith(...players: readonly string[]): Promise<MemoryGame> {
  const game = await newMemoryGame([design], 'seed')
  for (const id of players) await game.runtime.execute(createPlayer, { id }, operator)
  return game
}

function listen({ runtime }: MemoryGame, player: string): Ear {
  const told: Record<string, unknown>[] = []
  const seat = runtime.notices.listen(player, {
    notify: ({ id, json }) => {
      const notification = JSON.parse(json) as Record<string, unknown>
      expect(notification['id']).toBe(id)
      told.push(notification)
    },
    end: () => (ear.ended = true),
  })
  const ear: Ear = { ...seat, told, ended: false }
  ears.push(ear)
  return ear
}

const happen = ({ runtime }: MemoryGame, ...events: readonly GameEvent[]) =>
  runtime.execute(happening, { events }, operator)
const reward = ({ runtime }: MemoryGame, id: string) =>
  runtime.execute(
    updateScores,
    { id, rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '1' }] },
    operator,
  )

/** Lets all that is told be heard. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('who listens', () => {
  test('is told all that was kept before another timeline ends it', async () => {
    const game = await gameWith('neo')
    const many = Array.from({ length: 5000 }, () => listen(game, 'neo'))
    await reward(game, 'neo')
    await game.runtime.reset()
    await expect.poll(() => many.every(({ ended }) => ended)).toBe(true)
    expect(many.filter(({ told }) => told.length === 0)).toHaveLength(0)
  })

  test('hears what happens from then on, and nothing after leaving', async () => {
    const game = await gameWith('neo', 'trinity')
    await reward(game, 'neo')
    const ear = listen(game, 'neo')
    await reward(game, 'neo')
    await reward(game, 'trinity')
    await heard()
    expect(ear.told).toMatchObject([{ event: 'score', seen: false }])
    ear.leave()
    await reward(game, 'neo')
    await heard()
    expect(ear.told).toHaveLength(1)
    expect(ear.ended).toBe(false)
  })

  test('does not hear what was decided before, though others are still to hear it', async () => {
    const game = await gameWith('neo')
    const early = listen(game, 'neo')
    const done = reward(game, 'neo')
    const late = listen(game, 'neo')
    await done
    await heard()
    expect({ early: early.told.length, late: late.told.length }).toEqual({ early: 1, late: 0 })
  })

  test('may come again when nobody has listened for a while', async () => {
    const game = await gameWith('neo')
    listen(game, 'neo').leave()
    await reward(game, 'neo')
    const ear = listen(game, 'neo')
    await reward(game, 'neo')
    await heard()
    expect(ear.told).toHaveLength(1)
  })

  test('hears nothing twice where one leaves and another comes at once', async () => {
    const game = await gameWith('neo')
    for (let i = 0; i < 10; i += 1) {
      const ear = listen(game, 'neo')
      await reward(game, 'neo')
      await heard()
      expect(ear.told).toHaveLength(1)
      ear.leave()
    }
  })

  test('is told as the member of a team that it was then, without its own name', async () => {
    const game = await gameWith('neo', 'trinity', 'oracle')
    await happen(game, guild.created('neo', ['leader'], 'guild'))
    const [neo, trinity, oracle] = [listen(game, 'neo'), listen(game, 'trinity'), listen(game, 'oracle')]
    // One write may hold all of it.
    await Promise.all([
      happen(game, guild.joined('trinity', ['member'])),
      happen(game, guild.joined('oracle', ['member'])),
      happen(game, guild.left('trinity')),
      happen(game, guild.event('invite', 'oracle', { roles: {}, state: 'PENDING', invitee: refer('trinity') })),
    ])
    await heard()
    const news = ({ told }: Ear) => told.map(({ event, actor }) => [event, (actor as { id: string } | undefined)?.id])
    expect(news(neo)).toEqual([
      ['join', 'trinity'],
      ['join', 'oracle'],
      ['leave', 'trinity'],
    ])
    expect(news(trinity)).toEqual([
      ['join', 'oracle'],
      ['invite', 'oracle'],
    ])
    expect(news(oracle)).toEqual([['leave', 'trinity']])
    expect(trinity.told[1]).not.toHaveProperty('invitee')
  })

  test('is left out of what it is told, and stands in what others are told of the same', async () => {
    const game = await gameWith('neo', 'trinity')
    await happen(game, guild.created('neo', ['leader'], 'guild'))
    await happen(game, guild.joined('trinity', ['officer']))
    const [neo, trinity] = [listen(game, 'neo'), listen(game, 'trinity')]
    const approvers = { engine: { approvers: { roles: ['officer'], owner: 'neo' } } }
    await happen(game, guild.event('role:request', 'trinity', { roles: {}, state: 'PENDING', ...approvers }))
    await heard()
    expect(neo.told).toMatchObject([{ event: 'role:request', actor: refer('trinity') }])
    expect(trinity.told).toMatchObject([{ event: 'role:request' }])
    expect(trinity.told[0]).not.toHaveProperty('actor')
  })

  test('is one of many: all hear, and others have their turn meanwhile', async () => {
    const players = Array.from({ length: 2000 }, (_, i) => `player_${i}`)
    const game = await gameWith('neo', ...players)
    await happen(game, guild.created('neo', ['leader'], 'guild'))
    await happen(game, ...players.map((id) => guild.joined(id, ['member'])))
    const listening = players.map((id) => listen(game, id))
    await happen(game, guild.event('leave', 'neo'))
    let turns = 0
    while (listening.some(({ told }) => told.length === 0)) {
      turns += 1
      await new Promise(setImmediate)
    }
    expect(turns).toBeGreaterThan(2)
    expect(listening.every(({ told }) => told.length === 1)).toBe(true)
  })
})

test('who plays waits for those who listen, where very much is still to be told', async () => {
  const game = await gameWith('neo', 'trinity')
  await happen(game, guild.created('trinity', ['leader'], 'guild'))
  let told = 0
  for (let i = 0; i < 25; i += 1)
    ears.push({
      ...game.runtime.notices.listen('neo', { notify: () => (told += 1), end: () => {} }),
      told: [],
      ended: false,
    })
  const invitee = refer('neo')
  const long = guild.event('invite', 'trinity', { roles: {}, state: 'PENDING', invitee, note: 'x'.repeat(3000) })
  // Each is told in a turn of its own, and more.
  const isBehind = await Promise.all(
    Array.from({ length: 1200 }, async (_, i) => {
      await happen(game, long)
      return told < (i + 1) * 25
    }),
  )
  const [early, late] = [isBehind.slice(0, 1024), isBehind.slice(1024)]
  expect([new Set(early), new Set(late)]).toEqual([new Set([true]), new Set([false])])
})

describe('a listener ends', () => {
  const disable = ({ runtime }: MemoryGame): Promise<unknown> => runtime.execute(disablePlayer, { id: 'neo' }, operator)
  const remove = ({ runtime }: MemoryGame): Promise<unknown> => runtime.execute(deletePlayer, { id: 'neo' }, operator)

  test.each([
    ['is disabled', disable, 1],
    ['is gone', remove, 0],
  ])('whose player %s', async (_what, act, told) => {
    const game = await gameWith('neo', 'trinity')
    const [ear, other] = [listen(game, 'neo'), listen(game, 'trinity')]
    await Promise.all([reward(game, 'neo'), act(game)])
    await heard()
    expect({ told: ear.told.length, ended: ear.ended, other: other.ended }).toEqual({
      told,
      ended: true,
      other: false,
    })
    await reward(game, 'trinity')
    await heard()
    expect(other.told).toHaveLength(1)
  })

  test('and not who comes when the player may act again', async () => {
    const game = await gameWith('neo')
    const before = listen(game, 'neo')
    const done = disable(game)
    const again = game.runtime.execute(enablePlayer, { id: 'neo' }, operator)
    const after = listen(game, 'neo')
    await Promise.all([done, again])
    await heard()
    expect({ before: before.ended, after: after.ended }).toEqual({ before: true, after: false })
  })
})
