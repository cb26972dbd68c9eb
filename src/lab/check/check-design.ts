import { CoverageCounts } from '../../emulator/coverage-counts.ts'
import type { Coverage } from '../../game/design/coverage.ts'
import { isWatched, type Check, type Violation } from './check.ts'
import { EndsSearch, type EndsCheck, type Stuck } from './ends-search.ts'
import { GOAL_PLAYERS, GoalSearch, type GoalCheck, type Missing } from './goal-search.ts'
import { hasReached } from './goal.ts'
import { movesOf, type SearchSettings } from './moves.ts'
import { playersFor } from './process-steps.ts'
import type { SearchStep } from './search-step.ts'
import { SequenceSearch } from './sequences.ts'
import { shrink, type Shows } from './shrink.ts'
import { searchedPlayers, stepsToViolation, Trial, type TrialSettings } from './trial.ts'
import { Watch } from './watch.ts'

/** The default number of sequences of a search. */
export const DEFAULT_RUNS = 1000

/** The share of that number for each check that has a search of its own. */
const OWN_SHARE = 0.2

/** How long the search runs before other work of the program can. */
const SLICE_MS = 20

/** What is searched, and for how long. */
export interface SearchOptions extends TrialSettings {
  readonly checks: readonly Check[]
  readonly seed: string
  /** The number of sequences; each check about a goal or an end gets a fifth of it for itself. */
  readonly runs: number
  /** The time limit instead of the number of sequences. The outcome then depends on the machine. */
  readonly seconds?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** The machine's clock, in ms. */
  readonly now: () => number
  readonly onProgress?: (progress: SearchProgress) => void
}

/** What has been searched so far. */
export interface SearchProgress {
  readonly sequences: number
  /** The number of sequences that will be played at most; undefined with a time limit. */
  readonly of: number | undefined
  readonly plays: number
}

/** What shows the outcome of a check: the sequence, as short and simple as it can be. */
export interface Shown {
  readonly players: readonly string[]
  readonly steps: readonly SearchStep[]
}

/** The outcome of one check. */
export interface CheckOutcome {
  readonly check: Check
  readonly holds: boolean
  /** The number of sequences that it was searched in. */
  readonly sequences: number
  /** A counterexample, or for `reachable` the shortest way that was found. */
  readonly shown?: Shown
  /** The violation that the counterexample ends with. */
  readonly violation?: Violation
  readonly stuck?: Stuck
  /** What was still missing to a goal that was not reached. */
  readonly missing?: Missing | undefined
}

/** The outcome of a search. */
export interface SearchOutcome {
  /** In the order of the checks. */
  readonly outcomes: readonly CheckOutcome[]
  readonly coverage: Coverage
  readonly plays: number
  /** Whether it was interrupted. */
  readonly isPartial: boolean
}

/** A search that plays one sequence after the other. */
interface Search {
  readonly sequences: number
  readonly plays: number
  next(): void
}

/** Searches for a way to break checks. With the same `runs` and seed, the outcome is the same each time. Spec 7.3. */
export async function checkDesign(options: SearchOptions): Promise<SearchOutcome> {
  const { checks, design, seed, runs, seconds, signal, now, onProgress } = options
  const coverage = new CoverageCounts()
  const { game, zoneOffset } = options
  const moves = movesOf(design, checks)
  const settings: SearchSettings = { design, game, zoneOffset, moves, seed, coverage, finds: [] }
  const sequences = new SequenceSearch(checks.filter(isWatched), settings)
  const goals = checks.filter(isGoal).map((check) => new GoalSearch(check, settings))
  const ends = checks.filter(isEnds).map((check) => new EndsSearch(check, settings))
  const own = Math.ceil(runs * OWN_SHARE)
  const limited = (limit: number): number => (seconds === undefined ? limit : Infinity)
  const searches: readonly { readonly search: Search; readonly isDone: () => boolean }[] = [
    { search: sequences, isDone: () => sequences.open.length === 0 || sequences.sequences >= limited(runs) },
    ...goals.map((search) => ({ search, isDone: () => search.isDone || search.sequences >= limited(own) })),
    ...ends.map((search) => ({ search, isDone: () => search.found !== undefined || search.sequences >= limited(own) })),
  ]
  const all = (sequences.open.length > 0 ? runs : 0) + own * (goals.length + ends.length)
  const startedMs = now()
  const isOver = (): boolean =>
    signal?.aborted === true || (seconds !== undefined && now() - startedMs >= seconds * 1000)
  const plays = (): number => searches.reduce((sum, { search }) => sum + search.plays, 0)
  for (let slice = now(), isActive = true; isActive && !isOver();) {
    isActive = false
    for (const { search, isDone } of searches) {
      if (isDone()) continue
      isActive = true
      search.next()
      if (now() - slice < SLICE_MS) continue
      const played = searches.reduce((sum, each) => sum + each.search.sequences, 0)
      onProgress?.({ sequences: played, of: seconds === undefined ? all : undefined, plays: plays() })
      await new Promise((resolve) => setImmediate(resolve))
      slice = now()
      if (isOver()) break
    }
  }
  const outcomeOf = (check: Check): CheckOutcome => {
    if (isGoal(check)) return goalOutcome(goals.find((search) => search.check === check) as GoalSearch, options)
    if (isEnds(check)) return endsOutcome(ends.find((search) => search.check === check) as EndsSearch)
    return watchedOutcome(check, sequences, options)
  }
  return {
    outcomes: checks.map(outcomeOf),
    coverage: coverage.of(design),
    plays: plays(),
    isPartial: signal?.aborted === true,
  }
}

const isGoal = (check: Check): check is GoalCheck => check.kind === 'reachable' || check.kind === 'unreachable'
const isEnds = (check: Check): check is EndsCheck => check.kind === 'ends'

function watchedOutcome(check: Check, search: SequenceSearch, settings: SearchOptions): CheckOutcome {
  const found = search.found.find(({ violation }) => violation.check === check)
  if (!found) return { check, holds: true, sequences: search.sequences }
  const { players, sequences } = found
  const watch = new Watch([found.violation.check], settings.design)
  const steps = shrink(found.steps, players, (some) => stepsToViolation(settings, players, watch, some))
  const used = searchedPlayers.filter((player, i) => i === 0 || JSON.stringify(steps).includes(`"${player}`))
  const isEnough = stepsToViolation(settings, used, watch, steps) !== undefined
  const needed = isEnough ? used : players
  if (!isEnough) stepsToViolation(settings, players, watch, steps)
  const [violation = found.violation] = watch.violations
  return { check, holds: false, sequences, shown: { players: needed, steps }, violation }
}

function goalOutcome({ check, way, sequences, missing }: GoalSearch, settings: SearchOptions): CheckOutcome {
  if (!way) return { check, holds: check.kind === 'unreachable', sequences, missing }
  const shows: Shows = (steps) => stepsToGoal(check, settings, steps)
  const steps = shrink(way.steps, GOAL_PLAYERS, shows)
  return { check, holds: check.kind === 'reachable', sequences, shown: { players: GOAL_PLAYERS, steps } }
}

/** Returns the number of steps until a goal is reached within the plays of the check; undefined if it is not. */
export function stepsToGoal(
  check: GoalCheck,
  settings: TrialSettings,
  steps: readonly SearchStep[],
): number | undefined {
  const trial = new Trial(settings, GOAL_PLAYERS)
  const [player] = GOAL_PLAYERS
  if (hasReached(check.goal, trial, player)) return 0
  for (const [i, step] of steps.entries()) {
    trial.take(step)
    if (trial.plays > check.withinPlays) return undefined
    if (hasReached(check.goal, trial, player)) return i + 1
  }
  return undefined
}

function endsOutcome(search: EndsSearch): CheckOutcome {
  const { check, found, sequences } = search
  if (!found) return { check, holds: true, sequences }
  const players = playersFor(check.process)
  const steps = shrink(found.steps, players, (some) =>
    search.stuckAfter(some) === found.stuck ? some.length : undefined,
  )
  return { check, holds: false, sequences, shown: { players, steps }, stuck: found.stuck }
}
