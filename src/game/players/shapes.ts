import * as z from 'zod'
import { actionUses, scope } from '../actions/shapes.ts'
import {
  count,
  entryNumber,
  eventPosition,
  feedNumber,
  instant,
  optional,
  packedPosition,
} from '../kernel/history-shapes.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'
import type { Shape } from '../kernel/shapes.ts'
import { changes, scores } from '../metrics/shapes.ts'

/** A player as the events of one name the player. */
const player = strictObject({ id: idSchema, alias: z.string() })

/** All that is known of a player: one record, replaced and never changed in place. */
export const playerRecord = strictObject({
  ...player.shape,
  email: z.string().nullable(),
  enabled: z.boolean(),
  created: instant,
  /** The entry that made the player: an earlier one of the same id was somebody else. */
  born: entryNumber,
  /** Number of the player's own feed; that of what the player is notified of is the next. */
  feed: feedNumber,
  scores,
  actions: actionUses,
  /** The newest entry with drops that the scores have been through; 0 where there was none. */
  drops: entryNumber,
  /** Packed places of the newest events whose notifications the player has seen, ascending; at most MAX_SEEN_KEPT. */
  seen: z.array(packedPosition),
  /** The id of the image that the player put up; missing where there is none. */
  image: optional(z.string()),
})

/** A player came to the game; `changes` are the bootstrap scores and what follows from them. In no feed. */
const playerCreated = strictObject({
  event: z.literal('player:created'),
  player,
  email: z.string().nullable(),
  changes,
})

/** Alias or email became other ones. In no feed. */
const playerUpdated = strictObject({ event: z.literal('player:updated'), player, email: z.string().nullable() })

/** The player may act, or may not. In no feed. */
const playerSwitched = strictObject({ event: z.enum(['player:enabled', 'player:disabled']), player })

/** The player put up an image, which is kept under this id. In no feed. */
const playerPictured = strictObject({ event: z.literal('player:pictured'), player, image: z.string() })

/** The player's scores were emptied. In no feed. */
const playerReset = strictObject({ event: z.literal('player:reset'), player })

/** The player left the game for good. In no feed. */
const playerDeleted = strictObject({ event: z.literal('player:deleted'), player })

/** An operator changed scores. Spec 4.14, 5.3. */
const scoreChanged = strictObject({ event: z.literal('score'), player, changes, admin: z.literal(true) })

/** An event that was undone, as the event of the revert has it. */
const undoneEvent = eventPosition.extend({ at: instant, changes, scopes: optional(z.array(scope)) })
export type UndoneEvent = Shape<typeof undoneEvent>

/** Events were undone; `plays` are taken off action counts. In no feed. Spec 4.14. */
const eventsReverted = strictObject({
  event: z.literal('reverted'),
  player,
  events: z.array(eventPosition),
  changes,
  plays: z.array(strictObject({ action: z.string(), count: count.min(1) })),
  /** What the events had changed, so that it can be taken off where it counted. */
  undone: optional(z.array(undoneEvent)),
})

export type PlayerCreated = Shape<typeof playerCreated>
export type EventsReverted = Shape<typeof eventsReverted>

/** What players write into a history. */
export const playerEvents = {
  'player:created': playerCreated,
  'player:updated': playerUpdated,
  'player:enabled': playerSwitched,
  'player:disabled': playerSwitched,
  'player:pictured': playerPictured,
  'player:reset': playerReset,
  'player:deleted': playerDeleted,
  score: scoreChanged,
  reverted: eventsReverted,
}
export type PlayerEvent = Shape<(typeof playerEvents)[keyof typeof playerEvents]>
