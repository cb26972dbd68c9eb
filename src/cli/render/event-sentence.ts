import { printable } from './printable.ts'

/** Somebody or something that an event names. */
interface Reference {
  readonly id: string
  readonly name?: string | undefined
}

/** A value before and after; null is none. */
interface Delta {
  readonly old: string | null
  readonly new: string | null
}

/** A change of a score, as events tell it. Spec 1 "Change". */
export interface ShownChange {
  readonly metric: { readonly name: string; readonly type: string }
  readonly delta: Delta | Readonly<Record<string, Delta>>
}

/** An event of an answer or a feed, as far as a sentence tells of it. Spec 5.3. */
export interface ShownEvent {
  readonly event: string
  readonly actor?: Reference | undefined
  readonly player?: Reference | undefined
  readonly action?: Reference | undefined
  readonly rule?: Reference | undefined
  readonly count?: number | undefined
  readonly changes?: readonly ShownChange[] | undefined
}

/** What happened, in a sentence. `owner` is the player in whose feed the event stands, and who is left out there. */
export function eventSentence(event: ShownEvent, owner = 'somebody'): string {
  const who = event.actor?.id ?? event.player?.id ?? owner
  return changesText(whatHappened(event, who), event.changes ?? [])
}

/** What happened, and what it changed. */
export function changesText(what: string, changes: readonly ShownChange[]): string {
  return printable(`${what}: ${changes.map(changeText).join(', ') || 'no change'}`)
}

function whatHappened(event: ShownEvent, who: string): string {
  const changes = event.changes ?? []
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
      return `${nameOf(event.rule)} was applied to ${who}`
    case 'score':
      return `the scores of ${who} were changed`
    default:
      return `${who}: ${event.event}`
  }
}

function nameOf(reference: Reference | undefined): string {
  return reference?.name ?? reference?.id ?? 'something'
}

/** `XP 0 -> 30`, `Rank none -> Bronze`, `Badges Rookie 0 -> 1`. Nothing of an item is 0 of it. */
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

/** Items may be named `old` and `new`, so that only the type tells. */
function isDelta(delta: ShownChange['delta'], type: string): delta is Delta {
  return type !== 'set'
}
