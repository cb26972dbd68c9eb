import type { Violation, WatchedCheck } from './check.ts'
import { distanceTo } from './distance.ts'
import { Draws } from './draws.ts'
import { drawStep, habitsOf, type SearchSettings } from './moves.ts'
import { drawRounds } from './rounds.ts'
import { actorsOf, type SearchStep } from './search-step.ts'
import { searchedPlayers, Trial } from './trial.ts'
import { Watch } from './watch.ts'

/** A sequence that violates a check. */
export interface Counterexample {
  readonly violation: Violation
  readonly players: readonly string[]
  readonly steps: readonly SearchStep[]
  /** The number of sequences until this one, which it includes. */
  readonly sequences: number
}

/** The number of sequences that are kept to begin others with. */
const MAX_KEPT = 256

/** The lengths of sequences. */
const MIN_STEPS = 4
const MAX_STEPS = 60

/** How often a sequence is about a player to whom something rare happens, and how often it repeats the same. */
const LUCKY_SHARE = 0.15
const ROUNDS_SHARE = 0.1

/** How often a sequence begins with one that was kept. */
const KEPT_SHARE = 0.6

/**
 * Plays random sequences, to find violations of checks. Sequences that cover something new of the design, or come nearer
 * to a violation than any other, are kept, and others begin with them. Spec 7.3.
 */
export class SequenceSearch {
  readonly #settings: SearchSettings
  readonly #kept: (readonly SearchStep[])[] = []
  readonly #nearest = new Map<string, number>()
  #watch: Watch
  #open: readonly WatchedCheck[]
  #sequences = 0
  /** How many finds of all searches were kept. */
  #taken = 0
  /** The number of accepted steps, but for those that only let time pass. */
  plays = 0
  readonly found: Counterexample[] = []

  constructor(checks: readonly WatchedCheck[], settings: SearchSettings) {
    this.#settings = settings
    this.#open = checks
    this.#watch = new Watch(checks, settings.design)
  }

  /** The checks that nothing has violated yet. */
  get open(): readonly WatchedCheck[] {
    return this.#open
  }

  /** The number of sequences that were played. */
  get sequences(): number {
    return this.#sequences
  }

  /** Plays the next sequence. */
  next(): void {
    const { moves, seed, coverage, finds } = this.#settings
    for (; this.#taken < finds.length; this.#taken += 1) this.#keep(finds[this.#taken] ?? [])
    const draws = new Draws(seed, 'sequence', this.#sequences)
    this.#sequences += 1
    const drawn = habitsOf(moves, draws, searchedPlayers)
    const isLucky = moves.lucky.length > 0 && draws.next() < LUCKY_SHARE
    const habits = isLucky ? { ...drawn, players: [draws.oneOf(moves.lucky), ...drawn.players.slice(1)] } : drawn
    const begin = this.#kept.length > 0 && draws.next() < KEPT_SHARE ? mutated(draws.oneOf(this.#kept), draws) : []
    const { covered } = coverage
    const active = new Set([...habits.players, ...begin.flatMap(actorsOf)])
    const first = searchedPlayers.slice(0, 1 + searchedPlayers.findLastIndex((player) => active.has(player)))
    const players = [...new Set([...first, ...active])]
    const trial = new Trial(this.#settings, players, this.#watch, coverage)
    this.#note(this.#watch.violations, trial)
    const isRepeating = draws.next() < ROUNDS_SHARE
    const planned = isRepeating ? [...begin, ...drawRounds(moves, trial, habits, draws)] : begin
    const steps = isRepeating ? planned.length : begin.length + MIN_STEPS + draws.below(MAX_STEPS - MIN_STEPS)
    let favourite: SearchStep | undefined
    for (let i = 0; i < steps && this.#open.length > 0; i += 1) {
      const repeats = favourite !== undefined && draws.next() < 0.3
      const step = planned[i] ?? (repeats ? (favourite as SearchStep) : drawStep(moves, trial, habits, draws))
      favourite = step
      this.#note(trial.take(step), trial)
    }
    this.plays += trial.accepted
    this.#learn(trial, covered < coverage.covered)
  }

  #note(violations: readonly Violation[], { steps, players }: Trial): void {
    if (violations.length === 0) return
    for (const violation of violations)
      this.found.push({ violation, players, steps: [...steps], sequences: this.#sequences })
    const violated = new Set(violations.map(({ check }) => check.id))
    this.#open = this.#open.filter(({ id }) => !violated.has(id))
  }

  /** Keeps a sequence that is of use to others. A check that was violated is watched no longer. */
  #learn(trial: Trial, isNew: boolean): void {
    const isNearer = this.#open.map((check) => {
      const distance = distanceTo(check, trial, trial.players, this.#watch)
      const isLess = distance < (this.#nearest.get(check.id) ?? Infinity)
      if (isLess) this.#nearest.set(check.id, distance)
      return isLess
    })
    if (this.#watch.violations.length > 0) this.#watch = new Watch(this.#open, this.#settings.design)
    if (isNew) this.#settings.finds.push(trial.steps)
    else if (isNearer.includes(true)) this.#keep(trial.steps)
  }

  #keep(steps: readonly SearchStep[]): void {
    if (this.#kept.length >= MAX_KEPT) this.#kept.shift()
    this.#kept.push(steps)
  }
}

/** Returns a sequence that was kept with one change, or with none, to go on from it. */
function mutated(steps: readonly SearchStep[], draws: Draws): readonly SearchStep[] {
  const [from, to] = [draws.below(steps.length + 1), draws.below(steps.length + 1)].toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  switch (draws.below(4)) {
    case 0:
      return steps
    case 1:
      return steps.slice(0, to)
    case 2:
      return [...steps.slice(0, from), ...steps.slice(to)]
    default:
      return [...steps.slice(0, to), ...steps.slice(from, to), ...steps.slice(to)].slice(0, 2 * MAX_STEPS)
  }
}
