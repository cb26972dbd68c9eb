import { describe, expect, test } from 'vitest'
import { action, add, designOf, point } from '../../test/support/design-parts.ts'
import { walked } from '../../test/support/game-run.ts'
import { aGame, textOf } from '../../test/support/given.ts'
import { playAction } from '../game/actions/operations.ts'
import { feedIndexBytes, GAME_FEED, openFeed, placesInFeed } from '../game/feeds/feed-index.ts'
import { createPlayer, deletePlayer } from '../game/players/administration.ts'
import { findPlayer, pageOfPlayers } from '../game/players/state.ts'
import type { SnapshotPart } from '../storage/snapshot.ts'
import { stateOf, stateParts } from './state-parts.ts'

const design = designOf({ metrics: [point('xp')], actions: [action('like', [add('xp', '1')])] })

/** A game of so many players, who have all played; every seventh has gone. */
function crowd(players: number) {
  const { run } = aGame(design)
  const operator = { client: 'test' }
  for (let i = 0; i < players; i += 1) {
    const id = `p${i}`
    run.execute(createPlayer, { id }, operator)
    run.execute(
      playAction,
      { action: 'like', count: 1, variables: {}, scopes: [], query: false },
      { client: 'test', player: id },
    )
    if (i % 7 === 0) run.execute(deletePlayer, { id }, operator)
  }
  return run
}

const throughJson = (parts: Iterable<SnapshotPart>): SnapshotPart[] =>
  [...parts].map((part) => ('bytes' in part ? part : (JSON.parse(JSON.stringify(part)) as SnapshotPart)))

describe('the parts of a state', () => {
  test('make it again', async () => {
    const run = crowd(600)
    const again = await stateOf('staging', throughJson(stateParts(run.state)))
    expect(again.players.places.size).toBe(run.state.players.places.size)
    expect(findPlayer(again.players, 'p1')).toEqual(findPlayer(run.state.players, 'p1'))
    const all = ({ players }: typeof run.state) =>
      walked(pageOfPlayers(players, { skip: 0, limit: 1000, show: (player) => player }))
    expect(all(again)).toEqual(all(run.state))
    expect(again.players.departed).toEqual(run.state.players.departed)
    const { players: _, feeds: __, ...frame } = run.state
    expect(again).toMatchObject(frame)
    const feedsOf = ({ feeds }: typeof run.state) =>
      [GAME_FEED, findPlayer(run.state.players, 'p599')?.feed ?? 0].map((feed) => [
        ...placesInFeed(feeds, feed, 0, Infinity),
      ])
    expect(feedsOf(again)).toEqual(feedsOf(run.state))
    expect(feedsOf(again)[1]).toHaveLength(1)
  })

  test('are small pieces, however many players there are', () => {
    const sizes = [...stateParts(crowd(600).state)].map((part) =>
      'data' in part && part.name === 'players' ? (part.data as unknown[]).length : 0,
    )
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(514)
  })

  test('are those of the moment when they were asked for, whatever happens while they are made', () => {
    const { run } = aGame(design).after(createPlayer, { id: 'neo' })
    const before = textOf(run)
    const parts = stateParts(run.state)
    run.execute(
      playAction,
      { action: 'like', count: 1, variables: {}, scopes: [], query: false },
      { client: 'test', player: 'neo' },
    )
    run.execute(createPlayer, { id: 'trinity' }, { client: 'test' })
    run.execute(deletePlayer, { id: 'neo' }, { client: 'test' })
    const made = JSON.stringify([...parts], (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    )
    expect(made).toBe(before)
  })

  test('are small pieces, however much was reverted, has gone, or stands in feeds', async () => {
    const { run } = aGame(design)
    for (let i = 0; i < 10_000; i += 1) {
      run.state.reverted.add(i)
      run.state.players.departed.set(`p${i}`, { '=like': i })
    }
    for (let i = 0; i < 200_000; i += 1) openFeed(run.state.feeds)
    const parts = [...stateParts(run.state)]
    const largest = parts.map((part) => ('bytes' in part ? part.bytes.length : JSON.stringify(part).length))
    expect(Math.max(...largest)).toBeLessThanOrEqual(1 << 18)
    const records = parts.map((part) => ('data' in part && Array.isArray(part.data) ? part.data.length : 0))
    expect(Math.max(...records)).toBeLessThanOrEqual(4096)
    const again = await stateOf('staging', throughJson(parts))
    expect(again.reverted).toEqual(run.state.reverted)
    expect([...again.players.departed]).toEqual([...run.state.players.departed])
    expect(feedIndexBytes(again.feeds)).toEqual(feedIndexBytes(run.state.feeds))
  })

  test('hold neither what is reverted nor who goes and comes while they are made', () => {
    const run = crowd(20)
    run.state.reverted.add(1)
    const before = JSON.stringify([...stateParts(run.state)])
    const parts = stateParts(run.state)
    run.state.reverted.add(2)
    run.execute(createPlayer, { id: 'p0' }, { client: 'test' })
    run.execute(deletePlayer, { id: 'p1' }, { client: 'test' })
    expect(JSON.stringify([...parts])).toBe(before)
  })

  test.each(['frame', 'feeds'])('of which the %s is missing are no state', async (missing) => {
    const parts = throughJson(stateParts(crowd(1).state)).filter(({ name }) => name !== missing)
    await expect(stateOf('staging', parts)).rejects.toThrow('it does not hold a whole state')
  })

  test('of an unknown kind are no state', async () => {
    await expect(stateOf('staging', [{ name: 'boards', data: [] }])).rejects.toThrow(`an unknown kind, 'boards'`)
  })
})
