import type { Expectation } from './simulation.ts'

/** The report of a simulation. Amounts are exact decimal texts, and days are counted from 1. Spec 7.1 "The report". */
export interface SimulationReport {
  /** The id of the simulation. */
  readonly simulation: string
  /** The hash of the design. */
  readonly design: string
  readonly random_seed: string
  readonly days: number
  readonly players: number
  /** The number of actions and triggers that were accepted, one each whatever their count. */
  readonly plays: number
  /** The numbers of refused tries by error code. */
  readonly refused: Counted
  /** Present if the simulation has not ended, so that only what was played by then is in the report. */
  readonly partial?: true
  /** What the simulation expects, in its order. */
  readonly expect: readonly (Expectation & Judged)[]
  readonly all: GroupReport
  /** The players of each persona, by its id. */
  readonly personas: Readonly<Record<string, GroupReport>>
  /** The boards of players by id; a custom board by id and scope, as `<board>/<scope>`. */
  readonly boards: Readonly<Record<string, readonly BoardPeriod[]>>
}

/** What an expectation came to. `seen` is null if there is no such figure, which no bounds allow. */
export interface Judged {
  readonly seen: number | null
  readonly holds: boolean
}

/** What is expected of all players at the end of a history, which has neither days nor personas. */
export type EndExpectation = AtEnd<
  Extract<Expectation, { readonly metric: string } | { readonly reach: string; readonly share: object }>
>

/** An expectation without what only simulations have. */
type AtEnd<E> = E extends unknown
  ? Omit<E, 'day' | 'by_day' | 'persona'> & {
      readonly day?: undefined
      readonly by_day?: undefined
      readonly persona?: undefined
    }
  : never

/** What was expected of players at the end of a history, in its order. */
export interface JudgedEnd {
  readonly expect: readonly (EndExpectation & Judged)[]
  /** Present if not the whole history was looked at. */
  readonly partial?: true
}

/** Numbers by name, in the order of the names. */
export type Counted = Readonly<Record<string, number>>

/** What all players, or those of one persona, came to. */
export interface GroupReport {
  readonly players: number
  readonly days: readonly DayRow[]
  /** A row for each day, by the id of the metric: of points for points and compounds, of states, or of items for sets. */
  readonly metrics: Readonly<Record<string, readonly PointsRow[] | readonly StateRow[] | readonly SetRow[]>>
  readonly flows: readonly FlowRow[]
  /** By `<metric>:<item or state>`, or `process:<definition>`. */
  readonly reached: Readonly<Record<string, Reached>>
}

/** The events of one day alone. `left` counts those who do not come after it. */
export interface DayRow {
  readonly day: number
  readonly joined: number
  /** The number of players who had a session. */
  readonly active: number
  readonly left: number
  readonly plays: number
  readonly refused: Counted
  /** The number of players who reached something for the first time, by what. */
  readonly reached: Counted
}

/** The scores of all who have joined, at the end of a day. */
export interface PointsRow extends PointFigures {
  readonly day: number
}

/** Figures of the scores of players. Percentiles are by nearest rank; null if there are no players. */
export interface PointFigures {
  readonly total: string
  readonly mean: number | null
  readonly p5: string | null
  readonly p25: string | null
  readonly median: string | null
  readonly p75: string | null
  readonly p95: string | null
  readonly gini: number | null
}

/** The share of those joined who are in each state. */
export interface StateRow {
  readonly day: number
  readonly share: Counted
}

/** The share of those joined who hold each item, and the number of items. */
export interface SetRow {
  readonly day: number
  readonly holders: Counted
  readonly items: Readonly<Record<string, string>>
}

/** What a source gave and took of a metric; of an item of a set if the metric is `<id>:<item>`. */
export interface FlowRow {
  readonly metric: string
  /** `actions/<id>`, `rules/<id>`, `processes/<id>/<activity>` or `bootstrap`. */
  readonly source: string
  readonly given: string
  readonly taken: string
  /** The number of changes. */
  readonly times: number
}

/** Who reached something, and when: in days since joining, and in plays. */
export interface Reached {
  readonly players: number
  /** The share of the players who have joined, from 0 to 1. */
  readonly share: number
  readonly days: Quartiles
  readonly plays: Quartiles
}

/** Percentiles by nearest rank; null if nobody has reached it. */
export interface Quartiles {
  readonly p25: number | null
  readonly median: number | null
  readonly p75: number | null
}

/** A period of a cycle of a board, ended or under way. */
export interface BoardPeriod {
  readonly cycle: string
  /** The first day of the period as `2030-01-07`; null for all time. */
  readonly start: string | null
  /** The scores at these places; null if there is nobody. */
  readonly scores: { readonly '1': string | null; readonly '10': string | null; readonly '100': string | null }
  readonly first_ten: {
    readonly personas: Counted
    /** The mean number of days, with fractions, since they joined, at the end of the period or of the simulation. */
    readonly joined_days_ago: number | null
  }
}
