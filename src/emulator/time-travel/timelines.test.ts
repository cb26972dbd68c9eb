import { expect, test } from 'vitest'
import { START_MS } from '../../../test/support/game-run.ts'
import { heldUp } from '../../../test/support/held-up.ts'
import { newMemoryGame, type MemoryGame } from '../../../test/support/memory-game.ts'
import { got, likes, operator, play } from '../../../test/support/played-game.ts'
import { createPlayer } from '../../game/players/administration.ts'

const DAY_MS = 86_400_000

async function gameOf(...players: readonly string[]): Promise<MemoryGame> {
  const game = await newMemoryGame([likes], 'seed')
  for (const id of players) await game.runtime.execute(createPlayer, { id }, operator)
  return game
}

test.each([
  ['stands still', true],
  ['runs', false],
])('a clock that is set while a reset is made ready shows no earlier time after it, where it %s', async (_, frozen) => {
  const { runtime } = await gameOf('neo')
  const done = await runtime.reset({
    seed: async (staged) => {
      await staged.execute(createPlayer, { id: 'trinity' }, operator)
      got(await runtime.clock.change({ advanceMs: DAY_MS, frozen }))
    },
  })
  expect(await runtime.clock.read()).toEqual({ now: START_MS + DAY_MS, frozen })
  expect(runtime.state.at).toBe(START_MS + DAY_MS)
  expect(got(done)).toMatchObject({ seq: runtime.state.seq, players: 1 })
})

test('what a seed makes of the clock stays where nobody sets it meanwhile', async () => {
  const { runtime } = await gameOf('neo')
  got(
    await runtime.reset({
      seed: async (staged) => void (await staged.clock.change({ advanceMs: DAY_MS, frozen: true })),
    }),
  )
  expect(await runtime.clock.read()).toEqual({ now: START_MS + DAY_MS, frozen: true })
})

test('a game that begins in the past still does where its clock is set meanwhile', async () => {
  const { runtime } = await gameOf()
  const past = START_MS - DAY_MS
  got(await runtime.reset({ atMs: past, seed: async () => void (await runtime.clock.change({ advanceMs: DAY_MS })) }))
  expect(runtime.state.at).toBe(past)
  expect((await runtime.clock.read()).now).toBe(START_MS + DAY_MS)
})

test('what is told of a change of timelines is how the game stood then, not what waited to be played', async () => {
  const game = await gameOf('neo')
  const { runtime } = game
  const { seq } = got(await runtime.snapshots.save('begun'))
  const { reached, release } = heldUp(game)
  const restored = runtime.snapshots.restore('begun')
  await reached
  const played = play(runtime)
  release()
  // The clock runs, so that it was set by an entry of its own.
  expect(got(await restored).seq).toBe(seq + 1)
  got(await played)
})

test('calls are answered while the game is saved before a rewind, and the point holds what they did', async () => {
  const { runtime, store } = await gameOf('neo')
  const { seq } = runtime.state
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const save = store.snapshots.save.bind(store.snapshots)
  store.snapshots.save = async (about, parts) => {
    reached.resolve()
    await released.promise
    return save(about, parts)
  }
  const rewound = runtime.rewind({ seq })
  await reached.promise
  got(await play(runtime))
  released.resolve()
  expect(got(await rewound)).toMatchObject({ undone: 1, snapshot: `before-rewind-${seq + 1}` })
  expect((await runtime.snapshots.list()).map(({ name }) => name)).toEqual([`before-rewind-${seq + 1}`])
  got(await runtime.snapshots.restore(`before-rewind-${seq + 1}`))
  const [player] = runtime.state.players.records
  expect(JSON.stringify(player?.scores['p:xp'])).toContain('10')
})
