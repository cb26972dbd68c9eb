import { expect, test, vi } from 'vitest'
import { board, boardDesign } from '../../test/support/board-life.ts'
import { newGame } from '../game/game-state.ts'
import { followBoards } from '../game/leaderboards/follow.ts'
import { LeafStore } from '../game/leaderboards/leaf-store.ts'
import { putPlayer } from '../game/players/state.ts'
import { memoryStore } from '../storage/memory-store.ts'
import { SnapshotKeeper } from './snapshot-keeper.ts'

const anyone = {
  alias: 'Anyone',
  email: null,
  enabled: true,
  created: 0,
  born: 1,
  feed: 0,
  scores: {},
  actions: {},
  drops: 0,
  seen: [],
}

/** After how many entries a game of this size has its first snapshot; undefined where 100,000 are not enough. */
function firstSnapshot({ players = 0, feedRecords = 0 }): number | undefined {
  const state = newGame('staging')
  for (let i = 0; i < players; i += 1) putPlayer(state.players, { ...anyone, id: `p${i}` })
  state.feeds.size = feedRecords
  let written: number | undefined
  const write = async ({ seq }: { readonly seq: number }): Promise<void> => void (written = seq)
  const keeper = new SnapshotKeeper(
    { state, failed: false },
    { ...memoryStore().live, write },
    { from: undefined, keepMs: undefined, warn: () => {}, entries: undefined },
  )
  keeper.start()
  for (state.seq = 1; written === undefined && state.seq <= 100_000; state.seq += 1) keeper.entryWritten()
  return written
}

test('a snapshot is due after more entries the more it has to write: players, and what stands in feeds', () => {
  expect(firstSnapshot({})).toBe(10_000)
  expect(firstSnapshot({ players: 12_000 })).toBe(12_000)
  expect(firstSnapshot({ players: 12_000, feedRecords: 80_000 })).toBe(12_000)
  expect(firstSnapshot({ feedRecords: 120_000 })).toBe(15_000)
  expect(firstSnapshot({ feedRecords: 1_000_000 })).toBeUndefined()
})

test('boards are let go of where a snapshot fails, however little of it was written', async () => {
  const state = newGame('staging')
  followBoards(state, boardDesign([board('top')]), () => 0)
  const all = state.boards.byId.get('top')?.cycles[0]?.present.all
  for (let entity = 0; entity < 1000; entity += 1) all?.put(entity, entity, 1)
  state.seq = 1
  const copied = vi.spyOn(LeafStore.prototype, 'rowsOf')
  const warnings: string[] = []
  const write = () => Promise.reject(new Error('the disk is full'))
  const keeper = new SnapshotKeeper(
    { state, failed: false },
    { ...memoryStore().live, write },
    { from: undefined, keepMs: undefined, warn: (text) => void warnings.push(text), entries: undefined },
  )
  await keeper.finish()
  expect(warnings).toEqual(['the disk is full'])
  for (let entity = 0; entity < 1000; entity += 1) all?.put(entity, 1000 - entity, 2)
  expect(all?.rows(0, 1)[0]?.score).toBe(1000)
  expect(copied).not.toHaveBeenCalled()
  copied.mockRestore()
})
