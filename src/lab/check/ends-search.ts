import { membersOf } from '../../game/members/state.ts'
import { actionUse } from '../../game/players/player.ts'
import { findPlayer } from '../../game/players/state.ts'
import type { ProcessDefinition } from '../../game/processes/definition.ts'
import { offeredTasks } from '../../game/processes/offers.ts'
import { perform } from '../../game/processes/perform.ts'
import { stateOf } from '../../game/processes/show.ts'
import { storedProcess, type Process } from '../../game/processes/state.ts'
import { withNodes, type Nodes } from '../../game/processes/tokens.ts'
import type { SearchedCheck } from './check.ts'
import { Draws } from './draws.ts'
import { drawStep, habitsOf, type SearchSettings } from './moves.ts'
import { beginProcess, FIRST_PLAYER, membersKey, playersFor, stepsIn } from './process-steps.ts'
import { playsOf, type SearchStep } from './search-step.ts'
import { Trial } from './trial.ts'

/** A check that a process can be ended. */
export type EndsCheck = Extract<SearchedCheck, { kind: 'ends' }>

/** The number of states of a process that are explored, and of attempts to end it in a game. */
const MAX_MARKINGS = 5000
const MAX_ATTEMPTS = 24

/** How often another process is begun and ended before. */
const EARLIER_SHARE = 0.3

/** The number of steps that lead to a state from which the process is to be ended. */
const MAX_LEADING = 12

/** Why a process cannot be ended. */
export type Stuck = 'no play of its triggers ends it' | 'no way to end it was found'

/** Looks for a state of a process from which it cannot be ended within a number of plays. Spec 7.3 "ends". */
export class EndsSearch {
  readonly check: EndsCheck
  readonly #settings: SearchSettings
  readonly #players: readonly string[]
  /** The states of nodes, with the scores and lanes of the players, from which the process was ended. */
  readonly #ended = new Set<string>()
  sequences = 0
  plays = 0
  found: { readonly steps: readonly SearchStep[]; readonly stuck: Stuck } | undefined

  constructor(check: EndsCheck, settings: SearchSettings) {
    this.check = check
    this.#settings = settings
    this.#players = playersFor(check.process)
  }

  /** Plays the next sequence. */
  next(): void {
    const draws = new Draws(this.#settings.seed, `ends ${this.check.id}`, this.sequences)
    this.sequences += 1
    const trial = new Trial(this.#settings, this.#players, undefined, this.#settings.coverage)
    const habits = habitsOf(this.#settings.moves, draws, this.#players)
    // Whoever ends a process may not be able to end another one.
    const earlier = draws.next() < EARLIER_SHARE ? this.#begin(trial, habits, draws) : undefined
    for (let i = 0; earlier !== undefined && i < this.check.withinPlays; i += 1) {
      const step = this.#nextStep(trial, earlier, draws)
      if (!step) break
      trial.take(step)
    }
    const process = this.#begin(trial, habits, draws)
    if (process === undefined) return
    const triggerShare = draws.oneOf([0.2, 0.5, 1])
    const leading = draws.below(MAX_LEADING)
    for (let i = 0; i < leading; i += 1) {
      const trigger = draws.next() < triggerShare ? this.#nextStep(trial, process, draws) : undefined
      trial.take(trigger ?? drawStep(this.#settings.moves, trial, habits, draws))
    }
    this.plays += trial.accepted
    const stuck = this.stuckAfter(trial.steps)
    if (stuck !== undefined) this.found = { steps: trial.steps, stuck }
  }

  /** Begins the process, after what that may take. Returns its id. */
  #begin(trial: Trial, habits: ReturnType<typeof habitsOf>, draws: Draws): string | undefined {
    const { id: definition } = this.check.process
    const { length } = trial.processes
    for (let tries = 0; tries < 8; tries += 1) {
      trial.take(beginProcess(trial, this.check.process, FIRST_PLAYER))
      const begun = trial.processes.slice(length).find((process) => process.definition === definition)
      if (begun) return begun.id
      trial.steps.pop()
      trial.take(drawStep(this.#settings.moves, trial, habits, draws))
    }
    return undefined
  }

  /** Returns why the process cannot be ended after these steps, or undefined if it can be or was not begun. */
  stuckAfter(steps: readonly SearchStep[]): Stuck | undefined {
    const { process: definition, withinPlays } = this.check
    const trial = new Trial(this.#settings, this.#players)
    for (const step of steps) trial.take(step)
    const begun = trial.processes.findLast((process) => process.definition === definition.id)
    const process = begun && storedProcess(trial.game.state, begun.id)
    if (!process || stateOf({ process, definition }) !== 'ACTIVE') return undefined
    const marking = this.#markingOf(trial, process)
    if (this.#ended.has(marking)) return undefined
    if (shortestEnd(definition, process.nodes) > withinPlays) return 'no play of its triggers ends it'
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1)
      if (this.#ends(steps, process.id, attempt)) {
        this.#ended.add(marking)
        return undefined
      }
    return 'no way to end it was found'
  }

  /** Tries to end the process after steps, by its triggers first of all. */
  #ends(steps: readonly SearchStep[], id: string, attempt: number): boolean {
    const { process: definition, withinPlays } = this.check
    const draws = new Draws(this.#settings.seed, 'ending', attempt)
    const habits = habitsOf(this.#settings.moves, draws, this.#players)
    const trial = new Trial(this.#settings, this.#players, undefined, this.#settings.coverage)
    for (const step of steps) trial.take(step)
    const before = trial.plays
    for (let i = 0; i < 4 * withinPlays && trial.plays - before < withinPlays; i += 1) {
      const isOther = draws.next() < (attempt % 4) * 0.2
      const step =
        (isOther ? undefined : this.#nextStep(trial, id, draws)) ?? drawStep(this.#settings.moves, trial, habits, draws)
      if (trial.plays - before + playsOf(step) > withinPlays) continue
      trial.take(step)
      const process = storedProcess(trial.game.state, id)
      // Whoever leaves it last deletes it, which is no end.
      if (!process) return false
      if (stateOf({ process, definition }) !== 'ACTIVE') return true
    }
    return false
  }

  /** What a way to the end depends on: the nodes, the scores and counted plays, and who plays in which lanes. */
  #markingOf(trial: Trial, { id, nodes }: Process): string {
    const { state } = trial.game
    const members = [...membersOf(state.members, state.drops, membersKey(id))].map(({ player, roles }) => [
      player,
      roles,
    ])
    const counted = [...this.#settings.moves.counted]
    const players = this.#players.map((name) => {
      const player = findPlayer(state.players, name)
      return player && [player.scores, counted.map((action) => actionUse(player, action).count)]
    })
    return JSON.stringify([nodes, players, members])
  }

  /** Draws a step that helps the process on, if there is one. */
  #nextStep(trial: Trial, id: string, draws: Draws): SearchStep | undefined {
    const steps = stepsIn(trial, id, this.check.process, this.#players, draws)
    return steps.length === 0 ? undefined : draws.oneOf(steps)
  }
}

/**
 * Returns the least number of plays that could end a process from a state, whatever its requirements, rates and lanes, and
 * with any luck. Infinity if none can; 0 if there are too many states to tell.
 */
function shortestEnd({ graph }: ProcessDefinition, nodes: Nodes): number {
  const seen = new Set([JSON.stringify(nodes)])
  let level: readonly Nodes[] = [nodes]
  for (let plays = 1; level.length > 0; plays += 1) {
    const next: Nodes[] = []
    for (const before of level)
      for (const task of offeredTasks(graph, before))
        for (const lucky of [true, false]) {
          const { nodes: changes, completed } = perform(graph, before, task, () => lucky)
          if (completed) return plays
          const after = withNodes(before, changes)
          const key = JSON.stringify(after)
          if (seen.has(key)) continue
          if (seen.size >= MAX_MARKINGS) return 0
          seen.add(key)
          next.push(after)
        }
    level = next
  }
  return Infinity
}
