import { toIso } from '../game/kernel/instant.ts'
import { andMore } from '../game/kernel/message-text.ts'
import { changesText, type ShownChange, type ShownEvent } from './event-sentence.ts'
import { printable } from './printable.ts'
import { counted } from './quantities.ts'

/** A player or thing that an event names; some events only have its id as text. */
type Named = { readonly id: string } | string | undefined

/** An event of the engine, which is in the journal but in no feed. Spec 6.6. */
interface EngineEvent {
  readonly player?: Named
  readonly process?: Named
  readonly team?: Named
  readonly board?: string
  readonly seed?: string
  readonly hash?: string
  readonly label?: string | null
  readonly issue?: string
  readonly fix?: string
  readonly alias?: string
  readonly email?: string | null
  readonly clock?: { readonly frozenAt: number | null }
  readonly changes?: readonly ShownChange[]
  /** The changes of a design as lines, and the number of further ones. */
  readonly changed?: readonly string[]
  readonly more?: number
  readonly events?: readonly unknown[]
  readonly places?: readonly unknown[]
  readonly entities?: readonly string[]
  readonly scopes?: readonly string[]
}

/** The parts of an event's entry that sentences need. */
export interface SurroundingEntry {
  readonly at: string
  readonly input?: unknown
}

/** Describes an event of the engine; undefined for all other events. */
export function engineSentence(event: ShownEvent, entry: SurroundingEntry): string | undefined {
  const sentence = sentences.get(event.event)
  return sentence && printable(sentence(event as EngineEvent, entry))
}

type Sentence = (event: EngineEvent, entry: SurroundingEntry) => string

const sentences: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  ['seed:set', ({ seed }) => `the random seed is now '${seed}'`],
  ['clock:set', clockSetText],
  ['design:deployed', deploymentText],
  ['design:held', (event) => `${nameOf(event)} waits for its issues to be fixed${designChangesText(event)}`],
  ['issue:fixed', ({ issue, fix }) => `issue '${issue}' was fixed with '${fix}'`],
  ['player:created', ({ player, changes = [] }) => withChanges(`${idOf(player)} joined the game`, changes)],
  ['player:updated', ({ player }) => `the alias or email of ${idOf(player)} changed`],
  ['player:enabled', ({ player }) => `${idOf(player)} was enabled`],
  ['player:disabled', ({ player }) => `${idOf(player)} was disabled`],
  ['player:pictured', ({ player }) => `${idOf(player)} changed their picture`],
  ['player:reset', ({ player }) => `the scores of ${idOf(player)} were reset`],
  ['player:deleted', ({ player }) => `${idOf(player)} left the game`],
  [
    'reverted',
    ({ player, events = [], changes = [] }) =>
      withChanges(
        `${counted(events.length, 'event', 'events')} of ${idOf(player)} ${events.length === 1 ? 'was' : 'were'} undone`,
        changes,
      ),
  ],
  [
    'notifications:seen',
    ({ player, places = [] }) => `${idOf(player)} has seen ${counted(places.length, 'notification', 'notifications')}`,
  ],
  ['leaderboard:registered', (event) => `${registered(event)} joined leaderboard '${event.board}'`],
  ['leaderboard:deregistered', (event) => `${registered(event)} left leaderboard '${event.board}'`],
  ['process:updated', ({ process }) => `the name or access of process '${idOf(process)}' changed`],
  ['team:updated', ({ team }) => `the name or access of team '${idOf(team)}' changed`],
  ['team:locked', ({ team }) => `team '${idOf(team)}' was locked`],
  ['team:unlocked', ({ team }) => `team '${idOf(team)}' was unlocked`],
  [
    'request:cancelled',
    ({ process, team }) => `an invitation to ${process ? 'process' : 'team'} '${idOf(process ?? team)}' was cancelled`,
  ],
  ['game:invite', ({ email }) => `${email} was invited to the game`],
  ['game:invite:cancel', ({ email }) => `the invitation of ${email} was cancelled`],
  ['game:request', ({ alias }) => `${alias} asked to join the game`],
  ['game:request:accept', () => 'a request to join the game was accepted'],
  ['game:request:reject', () => 'a request to join the game was rejected'],
])

/** Returns `the clock was set to 2026-05-01T12:00:00.000Z and is frozen`. */
function clockSetText({ clock }: EngineEvent, { at, input }: SurroundingEntry): string {
  const frozenAt = clock?.frozenAt
  if (typeof frozenAt === 'number') return `the clock was set to ${toIso(frozenAt)} and is frozen`
  // The entry that begins a game in the past has an earlier time than its clock.
  const { nowMs } = (input ?? {}) as { readonly nowMs?: unknown }
  return `the clock was set to ${typeof nowMs === 'number' ? toIso(nowMs) : at} and is running`
}

function withChanges(what: string, changes: readonly ShownChange[]): string {
  return changes.length === 0 ? what : changesText(what, changes)
}

/** Describes a deployment by its changes, or by the version that the active design became. */
function deploymentText(event: EngineEvent): string {
  const isLabelled = event.changed?.length === 0 && typeof event.label === 'string'
  return isLabelled
    ? `the active design is now version ${event.label}`
    : `${nameOf(event)} was deployed${designChangesText(event)}`
}

/** Returns `the design v2`. In an older history, which does not have the changes, the start of the hash is added. */
function nameOf({ hash = '', label = null, changed }: EngineEvent): string {
  const short = hash.slice(0, 8)
  if (label === null) return changed === undefined ? `the design ${short}` : 'the design'
  return changed === undefined ? `the design ${label} (${short})` : `the design ${label}`
}

/** Returns `: actions/like: rules.0.rewards.xp.value 10 -> 77; 2 more`. */
function designChangesText({ changed = [], more = 0 }: EngineEvent): string {
  const lines = [...changed, ...andMore(more)]
  return lines.length === 0 ? '' : `: ${lines.join('; ')}`
}

function registered({ entities = [], scopes = [] }: EngineEvent): string {
  const where = scopes.length === 0 ? '' : ` for ${scopes.join(', ')}`
  return `${entities.join(', ')}${where}`
}

function idOf(named: Named): string {
  return typeof named === 'string' ? named : (named?.id ?? 'someone')
}
