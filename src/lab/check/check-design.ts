import { TimeSlice } from '../../async/time-slice.ts'
import { CoverageCounts } from '../../emulator/coverage-counts.ts'
import type { Coverage } from '../../game/design/coverage.ts'
import { isWatched, type Check, type Violation } from './check.ts'
import { EndsSearch, type EndsCheck, type Stuck } from './ends-search.ts'
import { GoalSearch, type GoalCheck, type Missing } from './goal-search.ts'
import { hasReached } from './goal.ts'
import { movesOf, type SearchSettings } from './moves.ts'
import { playersFor } from './process-steps.ts'
import type { SearchStep } from './search-step.ts'
import { SequenceSearch } from './sequences.ts'
import { isNamedIn, shrink, type Shows, type Shrunk } from './shrink.ts'
import { stepsToViolation, Trial, type TrialSettings } from './trial.ts'
import { unreachedParts, type UnreachedPart } from './unreached.ts'
import { Watch } from './watch.ts'

/** The default number of sequences of a search. */
export const DEFAULT_RUNS = 1000

/** The share of that number for each check that has a search of its own. */
const OWN_SHARE = 0.2

/** How long the search runs before other work of the program can. */
const SLICE_MS = 20

/** The share of `seconds` that making counterexamples simpler can take after the search. */
const SHRINK_SHARE = 0.25

/** What is searched, and for how long. */
export interface SearchOptions extends TrialSettings {
  readonly checks: readonly Check[]
  readonly seed: string
  /** The number of sequences; each check about a goal or an end gets a fifth of it for itself. */
  readonly runs: number
  /**
   * The time limit instead of the number of sequences. The outcome then depends on the machine. Making what was found
   * simpler can take a quarter of it more.
   */
  readonly seconds?: number | undefined
  /** Ends the search. What was found by then is part of the outcome, as simple as it is by then. */
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

/** What shows the outcome of a check: the sequence, as short and simple as it can be, or as there was time for. */
export interface Shown extends Shrunk {
  readonly players: readonly string[]
}

/** The outcome of one check. */
export interface CheckOutcome extends FoundOutcome {
  /** The parts of the design that it depends on and that no sequence has exercised. */
  readonly unreached: readonly UnreachedPart[]
}

/** What was found of one check. */
interface FoundOutcome {
  readonly check: Check
  readonly holds: boolean
  /** The number of sequences that it was searched in. */
  readonly sequences: number
  /** The number of steps that the game accepted in them, but for those that only let time pass. */
  readonly plays: number
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
  const moves = movesOf(design, checks, game.id)
  const settings: SearchSettings = { design, game, zoneOffset, moves, seed, coverage, finds: [] }
  const sequences = new SequenceSearch(checks.filter(isWatched), settings)
  const goals = checks.filter(isGoal).map((check) => new GoalSearch(check, settings))
  const ends = checks.filter(isEnds).map((check) => new EndsSearch(check, settings))
  const own = Math.ceil(runs * OWN_SHARE)
  const limited = (limit: number): number => (seconds === undefined ? limit : Infinity)
  const searches: readonly { readonly search: Search; readonly isDone: () => boolean }[] = [
    { search: sequences, isDone: () => sequences.open.length === 0 || sequences.sequences >= limited(runs) },
    ...goals.map((search) => ({
      search,
      isDone: () => search.isDone || (search.own >= limited(own) && !search.hasFinds),
    })),
    ...ends.map((search) => ({ search, isDone: () => search.found !== undefined || search.sequences >= limited(own) })),
  ]
  const all = (sequences.open.length > 0 ? runs : 0) + own * (goals.length + ends.length)
  const endMs = seconds === undefined ? Infinity : now() + seconds * 1000
  const isOver = (): boolean => signal?.aborted === true || now() >= endMs
  const plays = (): number => searches.reduce((sum, { search }) => sum + search.plays, 0)
  const slice = new TimeSlice(SLICE_MS)
  /** The number of plays until each counterexample of the sequences. */
  const playsUntil: number[] = []
  for (let isActive = true; isActive && !isOver();) {
    isActive = false
    for (const { search, isDone } of searches) {
      if (isDone()) continue
      isActive = true
      search.next()
      if (search === sequences) while (playsUntil.length < sequences.found.length) playsUntil.push(sequences.plays)
      if (!slice.over) continue
      const played = searches.reduce((sum, each) => sum + each.search.sequences, 0)
      onProgress?.({ sequences: played, of: seconds === undefined ? all : undefined, plays: plays() })
      await slice.next()
      if (isOver()) break
    }
  }
  const found = [...goals.map(({ way }) => way), ...ends.map((search) => search.found)].filter(
    (each) => each !== undefined,
  )
  const shorten = shortening(options, sequences.found.length + found.length, slice, endMs)
  const outcomes: FoundOutcome[] = []
  for (const check of checks) {
    if (isGoal(check)) outcomes.push(await goalOutcome(ofCheck(goals, check), options, shorten))
    else if (isEnds(check)) outcomes.push(await endsOutcome(ofCheck(ends, check), shorten))
    else outcomes.push(await watchedOutcome(check, sequences, playsUntil, settings, shorten))
  }
  const reached = coverage.of(design)
  return {
    outcomes: outcomes.map((each) => ({ ...each, unreached: unreachedParts(each.check, design, reached) })),
    coverage: reached,
    plays: plays(),
    isPartial: signal?.aborted === true,
  }
}

/** Makes a sequence simpler. */
type Shorten = (
  steps: readonly SearchStep[],
  players: readonly string[],
  shows: Shows,
  lucky?: readonly string[],
) => Promise<Shrunk>

/**
 * Returns what makes `finds` sequences simpler, one after the other. With a time limit, each has its part of the time that
 * is left, and what one does not need is left to the next ones.
 */
function shortening(
  { seconds = 0, signal, now }: SearchOptions,
  finds: number,
  slice: TimeSlice,
  endMs: number,
): Shorten {
  const [startMs, lastMs] = [now(), endMs + seconds * 1000 * SHRINK_SHARE]
  let begun = 0
  return (steps, players, shows, lucky) => {
    begun += 1
    const untilMs = startMs + ((lastMs - startMs) * begun) / finds
    const isOver = async (): Promise<boolean> => {
      if (slice.over) await slice.next()
      return signal?.aborted === true || now() >= untilMs
    }
    return shrink(steps, players, shows, isOver, lucky)
  }
}

const isGoal = (check: Check): check is GoalCheck => check.kind === 'reachable' || check.kind === 'unreachable'
const isEnds = (check: Check): check is EndsCheck => check.kind === 'ends'

function ofCheck<S extends { readonly check: Check }>(searches: readonly S[], check: Check): S {
  const found = searches.find((search) => search.check === check)
  if (!found) throw new Error(`the check ${check.id} has no search`)
  return found
}

async function watchedOutcome(
  check: Check,
  search: SequenceSearch,
  playsUntil: readonly number[],
  settings: SearchSettings,
  shorten: Shorten,
): Promise<FoundOutcome> {
  const place = search.found.findIndex(({ violation }) => violation.check === check)
  const found = search.found[place]
  if (!found) return { check, holds: true, sequences: search.sequences, plays: search.plays }
  const { sequences } = found
  const { lucky } = settings.moves
  const watch = new Watch([found.violation.check], settings.design)
  const playersIn = (some: readonly SearchStep[]): readonly string[] => {
    const text = lucky.length > 0 ? JSON.stringify(some) : ''
    return [...new Set([...found.players, ...lucky.filter((player) => isNamedIn(player, text))])]
  }
  const shows: Shows = (some) => stepsToViolation(settings, playersIn(some), watch, some)
  const shrunk = await shorten(found.steps, found.players, shows, lucky)
  const { steps } = shrunk
  const players = playersIn(steps)
  const text = JSON.stringify(steps)
  const acting = players.filter((player) => isNamedIn(player, text))
  const used = acting.length > 0 ? acting : players.slice(0, 1)
  const isEnough = stepsToViolation(settings, used, watch, steps) !== undefined
  const needed = isEnough ? used : players
  if (!isEnough) stepsToViolation(settings, players, watch, steps)
  const [violation = found.violation] = watch.violations
  const plays = playsUntil[place] ?? search.plays
  return { check, holds: false, sequences, plays, shown: { players: needed, ...shrunk }, violation }
}

async function goalOutcome(search: GoalSearch, settings: SearchOptions, shorten: Shorten): Promise<FoundOutcome> {
  const { check, way, sequences, plays, missing } = search
  if (!way) return { check, holds: check.kind === 'unreachable', sequences, plays, missing }
  const players = [way.player]
  const shrunk = await shorten(way.steps, players, (steps) => stepsToGoal(check, settings, way.player, steps))
  return { check, holds: check.kind === 'reachable', sequences, plays, shown: { players, ...shrunk } }
}

/** Returns the number of steps until a player reaches a goal within the plays of the check; undefined if that fails. */
export function stepsToGoal(
  check: GoalCheck,
  settings: TrialSettings,
  player: string,
  steps: readonly SearchStep[],
): number | undefined {
  const trial = new Trial(settings, [player])
  if (hasReached(check.goal, trial, player)) return 0
  for (const [i, step] of steps.entries()) {
    trial.take(step)
    if (trial.plays > check.withinPlays) return undefined
    if (hasReached(check.goal, trial, player)) return i + 1
  }
  return undefined
}

async function endsOutcome(search: EndsSearch, shorten: Shorten): Promise<FoundOutcome> {
  const { check, found, sequences, plays } = search
  if (!found) return { check, holds: true, sequences, plays }
  const { stuck } = found
  const players = playersFor(check.process)
  const shrunk = await shorten(found.steps, players, (some) =>
    search.stuckAfter(some) === stuck ? some.length : undefined,
  )
  return { check, holds: false, sequences, plays, shown: { players, ...shrunk }, stuck }
}
