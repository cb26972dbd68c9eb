import type * as z from 'zod'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { GameEvent } from '../kernel/entry.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { eventId } from '../kernel/ids.ts'
import { aliasSchema, emailSchema, strictObject } from '../kernel/schema.ts'
import { creationEvents } from '../players/effects.ts'
import type { PlayerReference } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import type { GameRequested } from './shapes.ts'
import { invitationOf, hasPendingRequest, type JoinRequest } from './state.ts'

/** A person who is not a player yet. */
type Newcomer = Pick<JoinRequest, 'alias' | 'email'>

/** The schema of what a newcomer enters. */
export const newcomerSchema = strictObject({ alias: aliasSchema, email: emailSchema.optional() })

/** The result of joining: a player, or a request that waits for an operator. */
export type Joined = { readonly player: PlayerReference } | { readonly request: { readonly id: string } }

/** Returns the player that a newcomer becomes and the events that create the player, or a fault. */
export function admitNewcomer(
  state: GameState,
  context: GameContext,
  { alias, email }: Newcomer,
): Fault | { readonly player: PlayerReference; readonly events: readonly GameEvent[] } {
  const player = { id: newcomerId(alias, (id) => findPlayer(state.players, id) !== undefined), alias }
  const events = creationEvents(state, context, { player, email })
  return isFault(events) ? events : { player, events }
}

/**
 * Joins a game. A newcomer with an invitation can join any game. Without one, a newcomer joins a PUBLIC game, requests to
 * join a PROTECTED one, and is denied by a PRIVATE one. Spec 4.15 "Joining the game".
 */
export const joinGame: GameCommand<z.output<typeof newcomerSchema>, Joined> = {
  kind: 'command',
  name: 'joining.join',
  decide: (state, { alias, email = null }, context) => {
    const newcomer = { alias, email }
    const isInvited = email !== null && invitationOf(state.joining, email) !== undefined
    if (!isInvited && context.game.access === 'PRIVATE') return invitationRequired(newcomer)
    if (!isInvited && context.game.access === 'PROTECTED') return requestToJoin(state, context, newcomer)
    const admitted = admitNewcomer(state, context, newcomer)
    if (isFault(admitted)) return admitted
    return { events: admitted.events, answer: () => ({ player: admitted.player }) }
  },
}

function requestToJoin(state: GameState, context: GameContext, newcomer: Newcomer): ReturnType<typeof joinGame.decide> {
  const { alias, email } = newcomer
  if (hasPendingRequest(state.joining, newcomer))
    return fault('already_requested', { message: `'${email ?? alias}' has already asked to join the game` })
  const requested: GameRequested = { event: 'game:request', alias, email }
  return { events: [requested], answer: () => ({ request: { id: eventId(context, 0) } }) }
}

function invitationRequired({ email }: Newcomer): Fault {
  const without = email === null ? '' : `, and '${email}' has none`
  return fault('access_denied', { message: `The game is joined by invitation only${without}` })
}

/** The number of characters that an id can have. Spec 4.1. */
const MAX_LENGTH = 64

/**
 * Returns the id of a newcomer: the ASCII letters and digits of the alias, with `player` before them if they do not begin
 * with a letter, and with a number from 2 on after them if that id is taken. Spec 4.15 "A newcomer's player id".
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
 * Returns the first free number from 1 on. If lower numbers became free again, returns a free number that follows a taken
 * one. Uses doubling and bisection instead of counting, because many players can have the same alias.
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
