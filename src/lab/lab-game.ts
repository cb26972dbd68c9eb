import type { Design } from '../game/design/design.ts'
import { setSeed } from '../game/design/run.ts'
import { emptyFeedIndex } from '../game/feeds/feed-index.ts'
import type { GameCommand, GameContext } from '../game/game-operation.ts'
import { newGame, type GameState } from '../game/game-state.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import type { GameInfo } from '../game/kernel/game-info.ts'
import type { Caller } from '../game/kernel/operation.ts'
import { adoptBoard, followDesign, newBoard, rankingsOf } from '../game/leaderboards/boards.ts'
import type { AnyEvent } from '../game/registry.ts'
import { evolve } from '../game/registry.ts'
import type { Observer } from '../game/rules/observer.ts'

/** What a game of the lab is played with. */
export interface LabGameOptions {
  readonly design: Design
  readonly game: GameInfo
  /** The offset of the game's time zone from UTC in ms, at a time. */
  readonly zoneOffset: (atMs: number) => number
  /** The seed of the random draws of the game. */
  readonly seed: string
  /** When the game begins, in ms since 1970. */
  readonly fromMs: number
  /** Called with each command that the game has accepted. */
  readonly onAccepted?: ((accepted: Accepted) => void) | undefined
  /** Receives what decisions examine. */
  readonly observer?: Observer | undefined
  /** Whether nobody reads the leaderboards, so the game has none. */
  readonly withoutBoards?: boolean
}

/** A command that a game has accepted. */
export interface Accepted {
  /** The name of the command, such as `actions.play`. */
  readonly name: string
  readonly input: unknown
  /** The player who acted; undefined for an operator. */
  readonly player: string | undefined
  /** In ms since 1970. */
  readonly at: number
  readonly events: readonly AnyEvent[]
}

const labCaller: Caller = { client: 'lab' }

const noEntries = new Map<never, never>()

/**
 * A game without an emulator: the state, the design and a clock that its user sets. It decides and applies commands like
 * a running game, in staging. It keeps no history and no feeds, so the ids of its events lead nowhere.
 */
export class LabGame {
  readonly state: GameState
  readonly design: Design
  /** The time of the next command, in ms since 1970. It may not go back. */
  at: number
  readonly #options: LabGameOptions
  readonly #times: number[] = []
  #caller: Caller = labCaller

  constructor(options: LabGameOptions) {
    const { design, seed, fromMs, zoneOffset, withoutBoards = false } = options
    this.#options = options
    this.design = design
    this.at = fromMs
    this.state = newGame('staging', emptyFeedIndex(true))
    if (!withoutBoards) this.#makeBoards(zoneOffset)
    this.execute(setSeed, { seed })
  }

  /** Runs a command at the present time. Returns its events, which are applied to the state, or the fault that refused it. */
  execute<I>(command: GameCommand<I, unknown>, input: I, player?: string): readonly AnyEvent[] | Fault {
    const { state } = this
    const context = this.context(player)
    const decision = command.decide(state, input, context)
    if (isFault(decision)) return decision
    const { events, prepared } = decision
    if (events.length === 0) return []
    const { at, seq, chain, caller } = context
    this.#times[seq] = at
    evolve(state, { seq, at, chain, op: command.name, caller, input, events }, prepared)
    const applied = events as readonly AnyEvent[]
    this.#options.onAccepted?.({ name: command.name, input, player, at, events: applied })
    return applied
  }

  /** Returns the events that a command would have at the present time, or the fault that would refuse it. */
  decide<I>(command: GameCommand<I, unknown>, input: I, player?: string): readonly AnyEvent[] | Fault {
    const decision = command.decide(this.state, input, this.context(player))
    return isFault(decision) ? decision : (decision.events as readonly AnyEvent[])
  }

  /** Returns what a command of a player would be decided in now. */
  context(player?: string): GameContext {
    const { at, design, state } = this
    const { game, zoneOffset, observer } = this.#options
    return {
      at,
      seq: state.seq + 1,
      chain: 0,
      zoneOffsetMs: zoneOffset(at),
      caller: this.#callerFor(player),
      game,
      design,
      next: undefined,
      recalled: noEntries,
      observer,
    }
  }

  /** Most commands are those of the player of the one before. */
  #callerFor(player: string | undefined): Caller {
    if (player !== this.#caller.player) this.#caller = player === undefined ? labCaller : { ...labCaller, player }
    return this.#caller
  }

  /** Returns the time of an entry, in ms since 1970. */
  timeOf(seq: number): number {
    return this.#times[seq] ?? this.#options.fromMs
  }

  #makeBoards(zoneOffset: LabGameOptions['zoneOffset']): void {
    const { boards } = this.state
    const { leaderboards, metrics } = this.design
    for (const board of followDesign(boards, leaderboards, { metrics, zoneOffset }))
      adoptBoard(
        boards,
        newBoard(board, this.at, () => rankingsOf(this.state, board.definition.entities)),
      )
  }
}
