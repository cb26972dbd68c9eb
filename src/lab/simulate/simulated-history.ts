import { playAction, type PlayInput } from '../../game/actions/operations.ts'
import type { Design } from '../../game/design/design.ts'
import type { AccessSetting, GameInfo } from '../../game/kernel/game-info.ts'
import { DAY_MS, toIso } from '../../game/kernel/instant.ts'
import { joinSubject } from '../../game/members/joining.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { createProcess } from '../../game/processes/creation.ts'
import { playTrigger } from '../../game/processes/trigger-play.ts'
import type { AnyEvent } from '../../game/registry.ts'
import { createTeam } from '../../game/teams/creation.ts'
import type { StepInput } from '../../scripts/step.ts'
import { LabGame, type Accepted } from '../lab-game.ts'
import { labZone } from '../lab-zone.ts'
import { levelOrders } from '../terms/levels.ts'
import { calendarFrom, type Calendar } from './calendar.ts'
import { inTurn } from './in-turn.ts'
import { PlayerLife, type LifeOptions, type Newcomer } from './player-life.ts'
import type { PlayerRecord } from './player-record.ts'
import { emptyGroup, refusedIn, type GroupTally } from './tally.ts'

/** A player whose persona is known, and when the player joins, in ms since 1970. */
export type Joining = Pick<Newcomer, 'id' | 'persona' | 'profile'> & { readonly joinsAt: number }

/** Who plays a history, in which game. Times are in ms since 1970. */
export interface HistoryOptions {
  readonly design: Design
  readonly game: GameInfo
  /** The seed of the random draws of the game. */
  readonly gameSeed: string
  /** The seed of what players do. */
  readonly seed: string
  /** In the order in which they join. */
  readonly players: readonly Joining[]
  readonly fromMs: number
  readonly untilMs: number
}

/** A step of a script, and when it happens. */
export type DatedStep = StepInput & { readonly at: string }

/** What the players of a history share. */
interface Together extends Pick<LifeOptions, 'game' | 'orders'> {
  readonly records: Map<string, PlayerRecord>
}

/**
 * What simulated players do in a game of the lab, as the steps of a script. In a game with the same design and seed they
 * come to the same, luck included.
 */
export class SimulatedHistory {
  readonly #options: HistoryOptions
  readonly #calendar: Calendar
  readonly #tally: GroupTally
  #atMs: number

  constructor(options: HistoryOptions) {
    const { game, fromMs, untilMs } = options
    this.#options = options
    this.#atMs = fromMs
    const zoneOffset = labZone(game.timezone)
    const from = toIso(fromMs + zoneOffset(fromMs)).slice(0, 'YYYY-MM-DD'.length)
    // The first day and the last one are parts of days, and a day can have an hour more or less.
    this.#calendar = calendarFrom(from, Math.ceil((untilMs - fromMs) / DAY_MS) + 2, zoneOffset)
    this.#tally = emptyGroup(this.#calendar.days)
  }

  /** How much of the time of the history is over, in ms. */
  get elapsedMs(): number {
    return this.#atMs - this.#options.fromMs
  }

  /** The number of actions and triggers that were accepted so far. */
  get plays(): number {
    return this.#tally.days.reduce((sum, { plays }) => sum + plays, 0)
  }

  /** The number of tries that the game refused so far. */
  get refused(): number {
    return refusedIn(this.#tally)
      .values()
      .reduce((sum, count) => sum + count, 0)
  }

  /** Yields what players do until the end. Each step is made when it is wanted. */
  *steps(): Generator<DatedStep, void> {
    const { design, game, gameSeed, fromMs, untilMs, players } = this.#options
    let accepted: Accepted[] = []
    const played = new LabGame({
      design,
      game,
      zoneOffset: labZone(game.timezone),
      seed: gameSeed,
      fromMs,
      onAccepted: (command) => accepted.push(command),
    })
    const records = new Map<string, PlayerRecord>()
    const orders = levelOrders(design)
    const lives = players.map((player) => this.#lifeOf(player, { game: played, orders, records }))
    for (const at of inTurn(lives)) {
      yield* stepsOf(accepted)
      accepted = []
      if (at > untilMs) return
      this.#atMs = at
    }
    yield* stepsOf(accepted)
  }

  #lifeOf(player: Joining, { game, orders, records }: Together): Generator<number, void> {
    const life = new PlayerLife(
      { ...player, joinDay: this.#dayAt(player.joinsAt) },
      {
        game,
        calendar: this.#calendar,
        seed: this.#options.seed,
        orders,
        tally: this.#tally,
        recordOf: (id) => records.get(id),
        onJoined: (record) => records.set(record.id, record),
      },
    )
    return life.live()
  }

  /** Returns the day of a time. */
  #dayAt(at: number): number {
    const { startOf } = this.#calendar
    const near = Math.floor((at - startOf(1)) / DAY_MS) + 1
    return [near + 1, near].find((day) => startOf(day) <= at) ?? near - 1
  }
}

function* stepsOf(accepted: readonly Accepted[]): Generator<DatedStep, void> {
  for (const command of accepted) {
    const step = stepOf(command)
    if (step) yield { ...step, at: toIso(command.at) }
  }
}

/** The parts of the inputs of commands that steps have. */
interface Inputs {
  readonly definition: string
  readonly process: string
  readonly trigger: string
  readonly access: AccessSetting | undefined
  readonly subject: { readonly kind: 'team' | 'process'; readonly id: string }
}

/**
 * Returns the step of a script that does in another game what a command did in a game of the lab, with the same ids;
 * undefined if players do no such thing. Spec 6.4.
 */
function stepOf({ name, input, player: as = '', events }: Accepted): StepInput | undefined {
  const { definition, process, trigger, subject, access } = input as Inputs
  switch (name) {
    case createPlayer.name:
      return { request: 'POST /v2/admin/players', body: input }
    case playAction.name:
      return actionStep(as, input as PlayInput)
    case playTrigger.name:
      return { as, process, trigger }
    case createProcess.name:
      // The id of a process begins with that of its player, which the game adds.
      return { as, create: { process: createdIn(events).slice(as.length + 1), definition } }
    case createTeam.name:
      return { as, create: { team: createdIn(events), definition, ...(access !== undefined && { access }) } }
    case joinSubject.name:
      return { as, join: { [subject.kind]: subject.id } }
    default:
      return undefined
  }
}

/** Leaves out what is the default. */
function actionStep(as: string, { action, count, variables, scopes }: PlayInput): StepInput {
  return {
    as,
    action,
    ...(count !== 1 && { count }),
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(scopes.length > 0 && { scopes: [...scopes] }),
  }
}

/** Returns the id of the team or process that was created. */
function createdIn(events: readonly AnyEvent[]): string {
  for (const event of events) if (event.event === 'create') return 'team' in event ? event.team.id : event.process.id
  throw new Error('a team or process was created without an event')
}
