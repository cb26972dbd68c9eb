import { changesText, type ShownChange, type ShownEvent } from './event-sentence.ts'
import { counted } from './counts.ts'
import { printable } from './printable.ts'

/** Somebody or something that an event names; of some the text alone. */
type Named = { readonly id: string } | string | undefined

/** An event of the journal that stands in no feed, as far as a sentence tells of it: it is the engine's own. Spec 6.6. */
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
  readonly events?: readonly unknown[]
  readonly places?: readonly unknown[]
  readonly entities?: readonly string[]
  readonly scopes?: readonly string[]
}

/** What happened, where that is told in no feed; undefined of all other events. */
export function engineSentence(event: ShownEvent): string | undefined {
  const sentence = sentences.get(event.event)
  return sentence && printable(sentence(event as EngineEvent))
}

const sentences: ReadonlyMap<string, (event: EngineEvent) => string> = new Map<string, (event: EngineEvent) => string>([
  ['seed:set', ({ seed }) => `the random seed is now '${seed}'`],
  ['clock:set', ({ clock }) => `the clock was set, and ${typeof clock?.frozenAt === 'number' ? 'is frozen' : 'runs'}`],
  ['design:deployed', ({ hash, label }) => `the design ${versionOf(hash, label)} was deployed`],
  ['design:held', ({ hash }) => `the design ${versionOf(hash)} waits for its issues to be fixed`],
  ['issue:fixed', ({ issue, fix }) => `the issue ${issue} is fixed by ${fix}`],
  ['player:created', ({ player, changes = [] }) => withChanges(`${idOf(player)} joined the game`, changes)],
  ['player:updated', ({ player }) => `alias or email of ${idOf(player)} changed`],
  ['player:enabled', ({ player }) => `${idOf(player)} was enabled`],
  ['player:disabled', ({ player }) => `${idOf(player)} was disabled`],
  ['player:pictured', ({ player }) => `${idOf(player)} changed their picture`],
  ['player:reset', ({ player }) => `the scores of ${idOf(player)} were reset`],
  ['player:deleted', ({ player }) => `${idOf(player)} left the game`],
  [
    'reverted',
    ({ player, events = [], changes = [] }) =>
      withChanges(`${counted(events.length, 'event', 'events')} of ${idOf(player)} undone`, changes),
  ],
  [
    'notifications:seen',
    ({ player, places = [] }) => `${idOf(player)} has seen ${counted(places.length, 'notification', 'notifications')}`,
  ],
  ['leaderboard:registered', (event) => `${registered(event)} registered on ${event.board}`],
  ['leaderboard:deregistered', (event) => `${registered(event)} removed from ${event.board}`],
  ['process:updated', ({ process }) => `name or access of the process ${idOf(process)} changed`],
  ['team:updated', ({ team }) => `name or access of the team ${idOf(team)} changed`],
  ['team:locked', ({ team }) => `the team ${idOf(team)} was locked`],
  ['team:unlocked', ({ team }) => `the team ${idOf(team)} was unlocked`],
  ['request:cancelled', ({ process, team }) => `an invitation to ${idOf(process ?? team)} was cancelled`],
  ['game:invite', ({ email }) => `${email} was invited to the game`],
  ['game:invite:cancel', ({ email }) => `the invitation of ${email} was cancelled`],
  ['game:request', ({ alias }) => `${alias} requested to join the game`],
  ['game:request:accept', () => 'a request to join the game was accepted'],
  ['game:request:reject', () => 'a request to join the game was rejected'],
])

function withChanges(what: string, changes: readonly ShownChange[]): string {
  return changes.length === 0 ? what : changesText(what, changes)
}

/** `v2 (1a2b3c4d)`, or the hash alone. */
function versionOf(hash = '', label: string | null = null): string {
  const short = hash.slice(0, 8)
  return label === null ? short : `${label} (${short})`
}

function registered({ entities = [], scopes = [] }: EngineEvent): string {
  const where = scopes.length === 0 ? '' : ` for ${scopes.join(', ')}`
  return `${entities.join(', ')}${where}`
}

function idOf(named: Named): string {
  return typeof named === 'string' ? named : (named?.id ?? 'someone')
}
