import * as z from 'zod'
import { timestamp } from '../kernel/answer-shapes.ts'

/** An invitation to the game, in any state. Spec 4.15 "Joining the game". */
export const invitation = z.strictObject({
  id: z.string(),
  event: z.literal('game:invite'),
  email: z.string(),
  message: z.string().optional(),
  timestamp,
  state: z.enum(['PENDING', 'CANCELLED']),
})

/** A request to join the game, in any state. Spec 4.15 "Joining the game". */
export const joinRequest = z.strictObject({
  id: z.string(),
  event: z.literal('game:request'),
  timestamp,
  alias: z.string(),
  email: z.string().optional(),
  state: z.enum(['PENDING', 'ACCEPTED', 'REJECTED']),
})
