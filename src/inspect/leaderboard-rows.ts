import type { RouteOutput } from '../client/route-types.ts'

/** The definition of a leaderboard. Spec 1 "Leaderboard definition". */
export type ShownBoard = RouteOutput<'GET /v2/runtime/leaderboards'>[number]

/** A ranked player or team. */
export interface Ranked {
  readonly player?: { readonly id: string; readonly alias: string } | undefined
  readonly team?: { readonly id: string; readonly name: string } | undefined
}

/** A row of a leaderboard. Spec 1 "Leaderboard entry". */
export interface ShownRow extends Ranked {
  /** With merged leaderboards: the id of each leaderboard and the score on it, alternating. */
  readonly score: string | readonly string[]
  readonly rank: number
}

/** The rank trend of a player or team. Spec 1 "Rank trend". */
export interface ShownTrend extends Ranked {
  readonly data: readonly {
    readonly date: string
    readonly score?: string | undefined
    /** -1 if the player or team had no rank. */
    readonly rank: number
  }[]
}

/** Returns the id and the name of the ranked player or team. */
export function rankedOf({ player, team }: Ranked): { readonly id: string; readonly name: string } {
  return { id: (player ?? team)?.id ?? '', name: player?.alias ?? team?.name ?? '' }
}

/** Returns the scores of a row, one for each leaderboard. */
export function scoresOf({ score }: ShownRow): readonly string[] {
  return typeof score === 'string' ? [score] : score.filter((_, i) => i % 2 === 1)
}

/** Returns the rank in a period; undefined if there was none. */
export function rankIn({ rank }: ShownTrend['data'][number]): number | undefined {
  return rank < 0 ? undefined : rank
}
