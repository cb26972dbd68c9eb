import { z } from 'zod'
import { byName, playerReference, timestamp } from '../kernel/answer-schema.ts'
import { change } from '../metrics/answer-schema.ts'
import type { PublicEvent } from './public-event.ts'

const common = {
  id: z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  timestamp,
  changes: z.array(change),
}
const vars = byName(z.union([z.string(), z.number()]))
const actor = playerReference.optional()

const event = z.discriminatedUnion('event', [
  z.strictObject({
    ...common,
    event: z.literal('action'),
    actor,
    action: z.strictObject({ id: z.string(), name: z.string(), vars }),
    count: z.int(),
    scopes: z.array(z.strictObject({ id: z.string(), entity_id: z.string() })),
  }),
  z.strictObject({
    ...common,
    event: z.enum(['level', 'achievement']),
    actor,
    rule: z.strictObject({ id: z.string() }),
  }),
  z.strictObject({
    ...common,
    event: z.literal('custom_rule'),
    actor,
    rule: z.strictObject({ id: z.string(), name: z.string(), vars }),
  }),
  z.strictObject({ ...common, event: z.literal('score'), player: playerReference.optional(), admin: z.literal(true) }),
])

/** Spec 5.3; in a player's own feed that player is left out. What goes in is known to be an event and no more. */
export const activityEvent: z.ZodType<z.output<typeof event>, PublicEvent> = event

/** Spec 1 "Event bundle". */
export const eventBundle = z.strictObject({ local: z.array(activityEvent), global: z.array(activityEvent) })
