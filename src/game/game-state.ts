import { noAnsweredCalls, type AnsweredCalls } from './answered-calls.ts'
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

/** A game has two runtimes: one with dummies to try a design, and the real one. Spec 4.13. */
export type RuntimeName = 'staging' | 'production'

/** The relation of game time to the machine's clock: an offset, or the time at which game time is frozen. */
export interface ClockState {
  readonly offsetMs: number
  readonly frozenAt: number | null
}

/** The complete state of a running game. Only `evolve` changes it. Its records are never changed in place. */
export interface GameState {
  readonly runtime: RuntimeName
  /** The number, time and checksum of the last entry. The checksum is the `chain` of the next one. */
  seq: number
  at: number
  chain: number
  /** The seed of the random draws. */
  seed: string
  /** The hash of the deployed design; empty before the first deployment. */
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
  /** What is in use of the design, to find out what a new design has no place for. Spec 4.13. */
  readonly holders: Tally
  /** Everything that was ever dropped or renamed. */
  readonly drops: Drops
  readonly feeds: FeedIndex
  readonly boards: Boards
  /** The feeds of the requests that players with a role in a team may approve, by `askKey`. */
  readonly requestFeeds: Map<string, number>
  /** The packed positions of reverted events. */
  reverted: Set<number>
  readonly answered: AnsweredCalls
}

/** Creates the state of a game before its first entry. Its feeds are kept by default. */
export function newGame(runtime: RuntimeName, feeds = emptyFeedIndex()): GameState {
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
    feeds,
    boards: noBoards(drops, { players, teams }),
    requestFeeds: new Map(),
    reverted: new Set(),
    answered: noAnsweredCalls(),
  }
}
