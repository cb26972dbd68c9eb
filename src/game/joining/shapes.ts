import * as z from 'zod'
import type { Shape } from '../kernel/answer-shapes.ts'
import { instant, key, optional } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'

const invited = { email: z.string(), message: optional(z.string()) }
const newcomer = { alias: z.string(), email: z.string().nullable() }
/** The id and time of the event that created it. */
const made = { id: key, at: instant }

/** An invitation to the game that is pending. Spec 4.15 "Joining the game". */
export const invitation = strictObject({ ...made, ...invited })

/** A request to join the game that is pending. Spec 4.15 "Joining the game". */
export const joinRequest = strictObject({ ...made, ...newcomer })

/** An email address was invited to the game. The event's id is the invitation's. The event is in no feed. Spec 4.15. */
const gameInvited = strictObject({ event: z.literal('game:invite'), ...invited })
export type GameInvited = Shape<typeof gameInvited>

/** An invitation was cancelled. The event is in no feed. */
const gameInviteCancelled = strictObject({ event: z.literal('game:invite:cancel'), email: z.string() })
export type GameInviteCancelled = Shape<typeof gameInviteCancelled>

/** A newcomer requested to join. The event's id is the request's. The event is in no feed. */
const gameRequested = strictObject({ event: z.literal('game:request'), ...newcomer })
export type GameRequested = Shape<typeof gameRequested>

/**
 * A request to join, given by id, was accepted or rejected. Another event of the same entry creates the player. The event is
 * in no feed.
 */
const gameRequestAnswered = strictObject({
  event: z.enum(['game:request:accept', 'game:request:reject']),
  request: z.string(),
})
export type GameRequestAnswered = Shape<typeof gameRequestAnswered>

/** The events about joining the game that are written to the history. Spec 4.15. */
export const joiningEvents = {
  'game:invite': gameInvited,
  'game:invite:cancel': gameInviteCancelled,
  'game:request': gameRequested,
  'game:request:accept': gameRequestAnswered,
  'game:request:reject': gameRequestAnswered,
}
export type JoiningEvent = Shape<(typeof joiningEvents)[keyof typeof joiningEvents]>
