import { expect, test } from 'vitest'
import { designOf } from '../../../test/support/design-parts.ts'
import { START_MS } from '../../../test/support/http.ts'
import { newMemoryGame } from '../../../test/support/memory-game.ts'
import { got, play, playedGame } from '../../../test/support/played-game.ts'
import { onEachStorage } from '../../../test/support/storages.ts'
import { StorageError } from '../../storage/storage-error.ts'

onEachStorage((storage) => {
  test('of automatic snapshots the newest ten stay, and all that were saved by hand', async () => {
    let machineMs = START_MS
    const game = await playedGame(storage, 0, { machineNow: () => machineMs })
    const { seq } = game.state
    got(await game.snapshots.save(`before-rewind-${seq}`))
    const made: string[] = []
    for (let count = 0; count < 13; count += 1) {
      machineMs += 1000
      got(await play(game))
      made.push(String(got(await game.rewind({ seq })).snapshot))
    }
    const names = (await game.snapshots.list()).map(({ name }) => name)
    expect(names).toEqual([`before-rewind-${seq}`, ...made.slice(-10)])
    expect(new Set(made.slice(-10)).size).toBe(10)
    const nothing = got(await game.rewind({ seq }))
    expect(nothing).toMatchObject({ seq, undone: 0 })
    got(await game.snapshots.restore(String(nothing.snapshot)))
  })
})

test('a store that cannot tell which names are taken is no reason to call one taken', async () => {
  const { runtime, store } = await newMemoryGame([designOf({})], 'seed')
  store.snapshots.has = () => Promise.reject(new StorageError('the disk is gone'))
  await expect(runtime.snapshots.save('free')).rejects.toThrow('the disk is gone')
})

test('old points that cannot be removed are told of, and the rewind counts', async () => {
  const { runtime, store, warnings } = await newMemoryGame([designOf({})], 'seed')
  store.snapshots.list = () => Promise.reject(new StorageError('the disk is gone'))
  expect(got(await runtime.rewind({ seq: 1 }))).toMatchObject({ undone: 1 })
  expect(warnings).toEqual(['Old automatic snapshots cannot be removed: the disk is gone'])
})
