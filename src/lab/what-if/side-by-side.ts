import { playersIn, type Entry, type GameEvent } from '../../game/kernel/entry.ts'
import { faultBody } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
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
  const about = (all: readonly GameEvent[]): readonly GameEvent[] => all.filter((event) => playersIn(event).has(player))
  const shown = { seq, at: toIso(at), op, before: about(events) }
  if (outcome.kind === 'refused') {
    const isOwn = entry.caller.player === player || shown.before.length > 0
    const { error, error_description: message } = faultBody(outcome.fault)
    return isOwn ? { ...shown, after: { error, message } } : undefined
  }
  const after = about(outcome.events)
  return isSame(after, shown.before) ? undefined : { ...shown, after }
}
