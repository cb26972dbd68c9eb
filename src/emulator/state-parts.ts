import { feedIndexBytes, feedIndexOf } from '../game/feeds/feed-index.ts'
import { newGame, type ClockState, type GameState, type RuntimeName } from '../game/game-state.ts'
import type { Book } from '../game/kernel/book.ts'
import type { Player } from '../game/players/player.ts'
import type { SnapshotPart } from '../storage/snapshot.ts'

/** Players in a part of a snapshot. */
const PLAYERS_A_PART = 256

/** What of a state is neither players nor feeds. */
interface Frame {
  readonly seq: number
  readonly at: number
  readonly chain: number
  readonly seed: string
  readonly design: string
  readonly clock: ClockState
  readonly reverted: readonly number[]
  readonly departed: readonly (readonly [player: string, plays: Book<number>])[]
}

/**
 * The state as parts of a snapshot. It is taken hold of now and cut up as the parts are asked for: records are replaced
 * and never changed, so references are enough.
 */
export function stateParts(state: GameState): Iterable<SnapshotPart> {
  const { seq, at, chain, seed, design, clock, players, feeds } = state
  const frame: Frame = {
    seq,
    at,
    chain,
    seed,
    design,
    clock,
    reverted: [...state.reverted],
    departed: [...players.departed],
  }
  return partsOf(frame, [...players.records], feedIndexBytes(feeds))
}

function* partsOf(
  frame: Frame,
  records: readonly (Player | undefined)[],
  feeds: readonly Uint8Array[],
): Generator<SnapshotPart> {
  yield { name: 'frame', data: frame }
  for (let i = 0; i < records.length; i += PLAYERS_A_PART) {
    yield { name: 'players', data: records.slice(i, i + PLAYERS_A_PART).filter((player) => player !== undefined) }
  }
  for (const bytes of feeds) yield { name: 'feeds', bytes }
}

/** The state that gave these parts. */
export async function stateOf(
  runtime: RuntimeName,
  parts: AsyncIterable<SnapshotPart> | Iterable<SnapshotPart>,
): Promise<GameState> {
  const game = newGame(runtime)
  const { places, records, departed } = game.players
  const feeds: Uint8Array[] = []
  let frame: Frame | undefined
  for await (const part of parts) {
    if ('bytes' in part) feeds.push(part.bytes)
    else if (part.name === 'frame') frame = part.data as Frame
    else
      for (const player of part.data as readonly Player[]) {
        places.set(player.id, records.length)
        records.push(player)
      }
  }
  if (!frame) throw new Error('a snapshot has no frame')
  const { reverted, departed: gone, ...rest } = frame
  for (const [player, plays] of gone) departed.set(player, plays)
  return { ...game, ...rest, feeds: feedIndexOf(feeds), reverted: new Set(reverted) }
}
