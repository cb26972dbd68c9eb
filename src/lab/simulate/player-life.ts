import { isFault } from '../../game/kernel/fault.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { storedProcess } from '../../game/processes/state.ts'
import type { AnyEvent } from '../../game/registry.ts'
import type { LabGame } from '../lab-game.ts'
import type { LevelOrders } from '../terms/levels.ts'
import type { Calendar } from './calendar.ts'
import { drawsOf, type DrawFor } from './draws.ts'
import { greediest } from './greedy.ts'
import { addScores, changesOf, PlayerRecord, scoresIn } from './player-record.ts'
import { sessionsOf, type Session } from './sessions.ts'
import type { Choice, Persona } from './simulation.ts'
import { count, ofDay, type GroupTally } from './tally.ts'
import { tryChoice, tryTrigger, type TryResult } from './try-choice.ts'

/** A simulated player who has not joined yet, and does before the simulation ends. */
export interface Newcomer {
  readonly id: string
  readonly persona: Persona
  /** The day on which the player joins, from 1 on. */
  readonly joinDay: number
  /** The time of joining on that day, in ms since 1970 (default: midnight). */
  readonly joinsAt?: number | undefined
  /** The other fields of the call that creates the player. */
  readonly profile?: { readonly alias: string; readonly email: string } | undefined
}

/** What the life of a player needs. */
export interface LifeOptions {
  readonly game: LabGame
  readonly calendar: Calendar
  readonly seed: string
  readonly orders: LevelOrders
  readonly tally: GroupTally
  /** Returns the record of another player in the same game, whose scores may change too. */
  readonly recordOf: (id: string) => PlayerRecord | undefined
  /** Called when the player has joined. */
  readonly onJoined: (record: PlayerRecord) => void
}

/** The end of a day comes just before the next one begins. */
const BEFORE_MS = 0.5

/** A session that has begun. */
interface Running {
  readonly session: Session
  tried: number
  nextAt: number
}

/**
 * The life of one player: it joins, plays, and counts what comes of it. It waits for each time that it yields, in ms since
 * 1970, and goes on when the game has come there. The ends of days are half a millisecond before the next day.
 */
export class PlayerLife {
  readonly #newcomer: Newcomer
  readonly #options: LifeOptions
  readonly #weights: number
  #queue: Session[] = []
  #running: Running | undefined
  /** A session begins at this time or later. */
  #freeAt = 0
  #activeOn = 0
  #daysWithoutProgress = 0

  constructor(newcomer: Newcomer, options: LifeOptions) {
    this.#newcomer = newcomer
    this.#options = options
    this.#weights = newcomer.persona.choices.reduce((sum, { weight }) => sum + weight, 0)
  }

  /** Lives until the end of the simulation. */
  *live(): Generator<number, void> {
    const { calendar } = this.#options
    const { joinDay, joinsAt = calendar.startOf(joinDay) } = this.#newcomer
    yield joinsAt
    const record = this.#join(joinsAt)
    let isHere = true
    for (let day = joinDay; day <= calendar.days; day += 1) {
      if (isHere) yield* this.#playOn(day, record)
      yield calendar.startOf(day + 1) - BEFORE_MS
      isHere = this.#endDay(day, record, isHere)
    }
  }

  #join(at: number): PlayerRecord {
    const { game, tally, orders, onJoined } = this.#options
    const { id, joinDay, profile } = this.#newcomer
    game.at = at
    const record = new PlayerRecord(id, tally, orders, at)
    onJoined(record)
    const events = game.execute(createPlayer, { id, ...profile })
    if (isFault(events)) throw new Error(`the simulated player ${id} cannot join: ${events.fault}`)
    ofDay(tally.days, joinDay).joined += 1
    this.#note(events, joinDay)
    return record
  }

  *#playOn(day: number, record: PlayerRecord): Generator<number, void> {
    const { calendar, game, seed } = this.#options
    const { id, persona, joinsAt = 0 } = this.#newcomer
    const end = calendar.startOf(day + 1)
    const sessions = sessionsOf(persona, calendar, day, drawsOf(seed, id, day))
    this.#queue.push(...sessions.filter(({ at }) => at >= joinsAt))
    this.#queue.sort((a, b) => a.at - b.at)
    record.hasProgress = false
    for (let next = this.#next(); next && next.nextAt < end; next = this.#next()) {
      yield next.nextAt
      game.at = next.nextAt
      this.#try(next, day, record)
    }
  }

  /** Returns the session that runs, or the next one, which then runs. */
  #next(): Running | undefined {
    if (this.#running) return this.#running
    const [session] = this.#queue
    if (!session) return undefined
    this.#queue.shift()
    this.#running = { session, tried: 0, nextAt: Math.max(session.at, this.#freeAt) }
    return this.#running
  }

  #try(running: Running, day: number, record: PlayerRecord): void {
    const { tally } = this.#options
    const { session, tried } = running
    const today = ofDay(tally.days, day)
    if (this.#activeOn !== day) today.active += 1
    this.#activeOn = day
    today.tries += 1
    const result = this.#choose((which) => session.drawFor(`${tried} ${which}`))
    if (result.kind === 'refused') count(today.refused, result.code)
    if (result.kind === 'accepted') {
      if (result.isPlay) {
        today.plays += 1
        record.plays += 1
      }
      this.#note(result.events, day)
    }
    running.tried += 1
    running.nextAt += this.#newcomer.persona.pauseS * 1000
    if (running.tried < session.tries) return
    this.#freeAt = running.nextAt
    this.#running = undefined
  }

  #choose(drawFor: DrawFor): TryResult {
    const { game } = this.#options
    const { id, persona } = this.#newcomer
    const best = persona.greedy === undefined ? undefined : greediest(game, id, persona.choices, persona.greedy)
    if (best?.trigger) return tryTrigger(game, id, best.trigger)
    return tryChoice(game, id, best?.choice ?? this.#drawChoice(drawFor('choice')), drawFor)
  }

  #drawChoice(drawn: number): Choice {
    const { choices } = this.#newcomer.persona
    let left = drawn * this.#weights
    for (const choice of choices) {
      if (left < choice.weight) return choice
      left -= choice.weight
    }
    return choices.findLast(({ weight }) => weight > 0) as Choice
  }

  /** Counts the changes of all events first: something is reached only if the state after them has it. */
  #note(events: readonly AnyEvent[], day: number): void {
    const { game, recordOf } = this.#options
    const { design, state } = game
    const definitionOf = (process: string): string => storedProcess(state, process)?.definition ?? ''
    for (const event of events) {
      const found = changesOf(event, definitionOf)
      const record = found && recordOf(found.player)
      if (!record) continue
      record.addChanges(found.changes, found.source, design)
      record.noteReached(found.changes, scoresIn(game, found.player), design, day, game.at)
      if (event.event === 'progress' && event.engine.completed)
        record.noteEnded(definitionOf(event.process.id), day, game.at)
    }
  }

  /** Returns whether the player comes again after this day. */
  #endDay(day: number, record: PlayerRecord, isHere: boolean): boolean {
    const { game, tally, seed } = this.#options
    const { id, persona } = this.#newcomer
    addScores(tally, game.design, scoresIn(game, id), day)
    if (!isHere) return false
    if (this.#activeOn === day) this.#daysWithoutProgress = record.hasProgress ? 0 : this.#daysWithoutProgress + 1
    const hasLeft =
      this.#daysWithoutProgress >= persona.leavesWithoutProgress ||
      (persona.leavesPerDay > 0 && drawsOf(seed, id, day)('leaves') < persona.leavesPerDay)
    if (hasLeft) ofDay(tally.days, day).left += 1
    return !hasLeft
  }
}
