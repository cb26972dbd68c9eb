import * as z from 'zod'
import { packedPosition } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'
import { playerReference, type Shape } from '../kernel/shapes.ts'

/** A player has seen notifications, which stand at these packed places, ascending. In no feed. */
const notificationsSeen = strictObject({
  event: z.literal('notifications:seen'),
  player: playerReference,
  places: z.array(packedPosition),
})
export type NotificationsSeen = Shape<typeof notificationsSeen>

/** What feeds write into a history. */
export const feedEvents = { 'notifications:seen': notificationsSeen }
