import type { Design } from '../../game/design/design.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { LabGame } from '../lab-game.ts'
import { levelOrders, type LevelOrders } from '../terms/levels.ts'
import { addBoards, type BoardPlayer } from './board-tally.ts'
import { calendarFrom, type Calendar } from './calendar.ts'
import { inTurn } from './in-turn.ts'
import { PlayerLife } from './player-life.ts'
import type { PlayerRecord } from './player-record.ts'
import { playersIn, type Part, type SimulatedPlayer } from './players.ts'
import type { Simulation } from './simulation.ts'
import { emptyTally, type GroupTally, type Tally } from './tally.ts'

/** What is simulated, on which design. */
export interface World {
  readonly simulation: Simulation
  readonly design: Design
  readonly game: GameInfo
  /** The offset of the game's time zone from UTC in ms, at a time. */
  readonly zoneOffset: (atMs: number) => number
  readonly seed: string
}

/** Plays parts of a simulation, and counts what comes of them. */
export class PartPlayer {
  readonly tally: Tally
  readonly #world: World
  readonly #calendar: Calendar
  readonly #orders: LevelOrders

  constructor(world: World) {
    const { simulation, design, zoneOffset } = world
    this.#world = world
    this.#calendar = calendarFrom(simulation.from, simulation.days, zoneOffset)
    this.#orders = levelOrders(design)
    this.tally = emptyTally(Object.keys(simulation.personas), simulation.days)
  }

  /** The number of tries of all players so far. */
  get tries(): number {
    let tries = 0
    for (const { days } of this.tally.personas.values()) for (const day of days) tries += day.tries
    return tries
  }

  /** Plays a part to its end. Stops between two steps once `isInterrupted`. */
  play(part: Part, isInterrupted: () => boolean = () => false): void {
    const { days } = this.#calendar
    const players = part.ranges
      .flatMap((range) => playersIn(this.#world.simulation, range))
      .filter(({ joinDay }) => joinDay <= days)
    if (part.together) return this.#playTogether(players, isInterrupted)
    for (const player of players) {
      if (isInterrupted()) return
      this.#playTogether([player], isInterrupted)
    }
  }

  /** Plays the lives of players in one game. Who comes first of two at the same time has the lower place. */
  #playTogether(players: readonly SimulatedPlayer[], isInterrupted: () => boolean): void {
    const { design, game, zoneOffset, seed } = this.#world
    const fromMs = this.#calendar.startOf(1)
    const played = new LabGame({ design, game, zoneOffset, seed, fromMs })
    const records = new Map<string, PlayerRecord>()
    const lives = players.map((player) => this.#lifeOf(player, played, records))
    // Alone in the game, nobody has to wait.
    const steps = lives.length === 1 ? lives[0] : inTurn(lives)
    while (!isInterrupted() && steps?.next().done === false);
    addBoards(this.tally.boards, played, boardPlayers(players, this.#calendar))
  }

  #lifeOf(player: SimulatedPlayer, game: LabGame, records: Map<string, PlayerRecord>): Generator<number, void> {
    const life = new PlayerLife(player, {
      game,
      calendar: this.#calendar,
      seed: this.#world.seed,
      orders: this.#orders,
      tally: this.tally.personas.get(player.persona.id) as GroupTally,
      recordOf: (id) => records.get(id),
      onJoined: (record) => records.set(record.id, record),
    })
    return life.live()
  }
}

function boardPlayers(players: readonly SimulatedPlayer[], calendar: Calendar): (id: string) => BoardPlayer {
  const byId = new Map(players.map((player) => [player.id, player]))
  return (id) => {
    const player = byId.get(id)
    if (!player) throw new Error(`a board of a simulation has an unknown player: ${id}`)
    const { persona, place, joinDay } = player
    return { persona: persona.id, place, joinedMs: calendar.startOf(joinDay) }
  }
}
