import { playersIn, type Entry, type GameEvent } from '../../game/kernel/entry.ts'
import { faultBody } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { itemDeltas, valueDelta, type Change } from '../../game/metrics/score.ts'
import type { AnyEvent } from '../../game/registry.ts'
import { printable } from '../../sentences/printable.ts'
import type { Paint } from '../../terminal/render/paint.ts'
import { changesOf } from '../simulate/player-record.ts'
import { isSame, type Outcome } from './decided-game.ts'

/** An entry that differs for a player: its events as recorded and as decided again, or why it is refused. */
export interface DifferingEntry {
  readonly seq: number
  readonly at: string
  readonly op: string
  readonly before: readonly GameEvent[]
  readonly after: readonly GameEvent[] | { readonly error: string; readonly message: string }
}

/** Returns an entry with what differs of it for a player; undefined if nothing does. */
export function differingEntry(entry: Entry, outcome: Outcome, player: string): DifferingEntry | undefined {
  if (outcome.kind !== 'decided' && outcome.kind !== 'refused') return undefined
  const { seq, at, op, events } = entry
  const about = (all: readonly GameEvent[]): readonly GameEvent[] =>
    all.filter((event) => playersIn(event).has(player)).map(withoutEngine)
  const shown = { seq, at: toIso(at), op, before: about(events) }
  if (outcome.kind === 'refused') {
    const isOwn = entry.caller.player === player || shown.before.length > 0
    const { error, error_description: message } = faultBody(outcome.fault)
    return isOwn ? { ...shown, after: { error, message } } : undefined
  }
  const after = about(outcome.events)
  return isSame(after, shown.before) ? undefined : { ...shown, after }
}

/** Whether an entry is of a player, or has an event that names the player. */
export function names({ caller, events }: Entry, player: string): boolean {
  return caller.player === player || events.some((event) => playersIn(event).has(player))
}

/** Leaves out what only the engine needs. */
function withoutEngine(event: GameEvent): GameEvent {
  const { engine: _engine, ...shown } = event as GameEvent & { readonly engine?: unknown }
  return shown
}

/** Describes an entry that differs in a few lines. */
export function describeDifference({ seq, at, op, before, after }: DifferingEntry, paint: Paint): string {
  const now = 'error' in after ? `refused: ${after.error}` : shownEvents(after)
  return [
    paint.strong(printable(`entry ${seq}, ${at}: ${op}`)),
    printable(`  before: ${shownEvents(before)}`),
    printable(`  after:  ${now}`),
  ].join('\n')
}

function shownEvents(events: readonly GameEvent[]): string {
  return events.length === 0 ? 'nothing' : events.map((event) => shownEvent(event as AnyEvent)).join('; ')
}

function shownEvent(event: AnyEvent): string {
  const { changes = [], source = event.event } = changesOf(event, (process) => process) ?? {}
  const shown = changes.flatMap(shownChange)
  return shown.length === 0 ? source : `${source}: ${shown.join(', ')}`
}

function shownChange(change: Change): readonly string[] {
  const { id, type } = change.metric
  if (type === 'set')
    return itemDeltas(change).map(([item, { old, new: now }]) => `${id}:${item} ${old ?? '0'} to ${now ?? '0'}`)
  const { old, new: now } = valueDelta(change)
  return [`${id} ${old ?? 'none'} to ${now ?? 'none'}`]
}
