import type { GameView, GameWalk } from '../game-operation.ts'
import type { Message, Shape } from '../kernel/answer-shapes.ts'
import { fault, invalid, isFault } from '../kernel/fault.ts'
import type { Steps } from '../kernel/operation.ts'
import { type Paged, type PageRange, wildcardMatcher } from '../kernel/page.ts'
import { idSchema } from '../kernel/schema.ts'
import { pageAndTotal } from '../kernel/table.ts'
import { actingPlayer } from './acting.ts'
import type { rosterItem } from './answer-schema.ts'
import { referToPlayer, type Player, type PlayerReference } from './player.ts'
import { findPlayer, pageOfPlayers, type Players } from './state.ts'

/** A player as lists of them show one. Spec 2 "Admin player list item". */
export type RosterItem = Shape<typeof rosterItem>

const showInRoster = ({ id, alias, enabled }: Player): RosterItem => ({ id, alias, enabled })

/** Lists all players, for an operator. Spec 2 `GET /admin/players`. */
export const listPlayers: GameWalk<PageRange, Paged<RosterItem>> = {
  kind: 'walk',
  name: 'players.list',
  walk: ({ players }, input) => rosterPage(players, input),
}

function* rosterPage(players: Players, { skip, limit }: PageRange): Steps<Paged<RosterItem>> {
  const total = players.index.size
  return { data: yield* pageOfPlayers(players, { skip, limit, show: showInRoster }), total }
}

/** Lists all players, for a player. Spec 5.5. */
export const listFellows: GameWalk<PageRange, Paged<RosterItem>> = {
  kind: 'walk',
  name: 'players.fellows',
  walk: (state, input, { caller }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : rosterPage(state.players, input)
  },
}

/** Checks whether a player could be created under an id. Spec 2 `GET /admin/validation/player/available`, 4.15. */
export const checkAvailable: GameView<{ readonly id: string }, Message> = {
  kind: 'view',
  name: 'players.available',
  view: ({ players }, { id }) => {
    const parsed = idSchema.safeParse(id)
    if (!parsed.success) return invalid(parsed.error.issues.map(({ message }) => ({ path: 'value', message })))
    if (findPlayer(players, id)) return fault('player_exists', { id })
    return { message: `The player ID '${id}' is available` }
  },
}

/** Searches players by alias. Spec 2 `GET /admin/query/players`. */
export const searchPlayers: GameWalk<PageRange & { readonly pattern: string }, readonly PlayerReference[]> = {
  kind: 'walk',
  name: 'players.search',
  walk: ({ players }, { pattern, skip, limit }) => {
    const matches = wildcardMatcher(pattern)
    return pageOfPlayers(players, { skip, limit, show: referToPlayer, matches: ({ alias }) => matches(alias) })
  },
}

/** Searches enabled players by id or alias, for the sign-in page. Spec 5.1. */
export const findActors: GameWalk<PageRange & { readonly pattern: string }, Paged<PlayerReference>> = {
  kind: 'walk',
  name: 'players.actors',
  walk: ({ players }, { pattern, ...range }) => {
    const has = wildcardMatcher(pattern)
    const matches = ({ id, alias, enabled }: Player) => enabled && (has(id) || has(alias))
    return pageAndTotal(players, { ...range, matches, show: referToPlayer })
  },
}

/** Returns an enabled player by id, or a fault. */
export const nameActor: GameView<{ readonly id: string }, PlayerReference> = {
  kind: 'view',
  name: 'players.actor',
  view: (state, { id }) => {
    const player = actingPlayer(state, id)
    return isFault(player) ? player : referToPlayer(player)
  },
}
