import { noDeployment, type Deployment } from './design/state.ts'
import { emptyFeedIndex, type FeedIndex } from './feeds/feed-index.ts'
import type { Holders } from './metrics/holders.ts'
import { noPlayers, type Players } from './players/state.ts'

/** A game runs twice: with dummies to try a design on, and for real. Spec 4.13. */
export type RuntimeName = 'staging' | 'production'

/** Game time against the machine's clock: ahead of it by so much, or standing still. */
export interface ClockState {
  readonly offsetMs: number
  readonly frozenAt: number | null
}

/** The whole of a running game. Only `evolve` changes it; what stands in its records is never changed in place. */
export interface GameState {
  readonly runtime: RuntimeName
  /** The last entry that made it: number, time, and checksum for the next one's `chain`. */
  seq: number
  at: number
  chain: number
  /** What luck is drawn from. */
  seed: string
  /** Hash of the design it runs; empty before the first. */
  design: string
  deployment: Deployment
  clock: ClockState
  readonly players: Players
  readonly holders: Holders
  readonly feeds: FeedIndex
  /** Events that were reverted, as packed places. */
  readonly reverted: Set<number>
}

/** A game before its first entry. */
export function newGame(runtime: RuntimeName): GameState {
  return {
    runtime,
    seq: 0,
    at: 0,
    chain: 0,
    seed: '',
    design: '',
    deployment: noDeployment,
    clock: { offsetMs: 0, frozenAt: null },
    players: noPlayers(),
    holders: new Map(),
    feeds: emptyFeedIndex(),
    reverted: new Set(),
  }
}
