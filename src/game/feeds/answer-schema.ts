import * as z from 'zod'
import { byName, laneRole, playerReference, reference, timestamp } from '../kernel/answer-shapes.ts'
import { change } from '../metrics/answer-schema.ts'
import type { Notification, PublicEvent } from './public-event.ts'
/** The fields of every event. */
const common = {
  id: z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  timestamp,
}
const changes = z.array(change)
const vars = byName(z.union([z.string(), z.number()]))

/** A player. A player's own feed leaves that player out. */
const player = playerReference.optional()
/** The process or team that the event is about. Its own feed leaves it out. */
const subject = { process: reference.optional(), team: reference.optional() }
const byOperator = z.literal(true).optional()

const roles = z.union([byName(z.int().min(1)), byName(laneRole)])
const requestedRoles = z.union([byName(z.boolean()), byName(z.union([laneRole, z.literal(false)]))])
const delta = <T extends z.ZodType>(role: T) => z.strictObject({ old: role.nullable(), new: role.nullable() })
const roleChanges = z.union([byName(delta(z.literal(true))), byName(delta(laneRole))])
const pending = z.literal('PENDING')

/**
 * The fields of each event in addition to the common ones. Events that share a name have the same fields. They are
 * created when an answer is first checked, like all schemas of events: there are too many to create at every start.
 * Spec 5.3.
 */
const eventFields = () => ({
  action: {
    actor: player,
    action: z.strictObject({ id: z.string(), name: z.string(), vars }),
    count: z.int(),
    changes,
    scopes: z.array(z.strictObject({ id: z.string(), entity_id: z.string() })),
  },
  followed: { actor: player, rule: z.strictObject({ id: z.string() }), changes },
  customRule: { actor: player, rule: z.strictObject({ id: z.string(), name: z.string(), vars }), changes },
  score: { player, changes, admin: z.literal(true) },
  progress: { actor: player, process: reference.optional(), activity: reference, changes },
  resolution: {
    actor: player,
    process: reference.optional(),
    activity: reference,
    deferred: z.strictObject({ actor: player, activity: reference, changes }),
  },
  /** These events always name their subject. */
  made: { actor: player, ...subject, admin: byOperator },
  join: { actor: player, ...subject, roles, admin: byOperator },
  leave: { actor: player, ...subject, admin: byOperator },
  kick: { actor: player, player, ...subject },
  roleChange: { actor: player, ...subject, changes: roleChanges, admin: byOperator },
  rolesGiven: { actor: player, player, ...subject, changes: roleChanges },
  transfer: { actor: player, player, new_owner: player, ...subject, admin: byOperator },
  invite: { actor: player, invitee: player, ...subject, roles: requestedRoles, state: pending },
  inviteAnswered: { actor: player, inviter: player, ...subject, roles: requestedRoles },
  request: { actor: player, ...subject, roles: requestedRoles, state: pending },
  joinAnswered: { actor: player, player, ...subject },
})

type Subjects = Readonly<Record<'process' | 'team', z.output<typeof reference> | undefined>>

const hasAtMostOneSubject = ({ process, team }: Partial<Subjects>): boolean =>
  process === undefined || team === undefined
const hasOneSubject = ({ process, team }: Partial<Subjects>): boolean =>
  (process === undefined) !== (team === undefined)
const ONE_SUBJECT = 'expected a process or a team'

/** The events of feeds. */
const activity = () => {
  const fields = eventFields()
  return z.discriminatedUnion('event', [
    z.strictObject({ ...common, event: z.literal('action'), ...fields.action }),
    z.strictObject({ ...common, event: z.enum(['level', 'achievement']), ...fields.followed }),
    z.strictObject({ ...common, event: z.literal('custom_rule'), ...fields.customRule }),
    z.strictObject({ ...common, event: z.literal('score'), ...fields.score }),
    z.strictObject({ ...common, event: z.literal('progress'), ...fields.progress }),
    z.strictObject({ ...common, event: z.literal('resolution'), ...fields.resolution }),
    z
      .strictObject({ ...common, event: z.enum(['create', 'delete']), ...fields.made })
      .refine(hasOneSubject, ONE_SUBJECT),
    z.strictObject({ ...common, event: z.literal('join'), ...fields.join }).refine(hasAtMostOneSubject, ONE_SUBJECT),
    z.strictObject({ ...common, event: z.literal('leave'), ...fields.leave }).refine(hasAtMostOneSubject, ONE_SUBJECT),
    z.strictObject({ ...common, event: z.literal('kick'), ...fields.kick }).refine(hasAtMostOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...common, event: z.literal('role:change'), ...fields.roleChange })
      .refine(hasAtMostOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...common, event: z.enum(['role:assign', 'role:request:accept']), ...fields.rolesGiven })
      .refine(hasAtMostOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...common, event: z.literal('transfer'), ...fields.transfer })
      .refine(hasAtMostOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...common, event: z.literal('invite:accept'), ...fields.inviteAnswered })
      .refine(hasAtMostOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...common, event: z.literal('join:request:accept'), ...fields.joinAnswered })
      .refine(hasAtMostOneSubject, ONE_SUBJECT),
  ])
}

/** An event of a feed. A player's own feed leaves that player out. The input type promises only an event. Spec 5.3. */
export const activityEvent: z.ZodType<z.output<ReturnType<typeof activity>>, PublicEvent> = z.lazy(activity)

/**
 * What a play did: `local` contains its own event, `global` what followed from it and what happened to other players.
 * Spec 1 "Event bundle", 4.8.
 */
export const eventBundle = z.strictObject({ local: z.array(activityEvent), global: z.array(activityEvent) })

const notificationFields = { ...common, seen: z.boolean() }

/** The events of notifications, which always name the process or team that they are about. */
const notice = () => {
  const fields = eventFields()
  return z.discriminatedUnion('event', [
    z.strictObject({ ...notificationFields, event: z.enum(['level', 'achievement']), ...fields.followed }),
    z.strictObject({ ...notificationFields, event: z.literal('custom_rule'), ...fields.customRule }),
    z.strictObject({ ...notificationFields, event: z.literal('score'), ...fields.score }),
    z.strictObject({ ...notificationFields, event: z.literal('resolution'), ...fields.resolution, process: reference }),
    z
      .strictObject({ ...notificationFields, event: z.literal('join'), ...fields.join })
      .refine(hasOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...notificationFields, event: z.literal('leave'), ...fields.leave })
      .refine(hasOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...notificationFields, event: z.literal('kick'), ...fields.kick })
      .refine(hasOneSubject, ONE_SUBJECT),
    z
      .strictObject({
        ...notificationFields,
        event: z.enum(['role:assign', 'role:request:accept', 'role:request:reject']),
        ...fields.rolesGiven,
      })
      .refine(hasOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...notificationFields, event: z.literal('transfer'), ...fields.transfer })
      .refine(hasOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...notificationFields, event: z.literal('invite'), ...fields.invite })
      .refine(hasOneSubject, ONE_SUBJECT),
    z
      .strictObject({
        ...notificationFields,
        event: z.enum(['invite:accept', 'invite:reject']),
        ...fields.inviteAnswered,
      })
      .refine(hasOneSubject, ONE_SUBJECT),
    z
      .strictObject({ ...notificationFields, event: z.enum(['join:request', 'role:request']), ...fields.request })
      .refine(hasOneSubject, ONE_SUBJECT),
    z
      .strictObject({
        ...notificationFields,
        event: z.enum(['join:request:accept', 'join:request:reject']),
        ...fields.joinAnswered,
      })
      .refine(hasOneSubject, ONE_SUBJECT),
  ])
}

/** A notification. The input type promises only an event with `seen`. Spec 1 "Notification", 5.3. */
export const notification: z.ZodType<z.output<ReturnType<typeof notice>>, Notification> = z.lazy(notice)

/** The notifications of a period, oldest first, and how many of them are unseen. */
export const notificationList = () => z.strictObject({ data: z.array(notification), unseen: z.int().min(0) })

/**
 * How many notifications a call marked as seen for the first time, and how many of the last 24 hours are still unseen.
 * For players with very many notifications, `unseen` counts only those that `someNoticesFor` reads, so at least that
 * many are unseen. The list of notifications counts all. Spec 4.15.
 */
export const acknowledged = () => z.strictObject({ ok: z.int().min(0), unseen: z.int().min(0) })

/** A token for the stream of a player's notifications. Spec 5.4. */
export const streamToken = () => z.strictObject({ token: z.string() })
