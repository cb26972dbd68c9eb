import { expect, test } from 'vitest'
import { START_MS } from '../../../test/support/http.ts'
import { newMemoryGame, recovered } from '../../../test/support/memory-game.ts'
import {
  entriesOf,
  got,
  likes,
  operator,
  play,
  playedGame,
  startedAgain,
  xpOf,
} from '../../../test/support/played-game.ts'
import { onEachStorage } from '../../../test/support/storages.ts'
import { type Fault, faultBody, isFault } from '../../game/kernel/fault.ts'
import { createPlayer } from '../../game/players/administration.ts'

const DAY_MS = 86_400_000

onEachStorage((storage) => {
  test('a point gives the game back as it was, and what is played after it has nothing of what came between', async () => {
    const runtime = await playedGame(storage, 2)
    const { seq } = runtime.state
    const saved = got(await runtime.snapshots.save('two-likes'))
    expect(saved).toMatchObject({ name: 'two-likes', seq, created: START_MS })
    for (let i = 0; i < 3; i += 1) await play(runtime)
    expect(await xpOf(runtime)).toBe('50')
    const snapshot = `before-restore-${seq + 3}`
    expect(await runtime.snapshots.restore('two-likes')).toEqual({ name: 'two-likes', seq, now: START_MS, snapshot })
    expect(await xpOf(runtime)).toBe('20')
    await play(runtime)
    expect(await xpOf(runtime)).toBe('30')
    expect((await entriesOf(runtime)).map((entry) => entry.seq)).toEqual(
      Array.from({ length: seq + 1 }, (_, i) => i + 1),
    )
    const points = await runtime.snapshots.list()
    expect(points).toEqual(expect.arrayContaining([saved, expect.objectContaining({ name: snapshot, seq: seq + 3 })]))
    expect(points).toHaveLength(2)
    got(await runtime.snapshots.restore(snapshot))
    expect(await xpOf(runtime)).toBe('50')
  })

  test('a point can be restored again and again, after another one too', async () => {
    const runtime = await playedGame(storage, 1)
    await runtime.snapshots.save('a')
    await play(runtime)
    await runtime.snapshots.save('A')
    for (const [name, xp] of [
      ['a', '10'],
      ['A', '20'],
      ['A', '20'],
      ['a', '10'],
    ] as const) {
      got(await runtime.snapshots.restore(name))
      expect(await xpOf(runtime)).toBe(xp)
      await play(runtime)
    }
  })

  test('points that there are not, and names that are taken or no names, are refused', async () => {
    const runtime = await playedGame(storage)
    await runtime.snapshots.save('x')
    const refused = [
      await runtime.snapshots.restore('y'),
      await runtime.snapshots.delete('y'),
      await runtime.snapshots.save('x'),
      await runtime.snapshots.save('../x'),
      await runtime.snapshots.save(''),
      await runtime.snapshots.save('a'.repeat(65)),
    ]
    expect(refused.map((each) => isFault(each) && faultBody(each).error)).toEqual([
      'snapshot_not_found',
      'snapshot_not_found',
      'snapshot_exists',
      'validation_exception',
      'validation_exception',
      'validation_exception',
    ])
    expect(await runtime.snapshots.delete('x')).toEqual({ name: 'x' })
    expect(await runtime.snapshots.list()).toEqual([])
  })

  test('calls that come while a game is restored wait, and none fails', async () => {
    const runtime = await playedGame(storage, 4)
    await runtime.snapshots.save('four')
    const restored = Array.from({ length: 3 }, () => runtime.snapshots.restore('four'))
    const plays: Promise<unknown>[] = []
    const counts: (string | Fault)[] = []
    let done = false
    const all = Promise.all(restored).finally(() => (done = true))
    while (!done) {
      plays.push(play(runtime), runtime.execute(createPlayer, { id: `p${plays.length}` }, operator))
      plays.push(xpOf(runtime).then((xp) => counts.push(xp)))
      plays.push(
        Promise.resolve(runtime.whyCannotAct('neo')).then((refused) => {
          expect(refused).toBeUndefined()
        }),
      )
      await new Promise(setImmediate)
    }
    expect((await all).every((each) => !isFault(each))).toBe(true)
    for (const each of await Promise.all(plays)) expect(isFault(each)).toBe(false)
    expect(counts.every((xp) => Number(xp) >= 40)).toBe(true)
    got(await runtime.snapshots.restore('four'))
    expect(await xpOf(runtime)).toBe('40')
    expect(runtime.state.players.index.size).toBe(1)
  })

  test('a game that stops while it is restored is the one or the other, and lets go of its directory', async () => {
    const runtime = await playedGame(storage, 4)
    await runtime.snapshots.save('four')
    await play(runtime)
    const restored = runtime.snapshots.restore('four').then(
      () => '40',
      () => '50',
    )
    const again = storage === 'on disk' ? await startedAgain(runtime) : await runtime.emulator.stop()
    const xp = await restored
    if (again) expect(await xpOf(again)).toBe(xp)
  })
})

test('a clock that runs is set by an entry of its own, also where the machine has come to just what it shows', async () => {
  const game = await newMemoryGame([likes], 'seed')
  const { runtime, machine } = game
  await runtime.clock.change({ advanceMs: DAY_MS })
  await runtime.snapshots.save('ahead')
  const { now } = await runtime.clock.read()
  machine.ms = now
  got(await runtime.snapshots.restore('ahead'))
  expect((await entriesOf(runtime)).at(-1)?.op).toBe('clock.set')
  const again = await recovered(game)
  expect(await again.runtime.clock.read()).toEqual({ now, frozen: false })
})
