import { isFault } from '../../game/kernel/fault.ts'
import type { Player } from '../../game/players/player.ts'
import { findPlayer } from '../../game/players/state.ts'
import type { AnyEvent } from '../../game/registry.ts'
import type { SearchedCheck } from './check.ts'
import { Draws } from './draws.ts'
import { aimOf, hasReached, missing, nameOf, type Aim } from './goal.ts'
import { drawStep, habitsOf, solvingVariables, type Move, type SearchSettings } from './moves.ts'
import { beginProcess, FIRST_PLAYER, foundTeam, stepsIn } from './process-steps.ts'
import { actorsOf, playsOf, runStep, subjectIn, type Run, type SearchStep } from './search-step.ts'
import { Trial } from './trial.ts'

/** A check for a goal that one player can reach. */
export type GoalCheck = Extract<SearchedCheck, { kind: 'reachable' | 'unreachable' }>

/** What is still missing to a goal: how much, of what. */
export interface Missing {
  readonly amount: number
  readonly of: string
}

/** A way of one player to a goal. */
export interface Way {
  readonly player: string
  readonly steps: readonly SearchStep[]
  readonly plays: number
}

/** The shares of steps that are drawn rather than chosen; one after the other in the sequences. */
const SHARES_DRAWN = [0, 0.15, 0.4, 0.7, 1]

/** The number of further sequences that look for a shorter way. */
const MAX_SHORTENING = 40

/** The number of steps beside plays that a sequence takes at most: beginning processes, and time. */
const MAX_OTHER_STEPS = 100

/** How often only what gives what the goal needs is chosen, if there is any of it. */
const HELPFUL_SHARE = 0.8

/** How often somebody goes for a goal to whom something rare happens. */
const LUCKY_SHARE = 0.25

/** The number of choices that are compared for one step. */
const MAX_COMPARED = 32

/**
 * Looks for the shortest way of one player to a goal. Each step is drawn, or is the best of those that can be taken now:
 * what leaves least missing to the goal. Spec 7.3 "reachable", "unreachable".
 */
export class GoalSearch {
  readonly check: GoalCheck
  readonly #settings: SearchSettings
  readonly #aim: Aim
  #nearest: (Omit<Way, 'plays'> & { readonly missing: number }) | undefined
  #sinceFound = 0
  /** How many of the finds were looked at, and how many of them were played: all but its own. */
  #seen = 0
  #replayed = 0
  readonly #mine = new Set<readonly SearchStep[]>()
  /** The number of sequences that it drew itself. */
  own = 0
  plays = 0
  /** The way with the fewest plays that was found. */
  way: Way | undefined

  constructor(check: GoalCheck, settings: SearchSettings) {
    this.check = check
    this.#settings = settings
    this.#aim = aimOf(check.goal, settings.design)
  }

  /** Whether there is nothing more to find out. */
  get isDone(): boolean {
    if (!this.way) return false
    return this.check.kind === 'unreachable' || this.way.plays <= 1 || this.#sinceFound >= MAX_SHORTENING
  }

  /** The number of sequences that were played, those that other searches found included. */
  get sequences(): number {
    return this.#replayed + this.own
  }

  /** Whether other searches have found sequences that it has not tried yet. */
  get hasFinds(): boolean {
    return this.#seen < this.#settings.finds.length
  }

  /** What was still missing in the sequence that came nearest; undefined if that is no number. */
  get missing(): Missing | undefined {
    const [target, ...others] = this.#aim.targets
    if (!target || !this.#nearest) return undefined
    return { amount: this.#nearest.missing, of: others.length === 0 ? nameOf(target.measure) : 'of what it requires' }
  }

  /** Plays the next sequence: one that another search has found, or a new one. */
  next(): void {
    const find = this.#settings.finds[this.#seen]
    if (!find) return this.#search()
    this.#seen += 1
    if (this.#mine.has(find)) return this.next()
    this.#replayed += 1
    const [player = FIRST_PLAYER] = find.flatMap(actorsOf)
    const trial = new Trial(this.#settings, [player], undefined, this.#settings.coverage)
    for (const step of find.filter((each) => isOfPlayer(each, player))) {
      if (this.#hasReached(trial) || playsOf(step) + trial.plays > this.check.withinPlays) break
      trial.take(step)
    }
    this.plays += trial.accepted
    this.#note(trial)
  }

  #search(): void {
    const { moves, coverage } = this.#settings
    const draws = new Draws(this.#settings.seed, `goal ${this.check.id}`, this.own)
    const share = SHARES_DRAWN[this.own % SHARES_DRAWN.length] ?? 0
    this.own += 1
    if (this.way) this.#sinceFound += 1
    const limit = (this.way?.plays ?? this.check.withinPlays + 1) - 1
    const kept = this.#nearest && draws.next() < 0.4 ? this.#nearest : undefined
    const isLucky = moves.lucky.length > 0 && draws.next() < LUCKY_SHARE
    const players = [kept?.player ?? (isLucky ? draws.oneOf(moves.lucky) : FIRST_PLAYER)]
    const trial = new Trial(this.#settings, players, undefined, coverage)
    const habits = habitsOf(moves, draws, players)
    const begin = kept?.steps.slice(0, draws.below(kept.steps.length + 1)) ?? []
    for (let others = 0; trial.plays < limit || trial.steps.length === 0;) {
      if (this.#hasReached(trial)) break
      const next = begin[trial.steps.length]
      const isDrawn = draws.next() < share
      const step = next ?? (isDrawn ? this.#drawn(trial, habits, draws, limit) : this.#best(trial, draws, limit))
      if (playsOf(step) + trial.plays > limit) break
      trial.take(step)
      if (playsOf(step) === 0 || isFault(trial.last)) others += 1
      if (others > MAX_OTHER_STEPS) break
    }
    this.plays += trial.accepted
    this.#note(trial)
  }

  #note(trial: Trial): void {
    if (this.#hasReached(trial) && trial.plays <= this.check.withinPlays) {
      if (this.way && this.way.plays <= trial.plays) return
      this.way = { player: goalPlayer(trial), steps: trial.steps, plays: trial.plays }
      this.#sinceFound = 0
      this.#mine.add(trial.steps)
      this.#settings.finds.push(trial.steps)
    }
    const rest = missing(this.#aim.targets, playerIn(trial))
    if (!this.#nearest || rest < this.#nearest.missing)
      this.#nearest = { player: goalPlayer(trial), steps: trial.steps, missing: rest }
  }

  #hasReached(trial: Trial): boolean {
    return hasReached(this.check.goal, trial, goalPlayer(trial))
  }

  /** Draws a step of the player alone. */
  #drawn(trial: Trial, habits: ReturnType<typeof habitsOf>, draws: Draws, limit: number): SearchStep {
    for (let tries = 0; tries < 8; tries += 1) {
      const step = drawStep(this.#settings.moves, trial, habits, draws)
      if (isOfPlayer(step, goalPlayer(trial)) && playsOf(step) + trial.plays <= limit) return step
    }
    return { advanceMs: draws.oneOf(this.#settings.moves.windows) }
  }

  /** Returns the step that leaves least missing, or a drawn one if none brings anything. */
  #best(trial: Trial, draws: Draws, limit: number): SearchStep {
    const decide: Run = (command, input, player) => trial.game.decide(command, input, player)
    const player = playerIn(trial)
    const before = missing(this.#aim.targets, player)
    const possible: { readonly step: SearchStep; readonly left: number }[] = []
    for (const step of this.#choices(trial, draws)) {
      const events = decideStep(decide, step, trial)
      if (events) possible.push({ step, left: missing(this.#aim.targets, player, events) })
    }
    const least = Math.min(...possible.map(({ left }) => left))
    if (possible.length === 0 || (least >= before && draws.next() < 0.3))
      return { advanceMs: draws.oneOf(this.#settings.moves.windows) }
    const best = least < before ? possible.filter(({ left }) => left === least) : possible
    const helpful = draws.next() < HELPFUL_SHARE ? best.filter((each) => this.#isHelpful(each.step, trial)) : []
    const { step, left } = draws.oneOf(helpful.length > 0 ? helpful : best)
    return 'action' in step && left < before
      ? repeated(step, decide, trial, Math.min(before / (before - left), limit - trial.plays))
      : step
  }

  /** Whether a step plays, begins or joins something that gives what the goal needs. */
  #isHelpful(step: SearchStep, { processes, teams }: Trial): boolean {
    const component = componentOf(step, [...processes, ...teams])
    return component !== undefined && this.#aim.components.has(component)
  }

  #choices(trial: Trial, draws: Draws): readonly SearchStep[] {
    const { design } = this.#settings
    const as = goalPlayer(trial)
    const actions = this.#settings.moves.all.flatMap((move): SearchStep[] =>
      move.kind === 'action'
        ? this.#variableSets(move, trial, draws).map((given) => ({
            as,
            action: move.id,
            ...(given && { variables: given }),
          }))
        : [],
    )
    const triggers = trial.processes.flatMap(({ id, definition }) => {
      const process = design.processes.get(definition)
      return process ? stepsIn(trial, id, process, trial.players, draws) : []
    })
    const processes = trial.processes.length < 4 ? [...design.processes.values()] : []
    const begins = processes.map((definition) => beginProcess(trial, definition, as))
    const teams = [...design.teams.values()].filter(({ id }) => !trial.teams.some((team) => team.definition === id))
    const all = [...actions, ...triggers, ...begins, ...teams.map((definition) => foundTeam(trial, definition, as))]
    if (all.length <= MAX_COMPARED) return all
    return Array.from({ length: MAX_COMPARED }, () => draws.oneOf(all))
  }

  /** Values of variables: the defaults, small and large numbers, and others that are drawn. */
  #variableSets(
    move: Extract<Move, { kind: 'action' }>,
    trial: Trial,
    draws: Draws,
  ): (Readonly<Record<string, string | number>> | undefined)[] {
    const { variables: declared, edges, equations } = move
    if (declared.length === 0) return [undefined]
    const { moves } = this.#settings
    const { numbers, texts } = moves
    const giver = { moves, trial, as: goalPlayer(trial) }
    const solving = equations.length > 0 ? solvingVariables(move, giver, draws) : undefined
    const own = edges.numbers.length > 0 ? edges.numbers : numbers
    const some = (number: () => string | number) =>
      Object.fromEntries(
        declared.map(({ name, type }) => [name, type === 'int' ? number() : draws.oneOf([...edges.texts, ...texts])]),
      )
    const others = [
      some(() => 1),
      some(() => 1_000_000),
      some(() => draws.oneOf(own)),
      some(() => draws.oneOf(numbers)),
    ]
    return solving ? [...others, solving] : others
  }
}

/** Returns the component that a step is about, as `actions/like`. */
function componentOf(step: SearchStep, created: Trial['processes']): string | undefined {
  if ('action' in step) return `actions/${step.action}`
  if ('create' in step) return `${step.create.team === undefined ? 'processes' : 'teams'}/${step.create.definition}`
  const subject = 'trigger' in step ? { process: step.process } : subjectIn(step)
  if (!subject) return undefined
  const [kind, id] = 'team' in subject ? ['teams', subject.team] : ['processes', subject.process]
  const found = created.find((each) => each.id === id)
  return found && `${kind}/${found.definition}`
}

/** Whether a step can be part of the way of one player: other players are not there, and an operator evaluates rules. */
const isOfPlayer = (step: SearchStep, player: string): boolean =>
  !('rule' in step) && actorsOf(step).every((actor) => actor === player)

/** Returns who goes for a goal: the only player of a trial. */
const goalPlayer = ({ players: [player = FIRST_PLAYER] }: Trial): string => player

const playerIn = (trial: Trial): Player | undefined => findPlayer(trial.game.state.players, goalPlayer(trial))

function decideStep(decide: Run, step: SearchStep, { game }: Trial): readonly AnyEvent[] | undefined {
  if ('advanceMs' in step) return undefined
  const events = runStep(decide, step, game.state)
  return isFault(events) ? undefined : events
}

/** Plays an action as often as it takes, and is allowed, in one step. */
function repeated(step: Extract<SearchStep, { action: string }>, decide: Run, trial: Trial, times: number): SearchStep {
  for (let count = Math.ceil(times); count > 1; count = Math.floor(count / 2)) {
    const more = { ...step, count }
    if (decideStep(decide, more, trial)) return more
  }
  return step
}
