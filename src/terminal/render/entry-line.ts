import { firstFew } from '../../game/kernel/message-text.ts'
import { journalEntry, type JournalEntry, journalJump, type JournalJump } from '../../interface/control-answers.ts'
import { engineSentence } from '../../sentences/engine-sentence.ts'
import { eventSentence, type ShownEvent } from '../../sentences/event-sentence.ts'
import { printable } from '../../sentences/printable.ts'
import type { Paint } from './paint.ts'

/** An entry of the journal, with the parts of its events that sentences need. Spec 6.6. */
export type ShownEntry = Omit<JournalEntry, 'op' | 'input' | 'events'> & {
  readonly input?: unknown
  readonly events: readonly ShownEvent[]
}

/** The number of sentences on a line. */
const MAX_SENTENCES = 4

/** The width of entry numbers, which aligns those of most histories. */
const SEQ_WIDTH = 5

let schema: ReturnType<typeof journalEntry> | undefined

/** Whether a value is an entry of the journal. */
export const isEntry = (value: unknown): value is ShownEntry => (schema ??= journalEntry()).safeParse(value).success

/** Describes an event of an entry in a sentence. */
export function entrySentence(event: ShownEvent, entry: Omit<ShownEntry, 'seq' | 'events'>): string {
  return engineSentence(event, entry) ?? eventSentence(event, entry.caller.player)
}

/** Describes an entry in up to `max` sentences; the last one can count further events. */
export function entrySentences(entry: ShownEntry, max: number): string {
  const { few, more } = firstFew(entry.events, max)
  return [...few.map((event) => entrySentence(event, entry)), ...more].join('; ')
}

/** Formats an entry as a line: its number, the game time, the player or client who called, and the result. */
export function entryLine(entry: ShownEntry, paint: Paint): string {
  const { seq, at, caller } = entry
  const what = entrySentences(entry, MAX_SENTENCES)
  const who = printable(caller.player ?? caller.client)
  return `${String(seq).padStart(SEQ_WIDTH)}  ${paint.faint(printable(at))}  ${who}  ${what}`
}

/** Whether a value is a line of the journal that reports that another state replaced the game. Spec 6.6. */
export const isJump = (value: unknown): value is JournalJump => journalJump().safeParse(value).success

/** Says that another state replaced the game, and where the history continues. */
export function jumpSentence({ replaced: { after } }: JournalJump): string {
  const where = after === 0 ? 'starts with entry 1' : `continues after entry ${after}`
  return `the game was replaced by an earlier or later state; it ${where}`
}
