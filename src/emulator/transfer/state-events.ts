import * as z from 'zod'
import { fixIds } from '../../game/design/issue.ts'
import { byName } from '../../game/kernel/answer-schema.ts'
import { accessSettings } from '../../game/kernel/access.ts'
import { formatAmount, parseAmount } from '../../game/kernel/decimal.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { MAX_EVENTS_AN_ENTRY, MAX_SEQ } from '../../game/kernel/ids.ts'
import { LAST_INSTANT } from '../../game/kernel/instant.ts'
import { idSchema, isTooDeep, messageAt, problemsOf, strictObject } from '../../game/kernel/schema.ts'
import type { Change } from '../../game/metrics/score.ts'
import { processStates } from '../../game/processes/state.ts'
import type { AnyEvent } from '../../game/registry.ts'
import { bookOf, node, roles, settled, waiting } from './state-shape.ts'

/** So much deeper than a body may an entry be that tells of one. */
const DEEPER = 8

const instant = z.int().min(0).max(LAST_INSTANT)
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected the hash of a design')
const player = strictObject({ id: idSchema, alias: z.string() })
const named = strictObject({ id: z.string().min(1), name: z.string() })
const access = z.enum(accessSettings)
const place = strictObject({
  seq: z.int().min(1).max(MAX_SEQ),
  index: z
    .int()
    .min(0)
    .max(MAX_EVENTS_AN_ENTRY - 1),
})
const scopes = z.array(strictObject({ id: z.string(), entity_id: z.string() }))
const vars = byName(z.union([z.string(), z.number()]))
const byOperator = z.literal(true).optional()

/** A value before and after: by hand, for it is what most of a history is made of. */
function isDelta(value: unknown, isValue: (text: string) => boolean): boolean {
  if (!isObject(value) || Object.keys(value).length !== 2) return false
  return [value['old'], value['new']].every((text) => text === null || (typeof text === 'string' && isValue(text)))
}

function isAmount(text: string): boolean {
  const amount = parseAmount(text)
  return amount !== undefined && formatAmount(amount) === text
}

function isChange(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).length !== 2) return false
  const { metric, delta } = value
  if (!isObject(metric) || Object.keys(metric).length !== 3) return false
  if (typeof metric['id'] !== 'string' || typeof metric['name'] !== 'string') return false
  switch (metric['type']) {
    case 'point':
    case 'compound':
      return isDelta(delta, isAmount)
    case 'state':
      return isDelta(delta, () => true)
    case 'set':
      return isObject(delta) && Object.values(delta).every((each) => isDelta(each, isAmount))
    default:
      return false
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const change = z.custom<Change>(isChange, 'expected a change of a metric')
const changes = z.array(change)

const rate = strictObject({
  kind: z.enum(['ROLLING', 'FIXED', 'LEAKY']),
  count: z.int().min(1),
  windowMs: z.int().min(1),
})

const effects = {
  members: z.array(strictObject({ player: idSchema, roles: roles.nullable() })).optional(),
  owner: idSchema.nullable().optional(),
  settles: z.string().optional(),
  quiet: z.literal(true).optional(),
  approvers: strictObject({ roles: z.array(z.string()), owner: idSchema.nullable() }).optional(),
}
const engine = strictObject(effects).optional()
const ofOperator = { actor: player.optional(), admin: byOperator }

const laneRole = z.enum(['player', 'observer'])
const held = z.union([laneRole, z.literal(true)]).nullable()
const roleChanges = byName(strictObject({ old: held, new: held }))
const asked = byName(z.union([laneRole, z.boolean()]))
const ranks = byName(z.union([z.int().min(1), laneRole]))

/** An event about a process or a team. */
const about = <T extends z.ZodRawShape>(shape: T) =>
  z.union([strictObject({ ...shape, process: named }), strictObject({ ...shape, team: named })])

const ofPlayer = strictObject({ event: z.string(), player })
const followed = strictObject({ event: z.string(), actor: player, rule: strictObject({ id: z.string() }), changes })
const registered = strictObject({
  event: z.string(),
  board: z.string(),
  kind: z.enum(['players', 'teams']),
  entities: z.array(z.string()),
  scopes: z.array(z.string()),
})
const event = z.string()
/** What a design changes, in a few lines. */
const designChanges = { changed: z.array(z.string()).optional(), more: z.int().min(1).optional() }
const pending = about({ event, actor: player, roles: asked, state: z.literal('PENDING'), engine })
const answered = about({ event, actor: player, inviter: player, roles: asked, engine })
const joinAnswered = about({ event, actor: player, player, engine })
const rolesAnswered = about({ event, actor: player, player, changes: roleChanges, engine })
const updated = about({ event, name: z.string(), access, engine })
const locked = strictObject({ event, team: named, engine })

const madeProcess = strictObject({ definition: z.string(), access, nodes: bookOf(node), state: z.enum(processStates) })
const created = z.union([
  strictObject({
    event,
    ...ofOperator,
    process: named,
    engine: strictObject({ ...effects, owner: idSchema, made: madeProcess }),
  }),
  strictObject({
    event,
    ...ofOperator,
    team: named,
    engine: strictObject({ ...effects, made: strictObject({ definition: z.string(), access }) }),
  }),
])

const played = strictObject({
  event,
  actor: player,
  process: named,
  activity: named,
  changes,
  engine: strictObject({
    nodes: z.array(z.tuple([z.string(), node.nullable()])),
    completed: z.literal(true).optional(),
    waits: z.array(waiting).optional(),
    granted: z.array(z.int().min(0)).optional(),
    rates: z.array(z.tuple([z.string(), rate])).optional(),
    zoneOffsetMs: z.int().optional(),
    scopes: scopes.optional(),
  }),
})

const drop = strictObject({ key: z.string(), part: z.string().optional(), alone: z.literal(true).optional() })
const reply = strictObject({ event, request: z.string() })

/** The shape of each event, as this program or an older one has written it. */
const shapes: Readonly<Record<AnyEvent['event'], z.ZodType>> = {
  action: strictObject({
    event,
    actor: player,
    action: strictObject({ id: z.string(), name: z.string(), vars }),
    count: z.int().min(1),
    changes,
    scopes,
    engine: strictObject({ rate, zoneOffsetMs: z.int() }).optional(),
  }),
  level: followed,
  achievement: followed,
  custom_rule: strictObject({
    event,
    actor: player,
    rule: strictObject({ id: z.string(), name: z.string(), vars }),
    changes,
    engine: strictObject({ scopes }).optional(),
  }),
  progress: played,
  resolution: strictObject({
    event,
    actor: player,
    process: named,
    activity: named,
    deferred: strictObject({ actor: player, activity: named, changes }),
  }),
  'player:created': strictObject({ event, player, email: z.string().nullable(), changes }),
  'player:updated': strictObject({ event, player, email: z.string().nullable() }),
  'player:enabled': ofPlayer,
  'player:disabled': ofPlayer,
  'player:reset': ofPlayer,
  'player:deleted': ofPlayer,
  'player:pictured': strictObject({ event, player, image: z.string() }),
  score: strictObject({ event, player, changes, admin: z.literal(true) }),
  reverted: strictObject({
    event,
    player,
    events: z.array(place),
    changes,
    plays: z.array(strictObject({ action: z.string(), count: z.int().min(1) })),
    undone: z.array(place.extend({ at: instant, changes, scopes: scopes.optional() })).optional(),
  }),
  'notifications:seen': strictObject({ event, player, places: z.array(z.int().min(0)) }),
  'clock:set': strictObject({
    event,
    clock: strictObject({ offsetMs: z.int(), frozenAt: instant.nullable() }),
  }),
  'seed:set': strictObject({ event, seed: z.string() }),
  'design:deployed': strictObject({
    event,
    hash,
    label: z.string().nullable().optional(),
    ...designChanges,
    drops: z.array(drop).optional(),
    renames: z.array(strictObject({ key: z.string(), from: z.string(), to: z.string() })).optional(),
    settled: z.array(settled).optional(),
  }),
  'design:held': strictObject({ event, hash, ...designChanges }),
  'issue:fixed': strictObject({ event, issue: z.string(), fix: z.enum(fixIds) }),
  'leaderboard:registered': registered,
  'leaderboard:deregistered': registered,
  'game:invite': strictObject({ event, email: z.string(), message: z.string().optional() }),
  'game:invite:cancel': strictObject({ event, email: z.string() }),
  'game:request': strictObject({ event, alias: z.string(), email: z.string().nullable() }),
  'game:request:accept': reply,
  'game:request:reject': reply,
  create: created,
  delete: about({ event, ...ofOperator, engine }),
  'process:updated': updated,
  'team:updated': updated,
  'team:locked': locked,
  'team:unlocked': locked,
  join: about({ event, ...ofOperator, roles: ranks, engine }),
  leave: about({ event, ...ofOperator, engine }),
  kick: about({ event, actor: player, player, engine }),
  'role:change': about({ event, ...ofOperator, changes: roleChanges, engine }),
  'role:assign': rolesAnswered,
  transfer: about({ event, ...ofOperator, player, new_owner: player, engine }),
  invite: about({ event, actor: player, invitee: player, roles: asked, state: z.literal('PENDING'), engine }),
  'invite:accept': answered,
  'invite:reject': answered,
  'join:request': pending,
  'join:request:accept': joinAnswered,
  'join:request:reject': joinAnswered,
  'role:request': pending,
  'role:request:accept': rolesAnswered,
  'role:request:reject': rolesAnswered,
  'request:cancelled': about({ event, engine }),
}

/** Everything that can happen in a game, by its name in a history. */
export const eventKinds: ReadonlySet<string> = new Set(Object.keys(shapes))

const shapesByEvent: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(shapes))

/** What is wrong with an entry that comes from elsewhere, beside its place in the history; undefined where nothing is. */
export function entryProblem(entry: Entry): string | undefined {
  if (isTooDeep(entry.input, -DEEPER)) return 'this entry is nested too deeply'
  for (const [index, each] of entry.events.entries()) {
    const shape = isObject(each) && shapesByEvent.get(String(each['event']))
    if (!shape) return `events.${index}.event: no such kind of event`
    const read = shape.safeParse(each, { reportInput: true })
    const [problem] = read.success ? [] : problemsOf(read.error)
    if (problem) return messageAt({ ...problem, path: ['events', index, ...problem.path] })
  }
  return undefined
}
