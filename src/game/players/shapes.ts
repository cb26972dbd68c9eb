import * as z from 'zod'
import { actionUses, scope } from '../actions/shapes.ts'
import type { Shape } from '../kernel/answer-shapes.ts'
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
import { changes, scores } from '../metrics/shapes.ts'

/** A player as player events name one. */
const player = strictObject({ id: idSchema, alias: z.string() })

/** A player: one record, which is replaced and never changed in place. */
export const playerRecord = strictObject({
  ...player.shape,
  email: z.string().nullable(),
  enabled: z.boolean(),
  created: instant,
  /** The entry that created the player. It distinguishes the player from an earlier one with the same id. */
  born: entryNumber,
  /** The number of the player's feed. The next number is the feed of the player's notifications. */
  feed: feedNumber,
  scores,
  actions: actionUses,
  /** The drops up to this entry are applied to the scores; 0 if there was none. */
  drops: entryNumber,
  /** The packed positions of the newest events whose notifications the player has seen, ascending; at most MAX_SEEN_KEPT. */
  seen: z.array(packedPosition),
  /** The id of the image that the player uploaded; missing if there is none. */
  image: optional(z.string()),
})

/** A player was created. `changes` are the bootstrap scores and what follows from them. The event is in no feed. */
const playerCreated = strictObject({
  event: z.literal('player:created'),
  player,
  email: z.string().nullable(),
  changes,
})

/** A player's alias or email changed. The event is in no feed. */
const playerUpdated = strictObject({ event: z.literal('player:updated'), player, email: z.string().nullable() })

/** A player was enabled or disabled. The event is in no feed. */
const playerSwitched = strictObject({ event: z.enum(['player:enabled', 'player:disabled']), player })

/** A player uploaded an image, which is stored under this id. The event is in no feed. */
const playerPictured = strictObject({ event: z.literal('player:pictured'), player, image: z.string() })

/** A player's scores were reset. The event is in no feed. */
const playerReset = strictObject({ event: z.literal('player:reset'), player })

/** A player was deleted. The event is in no feed. */
const playerDeleted = strictObject({ event: z.literal('player:deleted'), player })

/** An operator changed a player's scores. Spec 4.14, 5.3. */
const scoreChanged = strictObject({ event: z.literal('score'), player, changes, admin: z.literal(true) })

/** An undone event, as the event of the revert contains it. */
const undoneEvent = eventPosition.extend({ at: instant, changes, scopes: optional(z.array(scope)) })
export type UndoneEvent = Shape<typeof undoneEvent>

/** Events were undone. `plays` are subtracted from the action counts. The event is in no feed. Spec 4.14. */
const eventsReverted = strictObject({
  event: z.literal('reverted'),
  player,
  events: z.array(eventPosition),
  changes,
  plays: z.array(strictObject({ action: z.string(), count: count.min(1) })),
  /** The changes of the undone events, which are subtracted from the leaderboards where they counted. */
  undone: optional(z.array(undoneEvent)),
})

export type PlayerCreated = Shape<typeof playerCreated>
export type EventsReverted = Shape<typeof eventsReverted>

/** The events of players that are written to the history. */
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
