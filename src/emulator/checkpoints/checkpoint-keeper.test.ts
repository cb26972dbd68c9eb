import { expect, test, vi } from 'vitest'
import { board, boardDesign } from '../../../test/support/board-life.ts'
import { score } from '../../../test/support/design-parts.ts'
import { addToFeed, GAME_FEED, recordCount } from '../../game/feeds/feed-index.ts'
import { newGame, type GameState } from '../../game/game-state.ts'
import { packPosition, unpackPosition } from '../../game/kernel/ids.ts'
import { followBoards } from '../../game/leaderboards/follow.ts'
import { addPastMembership, presenceOf, pastMembershipsOf } from '../../game/members/membership-history.ts'
import { findPlayer, putPlayer } from '../../game/players/state.ts'
import { LeafStore } from '../../game/ranking/leaf-store.ts'
import { memoryStore } from '../../storage/memory-store.ts'
import { CheckpointKeeper } from './checkpoint-keeper.ts'
import { stateOf } from './state-parts.ts'

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
  const keeper = new CheckpointKeeper(
    { state, failed: false },
    { ...memoryStore().live, write },
    { from: undefined, keepMs: undefined, warn: () => {}, entries: undefined },
  )
  keeper.start()
  for (state.seq = 1; written === undefined && state.seq <= 100_000; state.seq += 1) keeper.onEntry()
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
  const keeper = new CheckpointKeeper(
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

/** More than two chunks of a feed. */
const ENTRIES = 40_000

/** A state that knows something of each of its entries. */
function longState(): GameState {
  const state = newGame('staging')
  const presence = presenceOf(state.members, 'neo')
  const places = Array.from({ length: ENTRIES }, (_, i) => ({ seq: i + 1, index: 0 }))
  for (const place of places) addToFeed(state.feeds, GAME_FEED, place, place.seq)
  for (let until = 1000; until <= ENTRIES; until += 1000)
    addPastMembership(state.members, presence, {
      player: 'neo',
      subject: 'team:t',
      feed: 1,
      roles: {},
      since: 1,
      until,
    })
  const some = places.filter(({ seq }) => seq % 1000 === 0).map(packPosition)
  for (const place of some) state.reverted.add(place)
  putPlayer(state.players, { ...anyone, id: 'neo', seen: some })
  followBoards(state, boardDesign([board('veterans', { requires: score('xp', 'ge', '20') })]), () => 0)
  for (const place of some) state.boards.byId.get('veterans')?.counted?.add(unpackPosition(place))
  state.seq = ENTRIES
  state.at = ENTRIES
  return state
}

/** What a state knows of past events. */
const past = (state: GameState) => ({
  records: recordCount(state.feeds),
  ended: [...pastMembershipsOf(state.members, 'neo')].map(({ until }) => until),
  reverted: [...state.reverted],
  counted: [...(state.boards.byId.get('veterans')?.counted?.positions() ?? [])],
  seen: findPlayer(state.players, 'neo')?.seen,
})

test.each([
  ['while all entries are kept nothing', 1, 40, 40, ENTRIES],
  // A feed goes by chunks, and what it has still may have been seen.
  ['of events that are kept no more all', 38_500, 2, 8, ENTRIES - 32_768],
])(
  'before a snapshot is written, %s is forgotten: by the state, and by who starts from it',
  async (_, firstSeq, left, seen, records) => {
    const state = longState()
    const live = memoryStore().live
    const { journal } = live
    Object.defineProperty(journal, 'firstSeq', { value: firstSeq })
    let read: GameState | undefined
    const write: NonNullable<typeof live.write> = async (_of, parts) => void (read = await stateOf('staging', parts))
    const options = { from: undefined, keepMs: 1000, warn: () => {}, entries: undefined }
    const keeper = new CheckpointKeeper({ state, failed: false }, { ...live, journal, write }, options)
    await keeper.finish()
    const kept = (count: number) => Array.from({ length: count }, (__, i) => ENTRIES - (count - 1 - i) * 1000)
    const places = (count: number) => kept(count).map((seq) => packPosition({ seq, index: 0 }))
    const wanted = {
      records,
      ended: kept(left).toReversed(),
      reverted: places(left),
      counted: places(left),
      seen: places(seen),
    }
    expect(past(state)).toEqual(wanted)
    expect(read && past(read)).toEqual(wanted)
  },
)
