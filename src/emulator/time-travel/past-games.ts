import { turns } from '../../async/turns.ts'
import type { GameOperation } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import type { Caller } from '../../game/kernel/operation.ts'
import type { Paged, PageRange } from '../../game/kernel/page.ts'
import { readFunnel, type Funnel } from '../../game/processes/funnel.ts'
import { findProcesses, type ProcessFilter } from '../../game/processes/instances.ts'
import type { ProcessItem } from '../../game/processes/show.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'
import type { WhyNot } from '../../interface/why-answer.ts'
import type { Journal } from '../../storage/journal.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { CoverageCounts } from '../coverage-counts.ts'
import type { DescribedPlayer } from '../listing/describe-player.ts'
import type { ListedPlayers, PlayerListing } from '../listing/list-players.ts'
import { emulatorCaller, Timeline } from '../session/timeline.ts'
import type { ListedAction, WhyNotInput } from '../why/why-not.ts'
import type { KeptTimeline, RuntimeWorld } from './kept-timeline.ts'
import { entryAt, periodHold, stateAt } from './rewinding.ts'

/** How many past games are kept, and the players of all of them; the newest one is kept however many it has. */
const MAX_KEPT = 4
const MAX_PLAYERS = 1_000_000

/** How many past games can be waited for at a time. They are rebuilt one after the other. */
const MAX_REBUILDING = 8

const tooMany = fault('rate_limit_exceeded', {
  message: `${MAX_REBUILDING} other moments of the history are being rebuilt; ask for this one again when they are done`,
})

/** How long a past game is kept that nobody reads, in ms. */
const IDLE_MS = 60_000

/** A game as it was after an entry, to be read. */
export interface PastGame {
  /** The number of its last entry. */
  readonly seq: number
  readonly state: Pick<GameState, 'seed' | 'seq'>
  /** Runs an operation as `Timeline.execute` does. Returns a fault for a command, which would change what has been. */
  execute<I, R>(op: GameOperation<I, R>, input: I, caller: Caller): Promise<Fault | R>
  whyCannotAct(player: string): Promise<Fault | undefined>
  /** Lists the actions of the design and, for a player, whether each could be played then. */
  actions(player: string | undefined): Promise<Fault | readonly ListedAction[]>
  /** Explains what prevented a play or a rule then. */
  whyNot(input: WhyNotInput): Promise<Fault | WhyNot>
  /** Lists the players of then in an order, with scores. */
  players(listing: PlayerListing): Promise<Fault | ListedPlayers>
  /** Describes what a profile leaves out of a player. */
  player(id: string): Promise<Fault | DescribedPlayer>
  findProcesses(filter: ProcessFilter & PageRange): Promise<Fault | Paged<ProcessItem>>
  funnel(definition: string): Promise<Fault | Funnel>
}

/** A clock that shows the time that was set last. */
interface StandingClock {
  nowMs: number
}

/** A past game that is kept, or is being rebuilt. */
interface Kept {
  readonly of: KeptTimeline
  /** Returns the game at a time that is not before its last entry, in ms since 1970. */
  readonly game: Promise<(nowMs: number) => PastGame>
  readonly release: () => void
  /** How many callers wait for it or read it. */
  readers: number
  players: number
}

/**
 * The games of a runtime as they were. Each is rebuilt next to the live one, from the nearest checkpoint and the entries
 * after it, and kept for a while, because whoever looks at a moment asks more than once. Spec 6.6 `GET /then/:asked_path`.
 */
export class PastGames {
  readonly #world: RuntimeWorld
  readonly #live: () => KeptTimeline
  /** By the number of the entry; the one that was read last is the last. */
  readonly #kept = new Map<number, Kept>()
  readonly #inTurn = turns(1)
  #idle: NodeJS.Timeout | undefined
  /** The number of past games that are being rebuilt, or wait for it. */
  #rebuilding = 0

  constructor(world: RuntimeWorld, live: () => KeptTimeline) {
    this.#world = world
    this.#live = live
  }

  /**
   * Lets `use` read the game as it was after an entry, or after the last entry that is not later than a time, and returns
   * its result. Begins again if another history takes the place of this one. Returns a fault if the history does not go
   * there. Throws StorageError.
   */
  async use<T>(to: HistoryPosition, use: (game: PastGame) => T | Promise<T>): Promise<Fault | T> {
    const live = this.#live()
    await live.timeline.quiet()
    const seq = await entryAt(live, to, 'The history does not have that moment: it goes back')
    if (isFault(seq)) return seq
    const known = this.#kept.get(seq)
    if (known?.of !== live && this.#rebuilding >= MAX_REBUILDING) return tooMany
    const kept = known?.of === live ? known : this.#rebuild(live, seq)
    this.#kept.delete(seq)
    this.#kept.set(seq, kept)
    kept.readers += 1
    this.#tidy()
    try {
      const gameAt = await kept.game
      return await use(gameAt('at' in to ? to.at : 0))
    } catch (error) {
      if (live === this.#live()) throw error
      // Another history has taken its place meanwhile.
      return await this.use(to, use)
    } finally {
      kept.readers -= 1
    }
  }

  /** Forgets all past games. */
  clear(): void {
    clearTimeout(this.#idle)
    for (const seq of this.#kept.keys()) this.#forget(seq)
  }

  #rebuild(live: KeptTimeline, seq: number): Kept {
    this.#forget(seq)
    const { hold, release } = periodHold(live)
    const rebuilt: Kept['game'] = this.#inTurn(async () => {
      const { state } = await stateAt(this.#world, live, seq, hold)
      kept.players = state.players.index.size
      this.#tidy()
      const clock = { nowMs: state.at }
      const timeline = await this.#timelineOf(live, state, clock)
      return (nowMs: number) => gameOf(timeline, { nowMs, clock })
    })
    const kept: Kept = { of: live, game: rebuilt, release, readers: 0, players: 0 }
    this.#rebuilding += 1
    rebuilt.catch(() => this.#kept.get(seq) === kept && this.#forget(seq)).finally(() => (this.#rebuilding -= 1))
    return kept
  }

  async #timelineOf({ storage }: KeptTimeline, state: GameState, clock: StandingClock): Promise<Timeline> {
    const { game, zoneOffset, designOf, warn } = this.#world
    return new Timeline({
      state,
      design: await designOf(state.design),
      journal: endingAt(storage.journal, state),
      game,
      zoneOffset,
      machineNow: () => clock.nowMs - state.clock.offsetMs,
      boards: storage.boards,
      coverage: new CoverageCounts(),
      designOf,
      warn,
    })
  }

  /** Forgets the games of other histories, and those that were read least recently and are too many. */
  #tidy(): void {
    const live = this.#live()
    const sum = (): number => [...this.#kept.values()].reduce((players, kept) => players + kept.players, 0)
    const newest = [...this.#kept.keys()].at(-1)
    for (const [seq, { of, readers }] of this.#kept) {
      const isTooMuch = this.#kept.size > MAX_KEPT || sum() > MAX_PLAYERS
      if (of !== live || (isTooMuch && readers === 0 && seq !== newest)) this.#forget(seq)
    }
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#forgetUnread(), IDLE_MS).unref()
  }

  #forgetUnread(): void {
    for (const [seq, { readers }] of this.#kept) if (readers === 0) this.#forget(seq)
    if (this.#kept.size > 0) this.#tidy()
  }

  #forget(seq: number): void {
    this.#kept.get(seq)?.release()
    this.#kept.delete(seq)
  }
}

function gameOf(timeline: Timeline, { nowMs, clock }: { nowMs: number; clock: StandingClock }): PastGame {
  const { state } = timeline
  const execute: PastGame['execute'] = async (op, input, caller) => {
    if (op.kind === 'command') return readOnly
    // An operation reads the clock as soon as it begins.
    clock.nowMs = nowMs
    return timeline.execute(op, input, caller)
  }
  return {
    seq: state.seq,
    state,
    execute,
    whyCannotAct: async (player) => timeline.whyCannotAct(player),
    actions: async (player) => {
      const { listDesignActions } = await import('../why/why-not.ts')
      return execute(listDesignActions, { player_id: player }, emulatorCaller)
    },
    whyNot: async (input) => {
      const { whyNot } = await import('../why/why-not.ts')
      return execute(whyNot, input, emulatorCaller)
    },
    players: async (listing) => {
      const { listPlayersBy } = await import('../listing/list-players.ts')
      return execute(listPlayersBy, listing, emulatorCaller)
    },
    player: async (id) => {
      const { describePlayer } = await import('../listing/describe-player.ts')
      return execute(describePlayer, { id }, emulatorCaller)
    },
    findProcesses: (filter) => execute(findProcesses, filter, emulatorCaller),
    funnel: (definition) => execute(readFunnel, { definition }, emulatorCaller),
  }
}

const readOnly = fault('invalid_request', { message: 'What has been cannot be changed: it can only be read' })

/** Returns a journal up to the last entry of a state, which accepts no more. */
function endingAt(journal: Journal, { seq: last, chain }: GameState): Journal {
  return {
    get firstSeq() {
      return Math.min(journal.firstSeq, last + 1)
    },
    lastSeq: last,
    lastSum: chain,
    get failure() {
      return journal.failure
    },
    append: () => Promise.reject(new StorageError('What has been cannot be changed')),
    settled: () => undefined,
    async *read(from) {
      for await (const line of journal.read(from)) {
        if (line.seq > last) return
        yield line
      }
    },
    texts: async (seqs) => {
      const within = seqs.filter((seq) => seq <= last)
      return [...(await journal.texts(within)), ...seqs.slice(within.length).map(() => undefined)]
    },
    dropBefore: async () => {},
    hold: () => journal.hold(),
    close: async () => {},
  }
}
