import { noDeployment, type Deployment } from './design/state.ts'
import { emptyFeedIndex, type FeedIndex } from './feeds/feed-index.ts'
import { noJoining, type Joining } from './joining/state.ts'
import { noDrops, type Drops } from './kernel/drop.ts'
import { emptyTable } from './kernel/table.ts'
import type { Tally } from './kernel/tally.ts'
import { noBoards, type Boards } from './leaderboards/boards.ts'
import { noMembers, type Members } from './members/state.ts'
import { noPlayers, type Players } from './players/state.ts'
import { noProcessRates, type ProcessRates } from './processes/rate-uses.ts'
import type { Processes } from './processes/state.ts'
import { noRequests, type Requests } from './requests/state.ts'
import type { Teams } from './teams/state.ts'

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
  readonly processes: Processes
  readonly rates: ProcessRates
  readonly teams: Teams
  readonly members: Members
  readonly requests: Requests
  readonly joining: Joining
  /** What of the design is in use, so that it can be told what a new one does not fit. Spec 4.13. */
  readonly holders: Tally
  /** All that was ever dropped for good. */
  readonly drops: Drops
  readonly feeds: FeedIndex
  readonly boards: Boards
  /** The feeds of the requests that holders of a role of a team may approve, by `askKey`. */
  readonly asks: Map<string, number>
  /** Events that were reverted, as packed places. */
  reverted: Set<number>
}

/** A game before its first entry. */
export function newGame(runtime: RuntimeName): GameState {
  const drops = noDrops()
  const players = noPlayers(drops)
  const teams: Teams = { ...emptyTable(), owned: new Map() }
  return {
    runtime,
    seq: 0,
    at: 0,
    chain: 0,
    seed: '',
    design: '',
    deployment: noDeployment,
    clock: { offsetMs: 0, frozenAt: null },
    players,
    processes: { ...emptyTable(), owned: new Map() },
    rates: noProcessRates(),
    teams,
    members: noMembers(),
    requests: noRequests(),
    joining: noJoining(),
    holders: new Map(),
    drops,
    feeds: emptyFeedIndex(),
    boards: noBoards(drops, { players, teams }),
    asks: new Map(),
    reverted: new Set(),
  }
}
