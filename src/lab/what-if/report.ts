import type { JudgedEnd, PointFigures } from '../simulate/report.ts'

/** A figure under the recorded designs, and under the other one. */
export interface BeforeAfter<T> {
  readonly before: T
  readonly after: T
}

/** How recorded players would have fared under another design. `expect` is about the other one. Amounts are exact decimal texts. Spec 7.2 "The report". */
export interface WhatIfReport extends JudgedEnd {
  /** The number of entries of the history. */
  readonly entries: number
  /** The first entry that was decided again. */
  readonly since: number
  /** The hashes of the design that was deployed last, and of the other one; `before` is null if there was none. */
  readonly design: BeforeAfter<string | null>
  /** The number of players at the end, under either design. */
  readonly players: number
  /** The number of them with any other score. */
  readonly changed: number
  readonly metrics: Readonly<Record<string, MetricDifference>>
  readonly commands: CommandOutcomes
  /** By the id of the definition. */
  readonly processes: Readonly<Record<string, { readonly ended: BeforeAfter<number> }>>
  /** The present periods at the end; of a board within teams or of scopes by `<board>/<group>`. */
  readonly boards: Readonly<Record<string, BoardDifference>>
  /** What players have and would not have. */
  readonly lost: readonly Loss[]
  /** The number of players who lose something. */
  readonly losers: number
}

/** The difference of a metric. Points have totals and gains, states have moves, and sets have items. */
export interface MetricDifference {
  readonly total?: BeforeAfter<string>
  /** Figures of the points of all players; null under a design without the metric. */
  readonly figures?: BeforeAfter<Omit<PointFigures, 'total'> | null>
  readonly players_changed: number
  readonly most_gained?: readonly PlayerDifference[]
  readonly most_lost?: readonly PlayerDifference[]
  /** The numbers of players in each state, levels from the lowest to the highest. The others are in none. */
  readonly states?: readonly (BeforeAfter<number> & { readonly state: string })[]
  readonly moves?: readonly Move[]
  /** The numbers of players who hold each item. */
  readonly holders?: Readonly<Record<string, BeforeAfter<number>>>
  /** The numbers of players who hold more of an item, and of those who hold less of it. */
  readonly items?: Readonly<Record<string, { readonly gained: number; readonly lost: number }>>
}

/** The points of a player. A player who does not exist under a design has null. */
export interface PlayerDifference {
  readonly player: string
  readonly before: string | null
  readonly after: string | null
  readonly by: string
}

/** Players who would be in another state; null stands for none. */
export interface Move {
  readonly from: string | null
  readonly to: string | null
  readonly players: number
}

/** What became of the recorded commands that were decided again. */
export interface CommandOutcomes {
  readonly accepted_before: number
  readonly accepted_after: number
  /** The numbers of commands that are refused now, by error code. */
  readonly refused_now: Readonly<Record<string, number>>
  /** The first of them. */
  readonly first: readonly RefusedCommand[]
}

/** A command that was accepted, and would be refused. */
export interface RefusedCommand {
  readonly seq: number
  readonly at: string
  readonly op: string
  /** Who acted; null for an operator. */
  readonly player: string | null
  readonly error: string
}

/** How the order of a board would differ. */
export interface BoardDifference {
  readonly top10_changed: boolean
  readonly biggest_climb: Climb | null
  readonly biggest_fall: Climb | null
}

/** The ranks of a player, or of a team. */
export interface Climb {
  readonly player?: string
  readonly team?: string
  readonly from: number
  readonly to: number
}

/** Something that a player has and would not have: a level, an item or an ended process. */
export interface Loss {
  readonly player: string
  /** `<metric>:<level>`, `<metric>:<item>` or `process:<definition>`. */
  readonly lost: string
  /** The lower level, or null for none. */
  readonly instead?: string | null
}
