import * as z from 'zod'
import { byName, laneRole, playerReference, reference, timestamp } from '../kernel/shapes.ts'
import { change } from '../metrics/answer-schema.ts'
import type { Notification } from './public-event.ts'
import type { PublicEvent } from './public-event.ts'

/** Every event carries these. */
const common = {
  id: z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  timestamp,
}
const changes = z.array(change)
const vars = byName(z.union([z.string(), z.number()]))

/** Who stands in an event is left out in an own feed. */
const somebody = playerReference.optional()
/** A process or a team, which its own feed leaves out. */
const subject = { process: reference.optional(), team: reference.optional() }
const byOperator = z.literal(true).optional()

const ranks = z.union([byName(z.int().min(1)), byName(laneRole)])
const asked = z.union([byName(z.boolean()), byName(z.union([laneRole, z.literal(false)]))])
const delta = <T extends z.ZodType>(role: T) => z.strictObject({ old: role.nullable(), new: role.nullable() })
const roleChanges = z.union([byName(delta(z.literal(true))), byName(delta(laneRole))])
const pending = z.literal('PENDING')

/**
 * What each event has beside what all have: those of one name stand together. Made when an answer is first looked at, as
 * all schemas of events are: they are too many to be made by every start. Spec 5.3.
 */
const partsOfEvents = () => ({
  action: {
    actor: somebody,
    action: z.strictObject({ id: z.string(), name: z.string(), vars }),
    count: z.int(),
    changes,
    scopes: z.array(z.strictObject({ id: z.string(), entity_id: z.string() })),
  },
  followed: { actor: somebody, rule: z.strictObject({ id: z.string() }), changes },
  customRule: { actor: somebody, rule: z.strictObject({ id: z.string(), name: z.string(), vars }), changes },
  score: { player: somebody, changes, admin: z.literal(true) },
  progress: { actor: somebody, process: reference.optional(), activity: reference, changes },
  resolution: {
    actor: somebody,
    process: reference.optional(),
    activity: reference,
    deferred: z.strictObject({ actor: somebody, activity: reference, changes }),
  },
  /** Always with its subject. */
  made: { actor: somebody, ...subject, admin: byOperator },
  join: { actor: somebody, ...subject, roles: ranks, admin: byOperator },
  leave: { actor: somebody, ...subject, admin: byOperator },
  kick: { actor: somebody, player: somebody, ...subject },
  roleChange: { actor: somebody, ...subject, changes: roleChanges, admin: byOperator },
  rolesGiven: { actor: somebody, player: somebody, ...subject, changes: roleChanges },
  transfer: { actor: somebody, player: somebody, new_owner: somebody, ...subject, admin: byOperator },
  invite: { actor: somebody, invitee: somebody, ...subject, roles: asked, state: pending },
  inviteAnswered: { actor: somebody, inviter: somebody, ...subject, roles: asked },
  request: { actor: somebody, ...subject, roles: asked, state: pending },
  joinAnswered: { actor: somebody, player: somebody, ...subject },
})

type Subjects = Readonly<Record<'process' | 'team', z.output<typeof reference> | undefined>>

const ofOne = ({ process, team }: Partial<Subjects>): boolean => process === undefined || team === undefined
const named = ({ process, team }: Partial<Subjects>): boolean => (process === undefined) !== (team === undefined)
const ONE_SUBJECT = 'expected a process or a team'

/** What stands in feeds. */
const activity = () => {
  const parts = partsOfEvents()
  return z.discriminatedUnion('event', [
    z.strictObject({ ...common, event: z.literal('action'), ...parts.action }),
    z.strictObject({ ...common, event: z.enum(['level', 'achievement']), ...parts.followed }),
    z.strictObject({ ...common, event: z.literal('custom_rule'), ...parts.customRule }),
    z.strictObject({ ...common, event: z.literal('score'), ...parts.score }),
    z.strictObject({ ...common, event: z.literal('progress'), ...parts.progress }),
    z.strictObject({ ...common, event: z.literal('resolution'), ...parts.resolution }),
    z.strictObject({ ...common, event: z.enum(['create', 'delete']), ...parts.made }).refine(named, ONE_SUBJECT),
    z.strictObject({ ...common, event: z.literal('join'), ...parts.join }).refine(ofOne, ONE_SUBJECT),
    z.strictObject({ ...common, event: z.literal('leave'), ...parts.leave }).refine(ofOne, ONE_SUBJECT),
    z.strictObject({ ...common, event: z.literal('kick'), ...parts.kick }).refine(ofOne, ONE_SUBJECT),
    z.strictObject({ ...common, event: z.literal('role:change'), ...parts.roleChange }).refine(ofOne, ONE_SUBJECT),
    z
      .strictObject({ ...common, event: z.enum(['role:assign', 'role:request:accept']), ...parts.rolesGiven })
      .refine(ofOne, ONE_SUBJECT),
    z.strictObject({ ...common, event: z.literal('transfer'), ...parts.transfer }).refine(ofOne, ONE_SUBJECT),
    z
      .strictObject({ ...common, event: z.literal('invite:accept'), ...parts.inviteAnswered })
      .refine(ofOne, ONE_SUBJECT),
    z
      .strictObject({ ...common, event: z.literal('join:request:accept'), ...parts.joinAnswered })
      .refine(ofOne, ONE_SUBJECT),
  ])
}

/** Spec 5.3; in a player's own feed that player is left out. What goes in is known to be an event and no more. */
export const activityEvent: z.ZodType<z.output<ReturnType<typeof activity>>, PublicEvent> = z.lazy(activity)

/** What a play did: its own event, then what followed from it and what happened to others. Spec 1 "Event bundle", 4.8. */
export const eventBundle = z.strictObject({ local: z.array(activityEvent), global: z.array(activityEvent) })

const notified = { ...common, seen: z.boolean() }

/** What players are notified of: always with the process or team that it is about. */
const notice = () => {
  const parts = partsOfEvents()
  return z.discriminatedUnion('event', [
    z.strictObject({ ...notified, event: z.enum(['level', 'achievement']), ...parts.followed }),
    z.strictObject({ ...notified, event: z.literal('custom_rule'), ...parts.customRule }),
    z.strictObject({ ...notified, event: z.literal('score'), ...parts.score }),
    z.strictObject({ ...notified, event: z.literal('resolution'), ...parts.resolution, process: reference }),
    z.strictObject({ ...notified, event: z.literal('join'), ...parts.join }).refine(named, ONE_SUBJECT),
    z.strictObject({ ...notified, event: z.literal('leave'), ...parts.leave }).refine(named, ONE_SUBJECT),
    z.strictObject({ ...notified, event: z.literal('kick'), ...parts.kick }).refine(named, ONE_SUBJECT),
    z
      .strictObject({
        ...notified,
        event: z.enum(['role:assign', 'role:request:accept', 'role:request:reject']),
        ...parts.rolesGiven,
      })
      .refine(named, ONE_SUBJECT),
    z.strictObject({ ...notified, event: z.literal('transfer'), ...parts.transfer }).refine(named, ONE_SUBJECT),
    z.strictObject({ ...notified, event: z.literal('invite'), ...parts.invite }).refine(named, ONE_SUBJECT),
    z
      .strictObject({ ...notified, event: z.enum(['invite:accept', 'invite:reject']), ...parts.inviteAnswered })
      .refine(named, ONE_SUBJECT),
    z
      .strictObject({ ...notified, event: z.enum(['join:request', 'role:request']), ...parts.request })
      .refine(named, ONE_SUBJECT),
    z
      .strictObject({
        ...notified,
        event: z.enum(['join:request:accept', 'join:request:reject']),
        ...parts.joinAnswered,
      })
      .refine(named, ONE_SUBJECT),
  ])
}

/** Spec 1 "Notification", 5.3. What goes in is known to be one and no more. */
export const notification: z.ZodType<z.output<ReturnType<typeof notice>>, Notification> = z.lazy(notice)

/** The notifications of a period, oldest first, and how many of them are unseen. */
export const notificationList = () => z.strictObject({ data: z.array(notification), unseen: z.int().min(0) })

/**
 * What a call marked as seen for the first time, and what of the last 24 hours is unseen still. Spec 4.15. Of players who
 * are told very much, `unseen` counts what `someNoticesFor` looks at: at least so many are unseen; the list counts all.
 */
export const acknowledged = () => z.strictObject({ ok: z.int().min(0), unseen: z.int().min(0) })

/** A token for the stream of a player's notifications. Spec 5.4. */
export const streamToken = () => z.strictObject({ token: z.string() })
