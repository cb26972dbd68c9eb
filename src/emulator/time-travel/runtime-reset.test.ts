import { expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { START_MS } from '../../../test/support/http.ts'
import { deployTo, newMemoryGame } from '../../../test/support/memory-game.ts'
import { entriesOf, got, operator, play, playedGame, xpOf } from '../../../test/support/played-game.ts'
import { onEachStorage } from '../../../test/support/storages.ts'
import { fault, isFault } from '../../game/kernel/fault.ts'
import { createPlayer, deletePlayer } from '../../game/players/administration.ts'

const DAY_MS = 86_400_000

onEachStorage((storage) => {
  test('a reset leaves design, clock, luck and points, and the history begins anew', async () => {
    const runtime = await playedGame(storage, 3, { randomSeed: 'luck' })
    await runtime.snapshots.save('three')
    const { design: hash, deployment } = runtime.state
    const { seq, players } = got(await runtime.reset())
    expect(players).toBe(0)
    expect(runtime.state).toMatchObject({ seq, design: hash, seed: 'luck', clock: { frozenAt: START_MS } })
    expect(runtime.state.deployment.label).toBe(deployment.label)
    expect((await entriesOf(runtime)).map(({ op, at }) => [op, at])).toEqual([
      ['clock.set', START_MS],
      ['seed.set', START_MS],
      ['design.deploy', START_MS],
    ])
    expect(await runtime.execute(createPlayer, { id: 'neo' }, operator)).toMatchObject({ id: 'neo' })
    await play(runtime)
    expect(await xpOf(runtime)).toBe('10')
    got(await runtime.snapshots.restore('three'))
    expect(await xpOf(runtime)).toBe('30')
  })

  test('a reset plays seeds before anybody else, and a fault in them leaves the game as it was', async () => {
    const runtime = await playedGame(storage, 3)
    const refused = await runtime.reset({ seed: async () => fault('invalid_request', { message: 'no' }) })
    expect(isFault(refused)).toBe(true)
    expect(await xpOf(runtime)).toBe('30')
    await expect(runtime.reset({ seed: () => Promise.reject(new Error('broken')) })).rejects.toThrow('broken')
    await play(runtime)
    expect(await xpOf(runtime)).toBe('40')
    const done = await runtime.reset({
      seed: async (game) => void (await game.execute(createPlayer, { id: 'trinity' }, operator)),
    })
    expect(got(done).players).toBe(1)
  })

  test('only a game in which nothing has happened begins in the past', async () => {
    const runtime = await playedGame(storage)
    const past = START_MS - 30 * DAY_MS
    expect(isFault(await runtime.reset({ atMs: past }))).toBe(true)
    got(await runtime.execute(deletePlayer, { id: 'neo' }, operator))
    expect(isFault(await runtime.reset({ atMs: past }))).toBe(true)
    got(await runtime.reset())
    const comes = async (): Promise<void> => void (await runtime.execute(createPlayer, { id: 'trinity' }, operator))
    expect(isFault(await runtime.reset({ atMs: past, seed: comes }))).toBe(true)
    expect(runtime.state.players.index.size).toBe(1)
    got(await runtime.reset())
    got(await runtime.reset({ atMs: past }))
    expect((await entriesOf(runtime)).map(({ at }) => at)).toEqual([past, past, past])
    expect(await runtime.clock.read()).toEqual({ now: START_MS, frozen: true })
    got(await runtime.execute(createPlayer, { id: 'neo' }, operator, past + DAY_MS))
    expect(runtime.state.at).toBe(past + DAY_MS)
  })
})

test('a reset has a design in force that waited for issues to be fixed', async () => {
  const metrics = [point('xp'), point('gold')]
  const designs = [
    designOf({ metrics, actions: [action('like', [add('gold', '1')])] }),
    designOf({ metrics: metrics.slice(0, 1) }),
  ]
  const game = await newMemoryGame(designs, 'seed', 'production')
  const { runtime } = game
  await runtime.execute(createPlayer, { id: 'neo' }, operator)
  await play(runtime)
  expect(got(await deployTo(game, 1)).status).toBe('issues')
  got(await runtime.reset())
  expect(runtime.design.metrics.has('gold')).toBe(false)
  expect(runtime.state.deployment).toMatchObject({ label: 'v2', pending: null })
  expect((await entriesOf(runtime)).map(({ op }) => op)).toEqual(['seed.set', 'design.deploy', 'design.deploy'])
})
