import { describe, expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { walked } from '../../../test/support/game-run.ts'
import { aGame, textOf } from '../../../test/support/given.ts'
import { playAction } from '../../game/actions/operations.ts'
import type { FixId } from '../../game/design/shapes.ts'
import { MAX_SEEN_KEPT } from '../../game/feeds/evolve.ts'
import { feedIndexBytes, GAME_FEED, openFeed, positionsInFeed } from '../../game/feeds/feed-index.ts'
import { putInvitation, putJoinRequest } from '../../game/joining/state.ts'
import { recordDrop, recordRename } from '../../game/kernel/drop.ts'
import { tallyEntry } from '../../game/kernel/tally.ts'
import { dropOf, renameOf } from '../../game/metrics/drop.ts'
import { createPlayer, deletePlayer } from '../../game/players/administration.ts'
import { findPlayer, pageOfPlayers, putPlayer } from '../../game/players/state.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
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

const throughJson = (parts: Iterable<CheckpointPart>): CheckpointPart[] =>
  [...parts].map((part) => ('bytes' in part ? part : (JSON.parse(JSON.stringify(part)) as CheckpointPart)))

describe('the parts of a state', () => {
  test('make it again', async () => {
    const run = crowd(600)
    const again = await stateOf('staging', throughJson(stateParts(run.state)))
    expect(again.players.index.size).toBe(run.state.players.index.size)
    expect(findPlayer(again.players, 'p1')).toEqual(findPlayer(run.state.players, 'p1'))
    const all = ({ players }: typeof run.state) =>
      walked(pageOfPlayers(players, { skip: 0, limit: 1000, show: (player) => player }))
    expect(all(again)).toEqual(all(run.state))
    expect(again.players.playsOfDeleted).toEqual(run.state.players.playsOfDeleted)
    const { players: _, feeds: __, boards: ___, ...frame } = run.state
    expect(again).toMatchObject(frame)
    expect(again.holders).toEqual(new Map([['p:xp', { whole: 514, parts: new Map() }]]))
    const feedsOf = ({ feeds }: typeof run.state) =>
      [GAME_FEED, findPlayer(run.state.players, 'p599')?.feed ?? 0].map((feed) => [
        ...positionsInFeed(feeds, feed, 0, Infinity),
      ])
    expect(feedsOf(again)).toEqual(feedsOf(run.state))
    expect(feedsOf(again)[1]).toHaveLength(1)
  })

  test('hold what was dropped, how the design came into force, and which one waits', async () => {
    const { run } = aGame(design, { runtime: 'production' }).after(createPlayer, { id: 'neo' })
    recordDrop(run.state.drops, dropOf({ type: 'set', id: 'badges' }, 'Fan'), 2)
    recordRename(run.state.drops, renameOf({ type: 'set', id: 'badges' }, 'Fan', 'Star'), 2)
    recordRename(run.state.drops, renameOf({ type: 'set', id: 'badges' }, 'Star', 'Fan'), 3)
    const issue = { id: 'item_removed-badges-Fan', code: 'item_removed', vars: {}, fix: 'drop' } as const
    const fixes = new Map([[issue.id, 'keep' as const]])
    run.state.deployment = { label: 'v3', pending: { hash: 'x', fixes }, settled: [issue] }
    const again = await stateOf('production', throughJson(stateParts(run.state)))
    expect(again.deployment).toEqual(run.state.deployment)
    expect(again.drops).toEqual(run.state.drops)
    expect(findPlayer(again.players, 'neo')).toEqual(findPlayer(run.state.players, 'neo'))
  })

  test('are small pieces, however many players there are', () => {
    const sizes = [...stateParts(crowd(600).state)].map((part) =>
      'data' in part && part.name === 'players' ? (part.data as unknown[]).length : 0,
    )
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(514)
  })

  test('are small pieces, however much players have seen', () => {
    const { state } = crowd(100)
    const seen = Array.from({ length: MAX_SEEN_KEPT }, (_, i) => 1e12 + i)
    for (const player of state.players.records) if (player) putPlayer(state.players, { ...player, seen })
    const sizes = [...stateParts(state)].map((part) => JSON.stringify(part).length)
    expect(Math.max(...sizes)).toBeLessThan(1 << 19)
  })

  test('are small pieces, however many are invited and ask to join, and whatever they are told', async () => {
    const { state } = aGame(design).run
    for (let i = 0; i < 2000; i += 1) {
      const email = `p${i}@${'x'.repeat(240)}.org`
      putInvitation(state.joining, { id: `i${i}`, at: i, email, message: 'm'.repeat(4096) })
      putJoinRequest(state.joining, { id: `r${i}`, at: i, alias: 'n'.repeat(256), email })
    }
    const parts = [...stateParts(state)]
    expect(Math.max(...parts.map((part) => JSON.stringify(part).length))).toBeLessThan(1 << 20)
    expect((await stateOf('staging', throughJson(parts))).joining).toEqual(state.joining)
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
      run.state.players.playsOfDeleted.set(`p${i}`, { '=like': i })
      tallyEntry(run.state.holders, 'i:badges').parts.set(`item ${i}`, i)
      tallyEntry(run.state.holders, `p:m${i}`).whole = i
      recordDrop(run.state.drops, dropOf({ type: 'point', id: `m${i}` }), 1)
      recordDrop(run.state.drops, dropOf({ type: 'set', id: 'badges' }, `item ${i}`), 2)
    }
    const settled = Array.from({ length: 10_000 }, (_, i) => ({
      id: `metric_removed-m${i}`,
      code: 'metric_removed' as const,
      vars: {},
      fix: 'drop' as const,
    }))
    const fixes = new Map(settled.map(({ id, fix }) => [id, fix]))
    run.state.deployment = { label: null, pending: { hash: 'x', fixes }, settled }
    for (let i = 0; i < 200_000; i += 1) openFeed(run.state.feeds)
    const parts = [...stateParts(run.state)]
    const largest = parts.map((part) => ('bytes' in part ? part.bytes.length : JSON.stringify(part).length))
    expect(Math.max(...largest)).toBeLessThanOrEqual(1 << 18)
    const records = parts.map((part) => ('data' in part && Array.isArray(part.data) ? part.data.length : 0))
    expect(Math.max(...records)).toBeLessThanOrEqual(4096)
    const again = await stateOf('staging', throughJson(parts))
    expect(again.reverted).toEqual(run.state.reverted)
    expect([...again.players.playsOfDeleted]).toEqual([...run.state.players.playsOfDeleted])
    expect([...again.holders]).toEqual([...run.state.holders])
    expect([...(again.deployment.pending?.fixes ?? [])]).toEqual([...fixes])
    expect(again.drops).toEqual(run.state.drops)
    expect(again.deployment.settled).toEqual(settled)
    expect(feedIndexBytes(again.feeds)).toEqual(feedIndexBytes(run.state.feeds))
  })

  test('hold neither what is reverted, dropped or fixed nor who goes and comes while they are made', () => {
    const run = crowd(20)
    run.state.reverted.add(1)
    const fixes = new Map<string, FixId>([['one', 'keep']])
    run.state.deployment = { label: null, pending: { hash: 'x', fixes }, settled: [] }
    recordDrop(run.state.drops, dropOf({ type: 'set', id: 'badges' }, 'Fan'), 1)
    const before = JSON.stringify([...stateParts(run.state)])
    const parts = stateParts(run.state)
    run.state.reverted.add(2)
    fixes.set('one', 'drop')
    fixes.set('other', 'keep')
    recordDrop(run.state.drops, dropOf({ type: 'set', id: 'badges' }, 'Fan'), 2)
    recordDrop(run.state.drops, dropOf({ type: 'point', id: 'xp' }), 2)
    run.execute(createPlayer, { id: 'p0' }, { client: 'test' })
    run.execute(deletePlayer, { id: 'p1' }, { client: 'test' })
    expect(JSON.stringify([...parts])).toBe(before)
  })

  test.each(['frame', 'feeds'])('of which the %s is missing are no state', async (missing) => {
    const parts = throughJson(stateParts(crowd(1).state)).filter(({ name }) => name !== missing)
    await expect(stateOf('staging', parts)).rejects.toThrow('it does not contain a whole state')
  })

  test('of an unknown kind are no state', async () => {
    await expect(stateOf('staging', [{ name: 'boards', data: [] }])).rejects.toThrow(`an unknown kind, 'boards'`)
  })
})
