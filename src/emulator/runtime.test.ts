import { expect, test } from 'vitest'
import { heldUp } from '../../test/support/held-up.ts'
import { deployTo, newMemoryGame } from '../../test/support/memory-game.ts'
import {
  entriesOf,
  got,
  likeDesign,
  likes,
  operator,
  play,
  playedGame,
  playedGameIn,
  startedAgain,
  xpOf,
} from '../../test/support/played-game.ts'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { dataOn, onEachStorage } from '../../test/support/storages.ts'
import { compileDesign } from '../game/design/design.ts'
import type { DesignSource } from '../game/design/source.ts'
import { readPlayerFeed } from '../game/feeds/operations.ts'
import type { GameWalk } from '../game/game-operation.ts'
import { isFault } from '../game/kernel/fault.ts'
import { pause } from '../game/kernel/operation.ts'
import { createPlayer } from '../game/players/administration.ts'
import { revertEvents } from '../game/players/revert.ts'
import { StorageError } from '../storage/storage-error.ts'
import { isJump } from './history/history-range.ts'

onEachStorage((storage) => {
  test('a walk that another timeline came in the way of is begun again there', async () => {
    const runtime = await playedGame(storage, 2)
    await runtime.snapshots.save('two')
    await play(runtime)
    const reached = Promise.withResolvers<void>()
    const seen: number[] = []
    const slow: GameWalk<null, number> = {
      kind: 'walk',
      name: 'test.slow',
      *walk(state) {
        seen.push(state.seq)
        reached.resolve()
        while (seen.length === 1 && runtime.state === state) yield pause
        if (seen.length === 1) throw new StorageError('a file has gone')
        return state.seq
      },
    }
    const walked = runtime.execute(slow, null, operator)
    await reached.promise
    const { seq } = got(await runtime.snapshots.restore('two'))
    expect(await walked).toBe(seq)
    expect(seen).toEqual([seq + 1, seq])
  })

  test('a history that is followed says where the game continues after each jump, and has what comes after it', async () => {
    const runtime = await playedGame(storage, 3)
    const { seq } = runtime.state
    const going = new AbortController()
    const all: unknown[] = []
    const late: unknown[] = []
    const follow = async (since: number, seen: unknown[]): Promise<void> => {
      for await (const step of runtime.follow({ since: { seq: since } }, going.signal))
        seen.push(isJump(step) ? step.replaced : step.seq)
    }
    const following = [follow(1, all), follow(seq + 1, late)]
    await expect.poll(() => all.splice(0, seq)).toHaveLength(seq)
    const expectBoth = async (...steps: readonly unknown[]): Promise<void> => {
      await expect.poll(() => [all, late], { timeout: 2_000 }).toEqual([steps, steps])
      all.length = late.length = 0
    }
    const { snapshot } = got(await runtime.rewind({ seq: seq - 2 }))
    await expectBoth({ from: seq - 1, after: seq - 2 })
    got(await runtime.execute(createPlayer, { id: 'trinity' }, operator))
    await expectBoth(seq - 1)
    // Forward: those up to the snapshot are not new, though none of them has been sent to the late one.
    got(await runtime.snapshots.restore(String(snapshot)))
    await expectBoth({ from: seq - 1, after: seq })
    got(await play(runtime))
    await expectBoth(seq + 1)
    got(await runtime.reset())
    await expectBoth({ from: 1, after: 0 }, 1, 2, 3)
    going.abort()
    await Promise.all(following)
  })

  test('a follower who is behind gets the rest of what both histories have, and nothing of the past of the new state', async () => {
    const runtime = await playedGame(storage, 6)
    const { seq } = runtime.state
    const going = new AbortController()
    const seen: unknown[] = []
    for await (const step of runtime.follow({}, going.signal)) {
      seen.push(isJump(step) ? step.replaced : step.seq)
      if (seen.length > 1) {
        if (seen.at(-1) === seq + 1) break
        continue
      }
      const { snapshot } = got(await runtime.rewind({ seq: 3 }))
      await play(runtime)
      got(await runtime.snapshots.restore(String(snapshot)))
      await play(runtime)
    }
    expect(seen).toEqual([1, { from: 4, after: 3 }, { from: 4, after: seq }, 2, 3, seq + 1])
    expect(await Array.fromAsync(runtime.history({}), (entry) => entry.seq)).toEqual(
      Array.from({ length: seq + 1 }, (_, at) => at + 1),
    )
  })

  test('who listens is ended, without a warning, and may come again', async () => {
    const warnings: string[] = []
    const runtime = await playedGame(storage, 1, { warn: (message) => void warnings.push(message) })
    await runtime.snapshots.save('one')
    let ended = 0
    const listen = () => runtime.notices.listen('neo', { notify: () => {}, end: () => (ended += 1) })
    const seat = listen()
    got(await runtime.snapshots.restore('one'))
    expect(ended).toBe(1)
    const missed = await seat.missedSince('any')
    expect(isFault(missed) ? missed : await Array.fromAsync(missed)).toEqual([])
    listen().leave()
    expect(ended).toBe(1)
    expect(warnings).toEqual([])
  })
})

test('what was restored, rewound and reset is there again at the next start', async () => {
  const runtime = await playedGame('on disk', 4)
  await runtime.snapshots.save('four')
  await play(runtime)
  got(await runtime.snapshots.restore('four'))
  got(await runtime.rewind({ seq: runtime.state.seq - 1 }))
  const text = JSON.stringify(await entriesOf(runtime))
  const again = await startedAgain(runtime)
  expect(await xpOf(again)).toBe('30')
  expect(JSON.stringify(await entriesOf(again))).toBe(text)
  expect((await again.snapshots.list()).map(({ name }) => name)).toContain('four')
  got(await again.snapshots.restore('four'))
  expect(await xpOf(again)).toBe('40')
  got(await again.reset())
  expect(again.state.players.index.size).toBe(0)
})

test('deployments and restores go one after the other, and each is whole', async () => {
  const runtime = await playedGame('in memory', 2)
  const { emulator } = runtime
  await runtime.snapshots.save('two')
  const other = compileDesign({
    ...likeDesign,
    metrics: [{ id: 'xp', name: 'Experience', type: 'point' }],
  } as DesignSource)
  if (!('source' in other)) throw new Error('the other design is broken')
  const first = runtime.state.design
  const [taken, restored] = await Promise.all([emulator.designs.takeFromFiles(other), runtime.snapshots.restore('two')])
  expect(taken.changed).toBe(true)
  got(restored)
  expect(runtime.state.design).toBe(first)
  expect(runtime.design.metrics.get('xp')?.name).toBe('xp')
  const released = Promise.withResolvers<void>()
  const deploying = emulator.designs.withoutDeployments(() => released.promise)
  let isRestored = false
  const waiting = runtime.snapshots.restore('two').finally(() => (isRestored = true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isRestored).toBe(false)
  released.resolve()
  await deploying
  got(await waiting)
  await Promise.all([runtime.snapshots.restore('two'), runtime.reset(), runtime.rewind({ seq: 1 })])
  got(await runtime.snapshots.restore('two'))
  await play(runtime)
  expect(await xpOf(runtime)).toBe('30')
})

test('a game whose journal has failed is neither saved nor changed', async () => {
  const files = new SimulatedFileSystem()
  const runtime = await playedGameIn(dataOn(files))
  await runtime.snapshots.save('fine')
  files.fault = { at: files.operations + 1, kind: 'EIO' }
  await expect(play(runtime)).rejects.toThrow(StorageError)
  for (const change of [
    () => runtime.snapshots.save('x'),
    () => runtime.snapshots.restore('fine'),
    () => runtime.rewind({ seq: 1 }),
    () => runtime.reset(),
  ])
    await expect(change()).rejects.toThrow(StorageError)
  expect((await runtime.snapshots.list()).map(({ name }) => name)).toEqual(['fine'])
})

test('nothing is answered while another timeline takes the place of the present one, and all of it after that', async () => {
  const game = await newMemoryGame([likes], 'seed')
  const { runtime } = game
  await runtime.execute(createPlayer, { id: 'neo' }, operator)
  await runtime.snapshots.save('none')
  await play(runtime)
  const { reached, release } = heldUp(game)
  const restored = runtime.snapshots.restore('none')
  await reached
  let answered = 0
  const counted = <T>(call: Promise<T>): Promise<T> => call.finally(() => (answered += 1))
  const xp = counted(play(runtime)).then(() => xpOf(runtime))
  const calls = [
    counted(Promise.resolve(runtime.whyCannotAct('neo'))),
    counted(xpOf(runtime)),
    counted(runtime.clock.read()),
    counted(runtime.clock.change({ advanceMs: 1000 })),
    counted(deployTo(game, 0)),
    counted(runtime.hold().then(({ release: end }) => end())),
  ]
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(answered).toBe(0)
  release()
  got(await restored)
  await Promise.all(calls)
  expect(await xp).toBe('10')
  expect(runtime.state.at).toBe((await runtime.clock.read()).now)
})

test('what is being decided is decided before another timeline takes the place of the present one', async () => {
  const game = await newMemoryGame([likes], 'seed')
  const { runtime } = game
  await runtime.execute(createPlayer, { id: 'neo' }, operator)
  await play(runtime)
  const [last] = got(await runtime.execute(readPlayerFeed, { id: 'neo', start: undefined, end: undefined }, operator))
  await runtime.snapshots.save('one')
  // What is held ready of a history is held anew by each timeline: the revert has to look into the journal.
  got(await runtime.snapshots.restore('one'))
  const { journal } = game
  const texts = journal.texts.bind(journal)
  const released = Promise.withResolvers<void>()
  let isFirst = true
  journal.texts = async (seqs) => {
    const mustWait = isFirst
    isFirst = false
    if (mustWait) await released.promise
    return texts(seqs)
  }
  const { seq } = runtime.state
  const reverted = runtime.execute(revertEvents, { id: 'neo', eventIds: [last?.id ?? ''] }, operator)
  const rewound = runtime.rewind({ seq })
  setTimeout(released.resolve, 20)
  got(await reverted)
  expect(got(await rewound)).toMatchObject({ undone: 1, snapshot: `before-rewind-${seq + 1}` })
  expect(await xpOf(runtime)).toBe('10')
})
