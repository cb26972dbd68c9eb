import type { GameCommand } from '../game-operation.ts'
import type { Message, Shape } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { toIso } from '../kernel/instant.ts'
import { namedPlayer } from './acting.ts'
import type { newProfile } from './answer-schema.ts'
import { creationEvents } from './effects.ts'
import { referToPlayer, type Player } from './player.ts'
import { profileOf, type Profile } from './show.ts'
import { findPlayer } from './state.ts'

/** A player who was just created. The scores appear at the next read. Spec 2, 4.16 "Plays". */
export type NewProfile = Shape<typeof newProfile>

/** Creates a player with the scores, processes and teams of the bootstrap. Spec 2 `POST /admin/players`, 4.12, 4.14. */
export const createPlayer: GameCommand<
  { readonly id: string; readonly alias?: string | undefined; readonly email?: string | undefined },
  NewProfile
> = {
  kind: 'command',
  name: 'players.create',
  decide: (state, { id, alias = id, email = null }, context) => {
    if (findPlayer(state.players, id)) return fault('player_exists', { id })
    const events = creationEvents(state, context, { player: { id, alias }, email })
    if (isFault(events)) return events
    return {
      events,
      answer: () => ({ id, alias, created: toIso(context.at), enabled: true, scores: [], teams: [], bootstrap: true }),
    }
  },
}

/** Deletes a player and everything that the game stores about them. Spec 2 `DELETE /admin/players/:player_id`. */
export const deletePlayer: GameCommand<{ readonly id: string }, Message> = {
  kind: 'command',
  name: 'players.delete',
  decide: (state, { id }) => {
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    return {
      events: [{ event: 'player:deleted', player: referToPlayer(player) } as const],
      answer: () => ({ message: `Player '${id}' has been deleted` }),
    }
  },
}

/** Resets the scores of a player of the staging environment. Spec 2 `POST /admin/players/:player_id/reset`, 5.2. */
export const resetPlayer: GameCommand<{ readonly id: string }, Profile> = {
  kind: 'command',
  name: 'players.reset',
  decide: (state, { id }, { design }) => {
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    if (state.runtime === 'production')
      return fault('forbidden', { message: 'Only players of the staging environment can be reset' })
    const empty = Object.keys(player.scores).length === 0
    return {
      events: empty ? [] : [{ event: 'player:reset', player: referToPlayer(player) } as const],
      answer: (after) => profileOf(after, { ...player, scores: {} }, design),
    }
  },
}

const defineSwitch = (
  name: string,
  event: 'player:enabled' | 'player:disabled',
  enabled: boolean,
): GameCommand<{ readonly id: string }, Profile> => ({
  kind: 'command',
  name,
  decide: (state, { id }, { design }) => {
    const player: Player | Fault = namedPlayer(state, id)
    if (isFault(player)) return player
    return {
      events: player.enabled === enabled ? [] : [{ event, player: referToPlayer(player) } as const],
      answer: (after) => profileOf(after, { ...player, enabled }, design),
    }
  },
})

/** Enables a player, who can then act again. Spec 2, 4.15. */
export const enablePlayer = defineSwitch('players.enable', 'player:enabled', true)

/** Disables a player, who can then no longer act. Spec 2, 4.14, 4.15. */
export const disablePlayer = defineSwitch('players.disable', 'player:disabled', false)
