import { expect, test } from 'vitest'
import { kinds } from '../../src/emulator/checkpoints/state-records.ts'
import { onEachStorage } from '../support/storages.ts'
import { openWorld } from './world.ts'

/** Kinds of records that the world has none of. */
const RARE = ['departed', 'drops', 'renames', 'fixes', 'reverted', 'settled', 'tenures', 'asks', 'rates']

onEachStorage((storage) => {
  test('a game with all that there can be between players is exported and imported as it is', async () => {
    const world = await openWorld(storage)
    const seen = new Set<string>()
    for (const client of ['gamify-staging', 'gamify-production']) {
      const { text } = await world.request('GET', '/_gamify/state', { client })
      for (const [, name = ''] of text.matchAll(/^\{"part":"([a-z-]+)"/gm)) seen.add(name)
      const before = await world.stateprint()
      const reply = await world.request('PUT', '/_gamify/state', { client, raw: text })
      expect(reply.status, reply.text).toBe(200)
      expect((await world.request('GET', '/_gamify/state', { client })).text).toBe(text)
      expect(await world.stateprint()).toBe(before)
    }
    expect(kinds.map(({ name }) => name).filter((name) => !seen.has(name) && !RARE.includes(name))).toEqual([])
    await world.stop()
  })
})
