import { feedIndexBytes, feedIndexOf } from '../game/feeds/feed-index.ts'
import { newGame, type ClockState, type GameState, type RuntimeName } from '../game/game-state.ts'
import type { Book } from '../game/kernel/book.ts'
import type { Player } from '../game/players/player.ts'
import { putPlayer } from '../game/players/state.ts'
import type { SnapshotPart } from '../storage/snapshot.ts'

/** Players in a part of a snapshot. */
const PLAYERS_A_PART = 256

/** Small records in a part: a reverted event each, or a player who has gone. */
const RECORDS_A_PART = 4096

/** Most bytes of feeds in a part. */
const FEED_BYTES_A_PART = 1 << 18

/** What of a state does not grow. */
interface Frame {
  readonly seq: number
  readonly at: number
  readonly chain: number
  readonly seed: string
  readonly design: string
  readonly clock: ClockState
}

/** A player who has gone, and how often he had played each action. */
type Departed = readonly [player: string, plays: Book<number>]

/** What of a state grows, held as it was at one moment. */
interface Held {
  readonly players: readonly (Player | undefined)[]
  /** It is only ever added to, so the first ones are those of the moment. */
  readonly reverted: ReadonlySet<number>
  readonly revertedSize: number
  readonly departedIds: readonly string[]
  readonly departedPlays: readonly Book<number>[]
  /** Of the feeds' heads, and the columns of their records. */
  readonly feeds: readonly Uint8Array[]
}

/**
 * The state as parts of a snapshot. It is taken hold of now and cut up as the parts are asked for: records are replaced
 * and never changed, so references are enough.
 */
export function stateParts(state: GameState): Iterable<SnapshotPart> {
  const { seq, at, chain, seed, design, clock, players, feeds, reverted } = state
  return partsOf(
    { seq, at, chain, seed, design, clock },
    {
      players: [...players.records],
      reverted,
      revertedSize: reverted.size,
      // Ids and plays each by themselves: pairs would have to be made, and hold the loop up ten times as long.
      departedIds: [...players.departed.keys()],
      departedPlays: [...players.departed.values()],
      feeds: feedIndexBytes(feeds),
    },
  )
}

function* partsOf(frame: Frame, held: Held): Generator<SnapshotPart> {
  const { players, reverted, revertedSize, departedIds, departedPlays, feeds } = held
  yield { name: 'frame', data: frame }
  for (let i = 0; i < players.length; i += PLAYERS_A_PART) {
    yield { name: 'players', data: players.slice(i, i + PLAYERS_A_PART).filter((player) => player !== undefined) }
  }
  for (let i = 0; i < departedIds.length; i += RECORDS_A_PART) {
    const ids = departedIds.slice(i, i + RECORDS_A_PART)
    yield { name: 'departed', data: ids.map((id, k) => [id, departedPlays[i + k]]) }
  }
  const keys = reverted.values()
  for (let left = revertedSize; left > 0; left -= RECORDS_A_PART) {
    yield { name: 'reverted', data: firstOf(keys, Math.min(left, RECORDS_A_PART)) }
  }
  for (const block of feeds) yield* blockParts(block)
}

/** The next `count` of what is asked for one at a time. */
function firstOf(numbers: Iterator<number>, count: number): number[] {
  return Array.from({ length: count }, () => numbers.next().value as number)
}

/** A block of bytes in parts of bounded size; the name of its last part tells that it ends there. */
function* blockParts(block: Uint8Array): Generator<SnapshotPart> {
  const lastStart = Math.max(0, Math.ceil(block.length / FEED_BYTES_A_PART) - 1) * FEED_BYTES_A_PART
  for (let start = 0; start < lastStart; start += FEED_BYTES_A_PART) {
    yield { name: 'feed-piece', bytes: block.subarray(start, start + FEED_BYTES_A_PART) }
  }
  yield { name: 'feeds', bytes: block.subarray(lastStart) }
}

/** The state that gave these parts. */
export async function stateOf(
  runtime: RuntimeName,
  parts: AsyncIterable<SnapshotPart> | Iterable<SnapshotPart>,
): Promise<GameState> {
  const game = newGame(runtime)
  const feeds: Uint8Array[] = []
  let pieces: Uint8Array[] = []
  let frame: Frame | undefined
  for await (const part of parts) {
    if (part.name === 'frame') frame = (part as DataPart).data as Frame
    else if ('data' in part) takeIn(game, part)
    else {
      pieces.push(part.bytes)
      if (part.name !== 'feeds') continue
      feeds.push(pieces.length === 1 ? part.bytes : Buffer.concat(pieces))
      pieces = []
    }
  }
  if (!frame || feeds.length === 0) throw new Error('it does not hold a whole state')
  return { ...game, ...frame, feeds: feedIndexOf(feeds) }
}

type DataPart = Extract<SnapshotPart, { data: unknown }>

function takeIn({ players, reverted }: GameState, { name, data }: DataPart): void {
  switch (name) {
    case 'players':
      for (const player of data as readonly Player[]) putPlayer(players, player)
      return
    case 'departed':
      for (const [id, plays] of data as readonly Departed[]) players.departed.set(id, plays)
      return
    case 'reverted':
      for (const key of data as readonly number[]) reverted.add(key)
      return
    default:
      throw new Error(`it has a part of an unknown kind, '${name}'`)
  }
}
