import type { CoverageCounts } from '../../emulator/coverage-counts.ts'
import { isFault } from '../../game/kernel/fault.ts'
import type { AnyEvent } from '../../game/registry.ts'
import type { Variable } from '../../game/rules/variable.ts'
import { openTriggers } from '../simulate/try-choice.ts'
import type { SearchedCheck } from './check.ts'
import { Draws } from './draws.ts'
import { hasReached, missing, targetsOf } from './goal.ts'
import { drawStep, habitsOf, type Moves } from './moves.ts'
import { playsOf, runStep, type Run, type SearchStep } from './search-step.ts'
import { Trial, type TrialSettings } from './trial.ts'

/** A check for a goal that one player can reach. */
export type GoalCheck = Extract<SearchedCheck, { kind: 'reachable' | 'unreachable' }>

/** The player who goes for a goal. */
export const GOAL_PLAYERS = ['check-1'] as const
const [PLAYER] = GOAL_PLAYERS

/** The shares of steps that are drawn rather than chosen; one after the other in the sequences. */
const SHARES_DRAWN = [0, 0.15, 0.4, 0.7, 1]

/** The number of further sequences that look for a shorter way. */
const MAX_SHORTENING = 40

/** The number of steps beside plays that a sequence takes at most: beginning processes, and time. */
const MAX_OTHER_STEPS = 100

/** The number of choices that are compared for one step. */
const MAX_COMPARED = 32

/**
 * Looks for the shortest way of one player to a goal. Each step is drawn, or is the best of those that can be taken now:
 * what leaves least missing to the goal. Spec 7.3 "reachable", "unreachable".
 */
export class GoalSearch {
  readonly check: GoalCheck
  readonly #settings: TrialSettings
  readonly #moves: Moves
  readonly #seed: string
  readonly #coverage: CoverageCounts
  readonly #targets: ReturnType<typeof targetsOf>
  #nearest: { readonly steps: readonly SearchStep[]; readonly missing: number } | undefined
  #sinceFound = 0
  sequences = 0
  plays = 0
  /** The way with the fewest plays that was found. */
  way: { readonly steps: readonly SearchStep[]; readonly plays: number } | undefined

  constructor(
    check: GoalCheck,
    settings: TrialSettings,
    { moves, seed, coverage }: { readonly moves: Moves; readonly seed: string; readonly coverage: CoverageCounts },
  ) {
    this.check = check
    this.#settings = settings
    this.#moves = moves
    this.#seed = seed
    this.#coverage = coverage
    this.#targets = targetsOf(check.goal, settings.design)
  }

  /** Whether there is nothing more to find out. */
  get isDone(): boolean {
    if (!this.way) return false
    return this.check.kind === 'unreachable' || this.way.plays <= 1 || this.#sinceFound >= MAX_SHORTENING
  }

  /** What was still missing in the sequence that came nearest; undefined if that is no number. */
  get missing(): number | undefined {
    return this.#targets.length === 0 ? undefined : this.#nearest?.missing
  }

  /** Plays the next sequence. */
  next(): void {
    const draws = new Draws(this.#seed, `goal ${this.check.id}`, this.sequences)
    const share = SHARES_DRAWN[this.sequences % SHARES_DRAWN.length] ?? 0
    this.sequences += 1
    if (this.way) this.#sinceFound += 1
    const limit = (this.way?.plays ?? this.check.withinPlays + 1) - 1
    const trial = new Trial(this.#settings, GOAL_PLAYERS, undefined, this.#coverage)
    const habits = habitsOf(this.#moves, draws, GOAL_PLAYERS)
    const kept = this.#nearest && draws.next() < 0.4 ? this.#nearest.steps : []
    const begin = kept.slice(0, draws.below(kept.length + 1))
    for (let others = 0; trial.plays < limit || trial.steps.length === 0;) {
      if (hasReached(this.check.goal, trial, PLAYER)) break
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
    if (hasReached(this.check.goal, trial, PLAYER) && trial.plays <= this.check.withinPlays) {
      if (this.way && this.way.plays <= trial.plays) return
      this.way = { steps: trial.steps, plays: trial.plays }
      this.#sinceFound = 0
    }
    const rest = missing(this.#targets, trial.scoresOf(PLAYER), PLAYER, [])
    if (!this.#nearest || rest < this.#nearest.missing) this.#nearest = { steps: trial.steps, missing: rest }
  }

  /** Draws a step of the player alone: a custom rule is evaluated by an operator, and no way of a player. */
  #drawn(trial: Trial, habits: ReturnType<typeof habitsOf>, draws: Draws, limit: number): SearchStep {
    for (let tries = 0; tries < 8; tries += 1) {
      const step = drawStep(this.#moves, trial, habits, draws)
      if (!('rule' in step) && playsOf(step) + trial.plays <= limit) return step
    }
    return { advanceMs: draws.oneOf(this.#moves.windows) }
  }

  /** Returns the step that leaves least missing, or a drawn one if none brings anything. */
  #best(trial: Trial, draws: Draws, limit: number): SearchStep {
    const decide: Run = (command, input, player) => trial.game.decide(command, input, player)
    const scores = trial.scoresOf(PLAYER)
    const before = missing(this.#targets, scores, PLAYER, [])
    const possible: { readonly step: SearchStep; readonly left: number }[] = []
    for (const step of this.#choices(trial, draws)) {
      const events = decideStep(decide, step)
      if (events) possible.push({ step, left: missing(this.#targets, scores, PLAYER, events) })
    }
    const least = Math.min(...possible.map(({ left }) => left))
    if (possible.length === 0 || (least >= before && draws.next() < 0.3))
      return { advanceMs: draws.oneOf(this.#moves.windows) }
    const chosen = least < before ? possible.filter(({ left }) => left === least) : possible
    const { step, left } = draws.oneOf(chosen)
    return 'action' in step && left < before
      ? repeated(step, decide, before / (before - left), limit - trial.plays)
      : step
  }

  #choices(trial: Trial, draws: Draws): readonly SearchStep[] {
    const { design } = this.#settings
    const as = PLAYER
    const actions = [...design.actions.values()].flatMap(({ id, variables }) =>
      this.#variableSets(variables, draws).map((given): SearchStep => ({
        as,
        action: id,
        ...(given && { variables: given }),
      })),
    )
    const triggers = openTriggers(
      trial.game,
      as,
      trial.processes.map(({ id }) => id),
    ).map(({ performer, task }): SearchStep => ({ as, process: performer.process.id, trigger: task.trigger }))
    const begun = trial.processes.length < 4 ? [...design.processes.keys()] : []
    const begins = begun.map((definition): SearchStep => ({
      as,
      create: { process: `${definition}-${trial.processes.length + 1}`, definition },
    }))
    const all = [...actions, ...triggers, ...begins]
    if (all.length <= MAX_COMPARED) return all
    return Array.from({ length: MAX_COMPARED }, () => draws.oneOf(all))
  }

  /** Values of variables: the defaults, small and large numbers, and others that are drawn. */
  #variableSets(
    declared: readonly Variable[],
    draws: Draws,
  ): (Readonly<Record<string, string | number>> | undefined)[] {
    if (declared.length === 0) return [undefined]
    const { numbers, texts } = this.#moves
    const some = (number: () => string | number) =>
      Object.fromEntries(declared.map(({ name, type }) => [name, type === 'int' ? number() : draws.oneOf(texts)]))
    return [some(() => 1), some(() => 1_000_000), some(() => draws.oneOf(numbers))]
  }
}

function decideStep(decide: Run, step: SearchStep): readonly AnyEvent[] | undefined {
  if ('advanceMs' in step) return undefined
  const events = runStep(decide, step)
  return isFault(events) ? undefined : events
}

/** Plays an action as often as it takes, and is allowed, in one step. */
function repeated(
  step: Extract<SearchStep, { action: string }>,
  decide: Run,
  times: number,
  limit: number,
): SearchStep {
  for (let count = Math.min(Math.ceil(times), limit); count > 1; count = Math.floor(count / 2)) {
    const more = { ...step, count }
    if (decideStep(decide, more)) return more
  }
  return step
}
