import * as z from 'zod'
import { instant, key, optional } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'
import type { Shape } from '../kernel/shapes.ts'

const invited = { email: z.string(), message: optional(z.string()) }
const newcomer = { alias: z.string(), email: z.string().nullable() }
/** The id of the event that made it, and when. */
const made = { id: key, at: instant }

/** An invitation to the game that is pending. Spec 4.15 "Joining the game". */
export const invitation = strictObject({ ...made, ...invited })

/** A request to join the game that is pending. Spec 4.15 "Joining the game". */
export const joinRequest = strictObject({ ...made, ...newcomer })

/** An address was invited to the game. Its id is that of the invitation. In no feed. Spec 4.15. */
const gameInvited = strictObject({ event: z.literal('game:invite'), ...invited })
export type GameInvited = Shape<typeof gameInvited>

/** An invitation was taken back. In no feed. */
const gameInviteCancelled = strictObject({ event: z.literal('game:invite:cancel'), email: z.string() })
export type GameInviteCancelled = Shape<typeof gameInviteCancelled>

/** A newcomer asks to join. Its id is that of the request. In no feed. */
const gameRequested = strictObject({ event: z.literal('game:request'), ...newcomer })
export type GameRequested = Shape<typeof gameRequested>

/** A request to join, named by its id, was granted, which makes the player in the same entry, or refused. In no feed. */
const gameRequestAnswered = strictObject({
  event: z.enum(['game:request:accept', 'game:request:reject']),
  request: z.string(),
})
export type GameRequestAnswered = Shape<typeof gameRequestAnswered>

/** What joining the game writes into a history. Spec 4.15. */
export const joiningEvents = {
  'game:invite': gameInvited,
  'game:invite:cancel': gameInviteCancelled,
  'game:request': gameRequested,
  'game:request:accept': gameRequestAnswered,
  'game:request:reject': gameRequestAnswered,
}
export type JoiningEvent = Shape<(typeof joiningEvents)[keyof typeof joiningEvents]>
