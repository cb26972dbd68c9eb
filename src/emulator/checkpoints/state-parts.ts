import { feedIndexBytes, feedIndexOf } from '../../game/feeds/feed-index.ts'
import { newGame, type GameState, type RuntimeName } from '../../game/game-state.ts'
import { BoardsReader, boardParts } from '../../game/leaderboards/kept-board.ts'
import { ReadView } from '../../game/ranking/read-view.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import type { GenerationStorage } from '../../storage/runtime-store.ts'
import { kinds, type Kind, type Restored } from './state-records.ts'
import type { Frame } from './state-shapes.ts'

/** The maximum number of bytes of feeds in a part. */
const FEED_BYTES_A_PART = 1 << 18

const kindsByName: ReadonlyMap<string, Kind<unknown>> = new Map(kinds.map((each) => [each.name, each]))

/**
 * Returns the state as parts of a checkpoint. It is captured now and split as the parts are requested. References are
 * enough, because records are replaced and never changed. Leaderboards are held by `view`; end it if not all parts may
 * be requested.
 */
export function stateParts(state: GameState, view = new ReadView()): Iterable<CheckpointPart> {
  const { seq, at, chain, seed, design, clock, deployment, feeds } = state
  const { label, pending } = deployment
  const waiting = pending && { hash: pending.hash }
  const gone = feeds.gone > 0 ? { feedsGone: feeds.gone } : {}
  return partsOf(
    { seq, at, chain, seed, design, clock, deployment: { label, pending: waiting }, ...gone },
    kinds.map((each) => recordParts(each, each.hold(state))),
    feedIndexBytes(feeds),
    boardParts(state, view),
  )
}

/** `feeds` are the heads of the feeds, and the columns of their records. */
function* partsOf(
  frame: Frame,
  records: readonly Iterable<CheckpointPart>[],
  feeds: readonly Uint8Array[],
  boards: Iterable<CheckpointPart>,
): Generator<CheckpointPart> {
  yield { name: 'frame', data: frame }
  for (const parts of records) yield* parts
  for (const block of feeds) yield* blockParts(block)
  yield* boards
}

/** Groups records into parts of `aPart` records, or of fewer if some count as several. */
function* recordParts<T>(each: Kind<T>, records: Iterable<T>): Generator<CheckpointPart> {
  const { name, aPart } = each
  let data: T[] = []
  let taken = 0
  for (const record of records) {
    data.push(record)
    taken += each.room?.(record) ?? 1
    if (taken < aPart) continue
    yield { name, data }
    data = []
    taken = 0
  }
  if (data.length > 0) yield { name, data }
}

/** Splits a block of bytes into parts of bounded size. The name of the last part marks the end of the block. */
function* blockParts(block: Uint8Array): Generator<CheckpointPart> {
  const lastStart = Math.max(0, Math.ceil(block.length / FEED_BYTES_A_PART) - 1) * FEED_BYTES_A_PART
  for (let start = 0; start < lastStart; start += FEED_BYTES_A_PART) {
    yield { name: 'feed-piece', bytes: block.subarray(start, start + FEED_BYTES_A_PART) }
  }
  yield { name: 'feeds', bytes: block.subarray(lastStart) }
}

/** Restores the state from its parts. */
export async function stateOf(
  runtime: RuntimeName,
  parts: AsyncIterable<CheckpointPart> | Iterable<CheckpointPart>,
): Promise<GameState> {
  const game = newGame(runtime)
  const boards = new BoardsReader(game)
  const into: Restored = { game, settled: [], fixes: new Map() }
  const feeds: Uint8Array[] = []
  let pieces: Uint8Array[] = []
  let frame: Frame | undefined
  for await (const part of parts) {
    if (part.name === 'frame') frame = (part as DataPart).data as Frame
    else if (boards.take(part)) continue
    else if ('data' in part) addPart(into, part)
    else {
      pieces.push(part.bytes)
      if (part.name !== 'feeds') continue
      feeds.push(pieces.length === 1 ? part.bytes : Buffer.concat(pieces))
      pieces = []
    }
  }
  if (!frame || feeds.length === 0) throw new Error('it does not contain a whole state')
  const { feedsGone = 0, ...rest } = frame
  const { label, pending } = rest.deployment
  const waiting = pending && { ...pending, fixes: into.fixes }
  const deployment = { label, pending: waiting, settled: into.settled }
  return { ...game, ...rest, deployment, feeds: feedIndexOf(feeds, feedsGone) }
}

type DataPart = Extract<CheckpointPart, { data: unknown }>

function addPart(into: Restored, { name, data }: DataPart): void {
  const known = kindsByName.get(name)
  if (known === undefined) throw new Error(`it has a part of an unknown kind, '${name}'`)
  known.put(into, data as readonly unknown[])
}

/** Writes a checkpoint of the present state, while the game continues. Throws StorageError. */
export async function writeCheckpoint(write: NonNullable<GenerationStorage['write']>, state: GameState): Promise<void> {
  const { seq, at, chain, design } = state
  const view = new ReadView()
  try {
    await write({ seq, at, sum: chain, design: design || null }, stateParts(state, view))
  } finally {
    view.end()
  }
}
