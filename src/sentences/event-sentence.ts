import { printable } from './printable.ts'

/** A player or thing that an event names. */
interface Reference {
  readonly id: string
  readonly name?: string | undefined
}

/** A value before and after; null if there was none. */
interface Delta {
  readonly old: string | null
  readonly new: string | null
}

/** A change of a score, as events contain it. Spec 1 "Change". */
export interface ShownChange {
  readonly metric: { readonly name: string; readonly type: string }
  readonly delta: Delta | Readonly<Record<string, Delta>>
}

/** The parts of an event of an answer or a feed that sentences need. Spec 5.3. */
export interface ShownEvent {
  readonly event: string
  readonly actor?: Reference | undefined
  readonly player?: Reference | undefined
  readonly action?: Reference | undefined
  readonly rule?: Reference | undefined
  readonly count?: number | undefined
  readonly admin?: boolean | undefined
  readonly inviter?: Reference | undefined
  readonly invitee?: Reference | undefined
  readonly process?: Reference | undefined
  readonly team?: Reference | undefined
  readonly activity?: Reference | undefined
  readonly deferred?:
    | {
        readonly actor?: Reference | undefined
        readonly activity: Reference
        readonly changes?: readonly ShownChange[] | undefined
      }
    | undefined
  readonly roles?: Readonly<Record<string, string | number | boolean>> | undefined
  /** A list for scores, an object by name for roles. */
  readonly changes?: readonly ShownChange[] | Readonly<Record<string, RoleDelta>> | undefined
}

/** A role before and after; null is none. Spec 5.3. */
interface RoleDelta {
  readonly old: string | boolean | null
  readonly new: string | boolean | null
}

/** Describes an event in a sentence. `owner` is the player of the feed, whom the events of the feed do not name. */
export function eventSentence(event: ShownEvent, owner = 'someone'): string {
  const { changes = [] } = event
  if (!isScores(changes)) return printable(`${withSubject(event, owner)}: ${roleChangesText(changes)}`)
  return event.process || event.team
    ? subjectSentence(event, owner, changes)
    : changesText(whatHappened(event, event.actor?.id ?? event.player?.id ?? owner, changes), changes)
}

const isScores = (changes: NonNullable<ShownEvent['changes']>): changes is readonly ShownChange[] =>
  Array.isArray(changes)

/** Returns what happened and what it changed. */
export function changesText(what: string, changes: readonly ShownChange[]): string {
  return printable(`${what}: ${changes.map(changeText).join(', ') || 'no change'}`)
}

function whatHappened(event: ShownEvent, who: string, changes: readonly ShownChange[]): string {
  switch (event.event) {
    case 'action': {
      const times = event.count === undefined || event.count === 1 ? '' : ` (x${event.count})`
      return `${who} played ${nameOf(event.action)}${times}`
    }
    case 'level':
      return `${who} reached ${newValues(changes[0])}`
    case 'achievement':
      return `${who} got ${newValues(changes[0])}`
    case 'custom_rule':
      return `rule '${nameOf(event.rule)}' applied to ${who}`
    case 'score':
      return `the scores of ${who} changed`
    default:
      return `${who}: ${event.event}`
  }
}

/** Describes an event of a process or team. Only progress and resolutions change scores. */
function subjectSentence(event: ShownEvent, owner: string, changes: readonly ShownChange[]): string {
  const what = withSubject(event, owner)
  if (event.event === 'progress') return changesText(what, changes)
  return event.event === 'resolution' ? changesText(what, event.deferred?.changes ?? []) : printable(what)
}

/** The events that operators cause themselves. If they add or remove a player, the player is the actor. Spec 5.3. */
const OPERATOR_EVENTS: ReadonlySet<string> = new Set(['create', 'delete', 'transfer'])

function withSubject(event: ShownEvent, owner: string): string {
  const who = event.actor?.id ?? (event.admin && OPERATOR_EVENTS.has(event.event) ? 'an operator' : owner)
  const whom = event.player?.id ?? event.invitee?.id ?? owner
  const what = event.process ? `process '${event.process.id}'` : event.team ? `team '${event.team.id}'` : 'it'
  const as = rolesText(event.roles)
  switch (event.event) {
    case 'create':
      return `${who} created ${what}`
    case 'delete':
      return `${who} deleted ${what}`
    case 'join':
      return `${who} joined ${what}${as}`
    case 'leave':
      return `${who} left ${what}`
    case 'kick':
      return `${who} removed ${whom} from ${what}`
    case 'join:request':
      return `${who} asked to join ${what}${as}`
    case 'join:request:accept':
      return `${who} accepted the request of ${whom} to join ${what}`
    case 'join:request:reject':
      return `${who} rejected the request of ${whom} to join ${what}`
    case 'invite':
      return `${who} invited ${whom} to ${what}${as}`
    case 'invite:accept':
      return `${who} accepted the invitation of ${event.inviter?.id ?? owner} to ${what}${as}`
    case 'invite:reject':
      return `${who} rejected the invitation of ${event.inviter?.id ?? owner} to ${what}`
    case 'role:change':
      return `${who} changed their roles in ${what}`
    case 'role:assign':
      return `${who} changed the roles of ${whom} in ${what}`
    case 'role:request':
      return `${who} asked for other roles in ${what}${as}`
    case 'role:request:accept':
      return `${who} accepted the request of ${whom} for other roles in ${what}`
    case 'role:request:reject':
      return `${who} rejected the request of ${whom} for other roles in ${what}`
    case 'transfer':
      return `${who} transferred ${what} to ${whom}`
    case 'progress':
      return `${who} performed ${nameOf(event.activity)} in ${what}`
    case 'resolution':
      return `${event.deferred?.actor?.id ?? owner} got the reward of ${nameOf(event.deferred?.activity)} because ${who} performed ${nameOf(event.activity)} in ${what}`
    default:
      return `${who}: ${event.event} of ${what}`
  }
}

/** Returns ` as explorer (player), guide (observer)`, or ` as officer`. */
function rolesText(roles: ShownEvent['roles'] = {}): string {
  const texts = Object.entries(roles).map(([name, role]) => (typeof role === 'string' ? `${name} (${role})` : name))
  return texts.length === 0 ? '' : ` as ${texts.join(', ')}`
}

/** Returns `explorer none -> player, guide player -> none`, or `officer none -> yes`. */
function roleChangesText(changes: Readonly<Record<string, RoleDelta>>): string {
  const text = (role: RoleDelta['old']): string =>
    role === true ? 'yes' : role === null || role === false ? 'none' : role
  const texts = Object.entries(changes).map(([name, { old, new: now }]) => `${name} ${text(old)} -> ${text(now)}`)
  return texts.join(', ') || 'no change'
}

function nameOf(reference: Reference | undefined): string {
  return reference?.name ?? reference?.id ?? 'something'
}

/** Returns `XP 0 -> 30`, `Rank none -> Bronze`, or `Badges Rookie 0 -> 1`. A missing item counts as 0. */
function changeText({ metric: { name, type }, delta }: ShownChange): string {
  if (isDelta(delta, type)) return `${name} ${delta.old ?? 'none'} -> ${delta.new ?? 'none'}`
  return Object.entries(delta)
    .map(([item, count]) => `${name} ${item} ${count.old ?? '0'} -> ${count.new ?? '0'}`)
    .join(', ')
}

function newValues(change: ShownChange | undefined): string {
  if (change === undefined) return 'something'
  const { metric, delta } = change
  return isDelta(delta, metric.type) ? (delta.new ?? 'none') : Object.keys(delta).join(' and ')
}

/** Checks the type of the metric, because items can have the names `old` and `new`. */
function isDelta(delta: ShownChange['delta'], type: string): delta is Delta {
  return type !== 'set'
}
