import type { CoverageCounts } from '../../emulator/coverage-counts.ts'
import type { Rate } from '../../game/actions/rate.ts'
import type { Design } from '../../game/design/design.ts'
import { byId } from '../../game/design/identity.ts'
import { calendarUnits, DAY_MS, HOUR_MS, MINUTE_MS, startOfUnit, type CalendarUnit } from '../../game/kernel/instant.ts'
import { isRecord } from '../../game/kernel/json-value.ts'
import { MAX_COUNT } from '../../game/kernel/schema.ts'
import type { ProcessDefinition } from '../../game/processes/definition.ts'
import type { ProcessNode } from '../../game/processes/graph.ts'
import type { Variable } from '../../game/rules/variable.ts'
import type { TeamDefinition } from '../../game/teams/design.ts'
import { openTriggers } from '../open-triggers.ts'
import type { Check } from './check.ts'
import type { Draws } from './draws.ts'
import { edgesOf, type Edges } from './edges.ts'
import { equationsIn, solved, type Equation } from './equations.ts'
import { luckyPlayers } from './lucky-players.ts'
import { drawMoment, momentsOf, type Moments } from './moments.ts'
import { beginProcess, foundTeam } from './process-steps.ts'
import type { SearchStep } from './search-step.ts'
import type { Trial, TrialSettings } from './trial.ts'

/** A kind of step that an app may take, which a sequence draws by its own weights. */
export type Move =
  | {
      readonly kind: 'action'
      readonly id: string
      readonly variables: readonly Variable[]
      readonly edges: Edges
      readonly equations: readonly Equation[]
      readonly counts: readonly number[]
      /** The window of its rate, if it has one. */
      readonly windowMs: number | undefined
    }
  | {
      readonly kind: 'rule'
      readonly id: string
      readonly variables: readonly Variable[]
      readonly edges: Edges
      readonly equations: readonly Equation[]
    }
  | { readonly kind: 'begin'; readonly definition: ProcessDefinition }
  | { readonly kind: 'trigger' }
  | { readonly kind: 'team'; readonly definition: TeamDefinition }
  | { readonly kind: 'membership' }
  | { readonly kind: 'time' }

/** What all searches of a design share. */
export interface SearchSettings extends TrialSettings {
  readonly moves: Moves
  /** What all draws depend on. */
  readonly seed: string
  /** What of the design the sequences have exercised. */
  readonly coverage: CoverageCounts
  /** Sequences that one search found and others may begin with, in the order in which they were found. */
  readonly finds: (readonly SearchStep[])[]
}

/** Everything that an app may do in a design, and the values at whose edges something may change. */
export interface Moves {
  readonly all: readonly Move[]
  /** Whole numbers of the design, those around them, and the largest ones. */
  readonly numbers: readonly (string | number)[]
  readonly texts: readonly string[]
  /** The actions whose plays requirements count. */
  readonly counted: ReadonlySet<string>
  /** Lengths of windows in ms. */
  readonly windows: readonly number[]
  readonly moments: Moments
  /** How often the same is done again and again: the counts of the design that a sequence has room for. */
  readonly repeats: readonly number[]
  /** Players to whom something rare happens soon. */
  readonly lucky: readonly string[]
  readonly roles: ReadonlyMap<string, readonly string[]>
  readonly lanes: ReadonlyMap<string, readonly string[]>
}

/** The largest number of values that are taken from the texts of a design. */
const MAX_VALUES = 40

/** The numbers that programs most often get wrong. */
const edgeNumbers = [
  '0',
  '1',
  '-1',
  '2',
  '10',
  '1000',
  '1000000',
  `${Number.MAX_SAFE_INTEGER}`,
  `-${'9'.repeat(30)}`,
  '9'.repeat(30),
]

/** Numbers that an app usually gives. */
const usualNumbers = [0, 1, 2, 10]

/** Counts of plays that are tried of every action. */
const oddCounts = [2, 3, 10, 100, MAX_COUNT]

/** Numbers of days and weeks that streaks often have, and the largest number of repetitions. */
const usualRepeats = [3, 7]
const MAX_REPEATS = 40

const isCount = (count: number): boolean => count >= 1 && count <= MAX_COUNT

/** The longest text of a variable. */
const LONG_TEXT = 'x'.repeat(4096)

/** Returns all that an app may do in a design. */
export function movesOf(design: Design, checks: readonly Check[], seed: string): Moves {
  const { source } = design
  const [actions, rules] = [byId(source.actions), byId(source.rules)]
  const { numbers, texts } = edgesOf(source)
  const needed = countsNeeded(source)
  const rates = [...design.actions.values()].flatMap(({ rate }) => (rate ? [rate] : []))
  const nodeRates = [...design.processes.values()].flatMap(({ graph }) =>
    [...graph.nodes.values()].flatMap((node) => rateOf(node)),
  )
  const all: Move[] = [
    ...Array.from(design.actions.values(), ({ id, variables, rate, requires, rules: given }): Move => {
      const edges = edgesOf(actions.get(id))
      const counts = [rate?.count ?? 1, ...(needed.get(id) ?? []), ...edges.numbers, ...numbers, ...oddCounts]
      const equations = equationsIn([requires, ...given.map((rule) => rule.requires)])
      const allowed = [...new Set(counts.filter(isCount))]
      return { kind: 'action', id, variables, edges, equations, counts: allowed, windowMs: rate?.windowMs }
    }),
    ...Array.from(design.customRules.values(), ({ id, variables, rules: given }): Move => ({
      kind: 'rule',
      id,
      variables,
      edges: edgesOf(rules.get(id)),
      equations: equationsIn(given.map((rule) => rule.requires)),
    })),
    ...Array.from(design.processes.values(), (definition) => ({ kind: 'begin', definition }) as const),
    ...(design.processes.size > 0 ? [{ kind: 'trigger' } as const] : []),
    ...Array.from(design.teams.values(), (definition) => ({ kind: 'team', definition }) as const),
    ...(design.teams.size + design.processes.size > 0 ? [{ kind: 'membership' } as const] : []),
    { kind: 'time' },
  ]
  return {
    all,
    numbers: [...new Set([...edgeNumbers, ...numbers])],
    counted: new Set(needed.keys()),
    texts: ['', 'x', LONG_TEXT, ...texts, ...[...design.metrics.values()].flatMap(partNames).slice(0, MAX_VALUES)],
    windows: [
      ...new Set([
        ...[...rates, ...nodeRates].map(({ windowMs }) => windowMs),
        ...checks.flatMap((check) => (check.kind === 'at_most' ? [check.windowMs] : [])),
        MINUTE_MS,
        HOUR_MS,
        DAY_MS,
      ]),
    ],
    moments: momentsOf(design, checks),
    repeats: [...new Set([...numbers, ...usualRepeats])].filter((count) => count > 1 && count <= MAX_REPEATS),
    lucky: luckyPlayers(design, seed),
    roles: new Map(Array.from(design.teams, ([id, { roles }]) => [id, [...roles.keys()]])),
    lanes: new Map(Array.from(design.processes, ([id, { lanes }]) => [id, lanes])),
  }
}

/** Returns how many plays of each action the requirements of a design ask for, with those one less and one more. */
function countsNeeded(source: unknown): ReadonlyMap<string, readonly number[]> {
  const needed = new Map<string, number[]>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, context } = value as { readonly type?: unknown; readonly context?: unknown }
    if (type === 'action' && isRecord(context) && typeof context['id'] === 'string') {
      const counts = edgesOf(context['value']).numbers
      needed.set(context['id'], [...(needed.get(context['id']) ?? []), ...counts])
    }
    Object.values(value).forEach(look)
  }
  look(source)
  return needed
}

const rateOf = (node: ProcessNode): Rate[] => ('rate' in node && node.rate ? [node.rate] : [])

function partNames(metric: Design['metrics'] extends ReadonlyMap<string, infer M> ? M : never): string[] {
  if (metric.type === 'set') return [...metric.items.keys()]
  return metric.type === 'state' ? [...metric.states.keys()] : []
}

/** How one sequence behaves: it favours some moves, so that it plays the same again and again or mixes everything. */
export interface Habits {
  readonly weights: readonly number[]
  readonly players: readonly string[]
  /** The share of plays with a count above 1, and of variables with an unusual value. */
  readonly oddity: number
}

/** Draws the habits of a sequence. */
export function habitsOf(moves: Moves, draws: Draws, players: readonly string[]): Habits {
  const favour = 1 + draws.below(6)
  return {
    weights: moves.all.map((move) => draws.next() ** favour * (move.kind === 'trigger' ? 3 : 1) + 0.001),
    players: players.slice(0, draws.next() < 0.5 ? 1 : 1 + draws.below(players.length)),
    oddity: draws.oneOf([0, 0.1, 0.5]),
  }
}

const calendar: readonly CalendarUnit[] = ['hour', 'day', 'week', 'month', 'year']

/** Draws the next step of a sequence. */
export function drawStep(moves: Moves, trial: Trial, { weights, players, oddity }: Habits, draws: Draws): SearchStep {
  const as = draws.oneOf(players)
  const move = moves.all[draws.weighted(weights)]
  const otherwise = (): SearchStep => ({ advanceMs: draws.oneOf(moves.windows) })
  switch (move?.kind) {
    case 'action': {
      const count = draws.next() < oddity ? draws.oneOf(move.counts) : 1
      const variables = drawVariables(move, { moves, trial, as }, oddity, draws)
      return { as, action: move.id, ...(count > 1 && { count }), ...(variables && { variables }) }
    }
    case 'rule': {
      const variables = drawVariables(move, { moves, trial, as }, oddity, draws)
      return { rule: move.id, players: [as], ...(variables && { variables }) }
    }
    case 'begin':
      return beginProcess(trial, move.definition, as)
    case 'team':
      return foundTeam(trial, move.definition, as)
    case 'trigger':
      return drawTrigger(trial, as, draws) ?? otherwise()
    case 'membership':
      return drawMembership(moves, trial, as, players, draws) ?? otherwise()
    default:
      return { advanceMs: drawDuration(moves, trial, draws) }
  }
}

/** Who gives values to variables, in which game. */
interface Giver {
  readonly moves: Moves
  readonly trial: Trial
  readonly as: string
}

/** How often the values of variables solve equations, if there are any. */
const SOLVED_SHARE = 0.3

function drawVariables(
  move: Extract<Move, { kind: 'action' | 'rule' }>,
  giver: Giver,
  oddity: number,
  draws: Draws,
): Readonly<Record<string, string | number>> | undefined {
  const { variables: declared, edges, equations } = move
  if (declared.length === 0) return undefined
  if (equations.length > 0 && draws.next() < SOLVED_SHARE) {
    const solving = solvingVariables(move, giver, draws)
    if (solving) return solving
  }
  const { numbers, texts } = giver.moves
  const given: [string, string | number][] = []
  for (const { name, type, required } of declared) {
    if (draws.next() < (required ? 0.02 : 0.3)) continue
    const isOwn = draws.next() < 0.5
    if (type === 'string') given.push([name, draws.oneOf(isOwn && edges.texts.length > 0 ? edges.texts : texts)])
    else if (draws.next() < oddity) given.push([name, draws.oneOf(numbers)])
    else given.push([name, draws.oneOf(isOwn && edges.numbers.length > 0 ? edges.numbers : usualNumbers)])
  }
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** Draws values of all variables that solve equations of a move, or are one beside that. */
export function solvingVariables(
  { variables: declared, edges, equations }: Extract<Move, { kind: 'action' | 'rule' }>,
  { moves, trial, as }: Giver,
  draws: Draws,
): Readonly<Record<string, string | number>> | undefined {
  const own = [...usualNumbers, ...edges.numbers]
  const whole = new Map(declared.filter(({ type }) => type === 'int').map(({ name }) => [name, draws.oneOf(own)]))
  if (whole.size === 0) return undefined
  const reading = { metrics: trial.game.design.metrics, scores: trial.scoresOf(as) }
  const found = solved(equations, whole, reading, draws)
  if (!found) return undefined
  const beside = draws.oneOf([-1, 0, 0, 0, 1])
  const moved = draws.oneOf([...found.keys()])
  const texts = edges.texts.length > 0 ? edges.texts : moves.texts
  return Object.fromEntries(
    declared.map(({ name }) => {
      const value = found.get(name)
      return [name, value === undefined ? draws.oneOf(texts) : value + (name === moved ? beside : 0)]
    }),
  )
}

function drawTrigger(trial: Trial, as: string, draws: Draws): SearchStep | undefined {
  if (trial.processes.length === 0) return undefined
  const { id, definition } = draws.oneOf(trial.processes)
  if (draws.next() < 0.1) {
    const tasks = [...(trial.game.design.processes.get(definition)?.tasks.values() ?? [])]
    return tasks.length === 0 ? undefined : { as, process: id, trigger: draws.oneOf(tasks).trigger }
  }
  const open = openTriggers(trial.game, as, [id])
  return open.length === 0 ? undefined : { as, process: id, trigger: draws.oneOf(open).task.trigger }
}

function drawMembership(
  { roles: rolesOf, lanes }: Moves,
  trial: Trial,
  as: string,
  players: readonly string[],
  draws: Draws,
): SearchStep | undefined {
  const subjects = [
    ...trial.teams.map(({ id, definition }) => ({
      subject: { team: id },
      names: rolesOf.get(definition),
      value: true,
    })),
    ...trial.processes.map(({ id, definition }) => ({
      subject: { process: id },
      names: lanes.get(definition),
      value: 'player',
    })),
  ]
  if (subjects.length === 0) return undefined
  const { subject, names = [], value } = draws.oneOf(subjects)
  const roles = Object.fromEntries(names.filter(() => draws.next() < 0.5).map((name) => [name, value]))
  const other = draws.oneOf(players)
  const given = Object.keys(roles).length > 0 && { roles }
  switch (draws.below(10)) {
    case 0:
    case 1:
      return { as, leave: subject }
    case 2:
    case 3:
      return { as, roles, in: subject }
    case 4:
      return { as, invite: other, to: subject, ...given }
    case 5:
      return { as, accept: subject }
    case 6:
      return { as, approve: other, in: subject }
    default:
      return { as, join: subject, ...given }
  }
}

/** How often time goes by to a moment that requirements name, if they name any. */
const MOMENT_SHARE = 0.5

/** Draws a duration: until a moment that requirements name, the length of a window, or until just before, exactly or just after an edge of the calendar. */
function drawDuration({ windows, moments }: Moves, { game, zoneOffsetMs }: Trial, draws: Draws): number {
  const moment =
    moments.size > 0 && draws.next() < MOMENT_SHARE ? drawMoment(moments, game.at + zoneOffsetMs, draws) : undefined
  if (moment !== undefined) return moment
  const off = draws.oneOf([-1, 0, 0, 1])
  if (draws.next() < 0.5) return Math.max(1, draws.oneOf(windows) + off)
  const unit = draws.oneOf(calendar)
  // Rates follow the time zone of the game, and leaderboards follow UTC.
  const at = game.at + (draws.next() < 0.7 ? zoneOffsetMs : 0)
  // No unit is longer than its nominal length by more than a day.
  const next = startOfUnit(
    startOfUnit(at, unit) + calendarUnits[unit] + (unit === 'month' || unit === 'year' ? DAY_MS : 0),
    unit,
  )
  return Math.max(1, (next > at ? next : at + calendarUnits[unit]) - at + off)
}
