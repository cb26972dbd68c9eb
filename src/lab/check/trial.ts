import type { CoverageCounts } from '../../emulator/coverage-counts.ts'
import type { Design } from '../../game/design/design.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import type { Scores } from '../../game/metrics/score.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { findPlayer } from '../../game/players/state.ts'
import type { AnyEvent } from '../../game/registry.ts'
import { LabGame } from '../lab-game.ts'
import type { Violation } from './check.ts'
import { playsOf, runStep, type Run, type SearchStep } from './search-step.ts'
import type { Watch } from './watch.ts'

/** The game that sequences are tried in. */
export interface TrialSettings {
  readonly design: Design
  readonly game: GameInfo
  /** The offset of the game's time zone from UTC in ms, at a time. */
  readonly zoneOffset: (atMs: number) => number
}

/** The players of a sequence, the first ones first. */
export const searchedPlayers = ['check-1', 'check-2', 'check-3'] as const

/** When every sequence begins: a Monday. */
export const TRIAL_START = Date.parse('2030-01-07T00:00:00Z')

/** Something that a step has created. */
export interface Created {
  readonly id: string
  readonly definition: string
}

/**
 * One sequence of steps in a new game. The seed of its luck is the id of the game, as in an emulator of the project, so a
 * script of the steps has the same luck.
 */
export class Trial {
  readonly game: LabGame
  readonly players: readonly string[]
  readonly steps: SearchStep[] = []
  readonly processes: Created[] = []
  readonly teams: Created[] = []
  /** The number of accepted plays of all players. */
  plays = 0
  /** The number of steps that the game accepted, but for those that only let time pass. */
  accepted = 0
  readonly #watch: Watch | undefined
  readonly #coverage: CoverageCounts | undefined
  readonly #execute: Run
  readonly #zoneOffset: TrialSettings['zoneOffset']
  #last: readonly AnyEvent[] | Fault = []

  constructor(
    { design, game, zoneOffset }: TrialSettings,
    players: readonly string[],
    watch?: Watch,
    coverage?: CoverageCounts,
  ) {
    this.players = players
    this.#watch = watch
    this.#coverage = coverage
    this.#zoneOffset = zoneOffset
    watch?.restart()
    this.game = new LabGame({
      design,
      game,
      zoneOffset,
      seed: game.id,
      fromMs: TRIAL_START,
      observer: coverage?.observer,
      // Checks are about players, and no requirement reads a leaderboard.
      withoutBoards: true,
    })
    this.#execute = (command, input, player) => this.game.execute(command, input, player)
    for (const id of players) {
      coverage?.begin(design)
      const events = this.game.execute(createPlayer, { id })
      if (isFault(events)) throw new Error(`the player ${id} of a search cannot join: ${events.fault}`)
      coverage?.accept()
      this.#note(events)
    }
  }

  /** Takes a step. Returns the checks that it violates first. */
  take(step: SearchStep): readonly Violation[] {
    this.steps.push(step)
    if ('advanceMs' in step) {
      this.game.at += step.advanceMs
      this.#last = []
      return []
    }
    this.#coverage?.begin(this.game.design)
    const events = runStep(this.#execute, step, this.game.state)
    this.#last = events
    if (isFault(events)) return []
    this.#coverage?.accept()
    this.plays += playsOf(step)
    this.accepted += 1
    if ('create' in step) {
      const { process, team, definition } = step.create
      if (process === undefined) this.teams.push({ id: team, definition })
      else this.processes.push({ id: `${step.as}/${process}`, definition })
    }
    return this.#note(events)
  }

  /** The events of the last step, or the fault that refused it. */
  get last(): readonly AnyEvent[] | Fault {
    return this.#last
  }

  /** The offset of the game's time zone from UTC in ms, now. */
  get zoneOffsetMs(): number {
    return this.#zoneOffset(this.game.at)
  }

  scoresOf(player: string): Scores {
    return findPlayer(this.game.state.players, player)?.scores ?? {}
  }

  #note(events: readonly AnyEvent[]): readonly Violation[] {
    const { game } = this
    if (events.length === 0 || !this.#watch) return []
    const { seq, chain } = game.state
    return this.#watch.after({ seq, at: game.at, chain, events }, game.state, this.zoneOffsetMs)
  }
}

/** Takes steps in a new game until one violates what is watched. Returns the number of steps until then. */
export function stepsToViolation(
  settings: TrialSettings,
  players: readonly string[],
  watch: Watch,
  steps: readonly SearchStep[],
): number | undefined {
  const trial = new Trial(settings, players, watch)
  if (watch.violations.length > 0) return 0
  for (const [i, step] of steps.entries()) if (trial.take(step).length > 0) return i + 1
  return undefined
}
