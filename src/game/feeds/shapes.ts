import * as z from 'zod'
import { playerReference, type Shape } from '../kernel/answer-shapes.ts'
import { packedPosition } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'

/** A player has seen the notifications at these packed positions, in ascending order. This event appears in no feed. */
const notificationsSeen = strictObject({
  event: z.literal('notifications:seen'),
  player: playerReference,
  places: z.array(packedPosition),
})
/** The event that a player has seen notifications. */
export type NotificationsSeen = Shape<typeof notificationsSeen>

/** The events of feeds. */
export const feedEvents = { 'notifications:seen': notificationsSeen }
