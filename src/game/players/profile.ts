import type { GameCommand, GameView } from '../game-operation.ts'
import { isFault } from '../kernel/fault.ts'
import { actingPlayer, namedPlayer } from './acting.ts'
import { referToPlayer } from './player.ts'
import { profileOf, type Profile } from './show.ts'

/** Reads the caller's own profile. Spec 1 `GET /runtime/player`. */
export const readOwnProfile: GameView<{ readonly detailed: boolean }, Profile> = {
  kind: 'view',
  name: 'players.profile',
  view: (state, { detailed }, { caller, design }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : profileOf(state, player, design, detailed)
  },
}

/** Reads any player's profile, for an operator. Spec 2 `GET /admin/players/:player_id`. */
export const readProfile: GameView<{ readonly id: string }, Profile> = {
  kind: 'view',
  name: 'players.read',
  view: (state, { id }, { design }) => {
    const player = namedPlayer(state, id)
    return isFault(player) ? player : profileOf(state, player, design)
  },
}

/** Changes the caller's own alias and email. Spec 1 `PATCH /runtime/player`. */
export const updateProfile: GameCommand<
  { readonly alias?: string | undefined; readonly email?: string | undefined },
  Profile
> = {
  kind: 'command',
  name: 'players.update',
  decide: (state, input, { caller, design }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    const { alias = player.alias, email = player.email } = input
    const same = alias === player.alias && email === player.email
    return {
      events: same ? [] : [{ event: 'player:updated', player: { ...referToPlayer(player), alias }, email } as const],
      answer: (after) => profileOf(after, { ...player, alias, email }, design),
    }
  },
}
