import { expect, test } from 'vitest'
import { action, add, designOf, point, rule, score } from '../../test/support/design-parts.ts'
import { deployTo, newMemoryGame } from '../../test/support/memory-game.ts'
import { playAction } from '../game/actions/operations.ts'
import { createPlayer } from '../game/players/administration.ts'
import type { Runtime } from './runtime.ts'

const xp = point('xp')
const wave = action('wave', [add('xp', '1')])
const like = { ...action('like'), rules: [rule(score('xp', 'ge', 1), add('xp', '2'))] }
const dearer = { ...like, rules: [rule(score('xp', 'ge', 1), add('xp', '3'))] }

const play = (id: string) => ({ action: id, count: 1, variables: {}, scopes: [], query: true })

async function played(runtime: Runtime): Promise<void> {
  await runtime.run(createPlayer, { id: 'neo' })
  for (const id of ['like', 'wave', 'like'])
    await runtime.execute(playAction, play(id), { client: 'test', player: 'neo' })
}

async function counts(runtime: Runtime): Promise<Readonly<Record<string, number>>> {
  const { parts } = await runtime.coverage.read()
  return Object.fromEntries(
    parts.map(({ kind, id, met, count }) => [`${kind} ${id}${met === undefined ? '' : ` ${met}`}`, count]),
  )
}

test('a deployment leaves the counts of what it leaves as it is, and begins those of what it changes', async () => {
  const designs = [
    designOf({ metrics: [xp], actions: [like, wave] }),
    designOf({ metrics: [{ ...xp, name: 'Experience' }], actions: [action('dance'), wave, dearer] }),
  ]
  const game = await newMemoryGame(designs, 'seed')
  await played(game.runtime)
  expect(await counts(game.runtime)).toEqual({
    'action like': 2,
    'requirement like true': 1,
    'requirement like false': 1,
    'reward like': 1,
    'action wave': 1,
    'reward wave': 1,
  })
  await deployTo(game, 1)
  expect(await counts(game.runtime)).toEqual({
    'action dance': 0,
    'action like': 0,
    'requirement like true': 0,
    'requirement like false': 0,
    'reward like': 0,
    'action wave': 1,
    'reward wave': 1,
  })
})

test('clearing answers what there was; a reset of the game clears nothing', async () => {
  const { runtime } = await newMemoryGame([designOf({ metrics: [xp], actions: [like, wave] })], 'seed')
  await played(runtime)
  await runtime.reset()
  expect(await counts(runtime)).toMatchObject({ 'action like': 2 })
  expect((await runtime.coverage.clear()).percent).toBe(100)
  expect((await runtime.coverage.read()).covered).toBe(0)
})
