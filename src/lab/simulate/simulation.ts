import type { Scope } from '../../game/actions/shapes.ts'

/** The limits of a simulation: of days, of players of all groups, and of threads. */
export const MAX_DAYS = 3650
export const MAX_PLAYERS = 1_000_000
export const MAX_JOBS = 256

/** A whole number that is drawn evenly, both ends included. */
export interface Between {
  readonly kind: 'between'
  readonly low: number
  readonly high: number
}

/** The number of sessions of a day. The mean of a weekday, from Monday on, is drawn from as a mean for all days. */
export type Sessions =
  | { readonly kind: 'mean'; readonly mean: number }
  | { readonly kind: 'exactly'; readonly count: number }
  | { readonly kind: 'weekdays'; readonly means: readonly number[] }

/** The number of tries of a session. */
export type Plays =
  | { readonly kind: 'mean'; readonly mean: number }
  | { readonly kind: 'exactly'; readonly count: number }
  | Between

/** The value of a variable. One of several values is drawn evenly. */
export type VariableValue =
  | { readonly kind: 'fixed'; readonly value: string | number }
  | Between
  | { readonly kind: 'one_of'; readonly values: readonly (string | number)[] }

/** Something that a player tries. It is drawn by its weight. Spec 7.1 "Choices". */
export type Choice = { readonly weight: number } & (
  | ActionChoice
  /** Begins a process of this definition, or plays a trigger of one. */
  | { readonly kind: 'process'; readonly process: string }
  /** Creates a team of this definition, or joins one. */
  | { readonly kind: 'team'; readonly team: string }
  | { readonly kind: 'nothing' }
)

/** A play of an action. */
export interface ActionChoice {
  readonly kind: 'action'
  readonly action: string
  readonly count: number
  /** A scope without an entity names the player. */
  readonly scopes: readonly (Omit<Scope, 'entity_id'> & Partial<Pick<Scope, 'entity_id'>>)[]
  readonly variables: Readonly<Record<string, VariableValue>>
}

/** How players of one kind behave. Spec 7.1. */
export interface Persona {
  readonly id: string
  readonly sessions: Sessions
  /** The hours of the day between which sessions begin: from the first one up to the last one, which may be smaller. */
  readonly hours: readonly [from: number, to: number]
  readonly plays: Plays
  /** The seconds between two tries of a session. */
  readonly pauseS: number
  readonly choices: readonly Choice[]
  /** The point metric that a greedy player wants; undefined for players who choose by weight. */
  readonly greedy: string | undefined
  /** The chance to leave at the end of each day. */
  readonly leavesPerDay: number
  /** Leaves after this number of days with a session, in a row, without progress. Infinity for never. */
  readonly leavesWithoutProgress: number
}

/** Players of a persona who join evenly over days. */
export interface Group {
  readonly persona: string
  readonly players: number
  readonly joinsOverDays: number
}

/** The bounds of a figure, both included. */
export interface Bounds {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** What is expected of the players of all personas, or of one. Spec 7.1 "Expectations". */
export type Expectation = { readonly persona?: string | undefined } & (
  | (Reach & ({ readonly share: Bounds } | { readonly median_days: Bounds } | { readonly median_plays: Bounds }))
  | (Bounds & { readonly metric: string; readonly of: MetricFigure; readonly day: number })
  | (Bounds & { readonly flow: string; readonly of: FlowFigure })
  | { readonly refused: string; readonly share: Bounds }
  | { readonly active: true; readonly day: number; readonly share: Bounds }
)

/** What is reached: `<metric>:<item or state>` or `process:<definition>`; by the end of a day, or of the simulation. */
interface Reach {
  readonly reach: string
  readonly by_day?: number | undefined
}

/** Figures of the scores of a day. */
export const metricFigures = ['total', 'mean', 'p5', 'p25', 'median', 'p75', 'p95', 'gini'] as const
export type MetricFigure = (typeof metricFigures)[number]

/** Figures of all changes of a metric. */
export const flowFigures = ['given', 'taken', 'taken_per_given'] as const
export type FlowFigure = (typeof flowFigures)[number]

/** Simulated players over some days. All names are those of a design. Spec 7.1. */
export interface Simulation {
  readonly id: string
  readonly name?: string | undefined
  readonly days: number
  /** The first day, as `2030-01-07`. */
  readonly from: string
  readonly groups: readonly Group[]
  readonly personas: Readonly<Record<string, Persona>>
  readonly expect: readonly Expectation[]
}

/** What a simulation has unless it states something else. It begins on a Monday. Spec 7.1. */
export const defaultSimulation = { days: 30, from: '2030-01-07', joinsOverDays: 1 } as const

/** How the players of a persona behave unless it states something else. Spec 7.1. */
export const defaultPersona = {
  hours: [8, 23],
  pauseS: 20,
  greedy: undefined,
  leavesPerDay: 0,
  leavesWithoutProgress: Infinity,
} as const satisfies Partial<Persona>
