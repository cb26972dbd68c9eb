import type { RouteOutput } from '../../client/route-types.ts'

/** A board. Spec 1 "Leaderboard definition". */
export type ShownBoard = RouteOutput<'GET /v2/runtime/leaderboards'>[number]

/** Who is ranked: a player or a team. */
export interface Ranked {
  readonly player?: { readonly id: string; readonly alias: string } | undefined
  readonly team?: { readonly id: string; readonly name: string } | undefined
}

/** What columns of ids and names are headed. */
export type WhoHeads = readonly [id: string, name: string]

/** What they are headed on a board that ranks players or teams. */
export function whoHeads(entities: string | undefined): WhoHeads {
  return entities === 'teams' ? ['TEAM', 'NAME'] : ['PLAYER', 'ALIAS']
}

/** A row of a board. Spec 1 "Leaderboard entry". */
export interface ShownRow extends Ranked {
  /** With other boards merged in, the id of each board and the score on it by turns. */
  readonly score: string | readonly string[]
  readonly rank: number
}

/** How the ranks of a player or team went. Spec 1 "Rank trend". */
export interface ShownTrend extends Ranked {
  readonly data: readonly {
    readonly date: string
    readonly score?: string | undefined
    /** -1 where it was not on the board. */
    readonly rank: number
  }[]
}

/** Id and name of who is ranked. */
export function rankedOf({ player, team }: Ranked): { readonly id: string; readonly name: string } {
  return { id: (player ?? team)?.id ?? '', name: player?.alias ?? team?.name ?? '' }
}

/** The scores of a row, one for each board. */
export function scoresOf({ score }: ShownRow): readonly string[] {
  return typeof score === 'string' ? [score] : score.filter((_, i) => i % 2 === 1)
}

/** The rank of a period, if there was one. */
export function rankIn({ rank }: ShownTrend['data'][number]): number | undefined {
  return rank < 0 ? undefined : rank
}
