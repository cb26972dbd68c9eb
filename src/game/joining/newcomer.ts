import type * as z from 'zod'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { GameEvent } from '../kernel/entry.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { eventId } from '../kernel/ids.ts'
import { aliasSchema, emailSchema, strictObject } from '../kernel/schema.ts'
import { playerMade } from '../players/effects.ts'
import type { PlayerReference } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import type { GameRequested } from './shapes.ts'
import { invitationOf, isAsking, type JoinRequest } from './state.ts'

/** Somebody who is no player yet. */
type Newcomer = Pick<JoinRequest, 'alias' | 'email'>

/** How a newcomer says who it is. */
export const newcomerSchema = strictObject({ alias: aliasSchema, email: emailSchema.optional() })

/** What it comes to that a newcomer would join: a player, or a request that waits for an operator. */
export type Joined = { readonly player: PlayerReference } | { readonly request: { readonly id: string } }

/** The player that a newcomer becomes, and the events that make it; or why none can be made. */
export function becomePlayer(
  state: GameState,
  context: GameContext,
  { alias, email }: Newcomer,
): Fault | { readonly player: PlayerReference; readonly events: readonly GameEvent[] } {
  const player = { id: newcomerId(alias, (id) => findPlayer(state.players, id) !== undefined), alias }
  const events = playerMade(state, context, { player, email })
  return isFault(events) ? events : { player, events }
}

/**
 * A newcomer joins a PUBLIC game, or any with an invitation, asks to join a PROTECTED one, and may not join a PRIVATE one.
 * Spec 4.15 "Joining the game".
 */
export const joinGame: GameCommand<z.output<typeof newcomerSchema>, Joined> = {
  kind: 'command',
  name: 'joining.join',
  decide: (state, { alias, email = null }, context) => {
    const newcomer = { alias, email }
    const isInvited = email !== null && invitationOf(state.joining, email) !== undefined
    if (!isInvited && context.game.access === 'PRIVATE') return needsInvitation(newcomer)
    if (!isInvited && context.game.access === 'PROTECTED') return ask(state, context, newcomer)
    const made = becomePlayer(state, context, newcomer)
    if (isFault(made)) return made
    return { events: made.events, answer: () => ({ player: made.player }) }
  },
}

function ask(state: GameState, context: GameContext, newcomer: Newcomer): ReturnType<typeof joinGame.decide> {
  const { alias, email } = newcomer
  if (isAsking(state.joining, newcomer))
    return fault('already_requested', { message: `'${email ?? alias}' has already asked to join the game` })
  const requested: GameRequested = { event: 'game:request', alias, email }
  return { events: [requested], answer: () => ({ request: { id: eventId(context, 0) } }) }
}

function needsInvitation({ email }: Newcomer): Fault {
  const without = email === null ? '' : `, and '${email}' has none`
  return fault('access_denied', { message: `The game is joined by invitation only${without}` })
}

/** Characters that an id may have. Spec 4.1. */
const MAX_LENGTH = 64

/**
 * The id of a newcomer: the ASCII letters and digits of the alias, after `player` where they begin with no letter, and
 * with a number from 2 on where that is taken. Spec 4.15 "A newcomer's player id".
 */
export function newcomerId(alias: string, isTaken: (id: string) => boolean): string {
  const text = alias.replaceAll(/[^A-Za-z0-9]/g, '')
  const name = /^[A-Za-z]/.test(text) ? text : `player${text}`
  const numbered = (number: number): string => {
    const suffix = number === 1 ? '' : `-${number}`
    return name.slice(0, MAX_LENGTH - suffix.length) + suffix
  }
  return numbered(freeNumber((number) => isTaken(numbered(number))))
}

/**
 * The first free number from 1 on, or where some were given up again, a free one after a taken one. It is closed in on
 * instead of counted up to, as in a game many may be called the same.
 */
function freeNumber(isTaken: (number: number) => boolean): number {
  let taken = 0
  let free = 1
  while (isTaken(free)) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (isTaken(middle)) taken = middle
    else free = middle
  }
  return free
}
