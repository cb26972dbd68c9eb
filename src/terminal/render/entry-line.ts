import { journalEntry, type JournalEntry, journalJump, type JournalJump } from '../../interface/control-answers.ts'
import { firstFew } from '../../game/kernel/first-few.ts'
import { engineSentence } from './engine-sentence.ts'
import { eventSentence, type ShownEvent } from './event-sentence.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'

/** An entry of the journal with the events as far as a sentence tells of them. Spec 6.6. */
export type ShownEntry = Omit<JournalEntry, 'op' | 'input' | 'events'> & {
  readonly input?: unknown
  readonly events: readonly ShownEvent[]
}

/** Sentences in a line. */
const MAX_SENTENCES = 4

/** So wide are numbers of entries, for those to stand below each other that most histories have. */
const SEQ_WIDTH = 5

let schema: ReturnType<typeof journalEntry> | undefined

/** Whether a value is an entry of the journal. */
export const isEntry = (value: unknown): value is ShownEntry => (schema ??= journalEntry()).safeParse(value).success

/** What happened in an event of an entry, in a sentence. */
export function entrySentence(event: ShownEvent, entry: Omit<ShownEntry, 'seq' | 'events'>): string {
  return engineSentence(event, entry) ?? eventSentence(event, entry.caller.player)
}

/** What happened in an entry, in up to so many sentences, of which the last one may say how many others there are. */
export function entrySentences(entry: ShownEntry, max: number): string {
  const { few, more } = firstFew(entry.events, max)
  return [...few.map((event) => entrySentence(event, entry)), ...more].join('; ')
}

/** An entry in a line: its number, game time, who called (the player, else the client), and what came of it. */
export function entryLine(entry: ShownEntry, paint: Paint): string {
  const { seq, at, caller } = entry
  const what = entrySentences(entry, MAX_SENTENCES)
  const who = printable(caller.player ?? caller.client)
  return `${String(seq).padStart(SEQ_WIDTH)}  ${paint.faint(printable(at))}  ${who}  ${what}`
}

/** Whether a value is a line of the journal that says that another state replaced the game. Spec 6.6. */
export const isJump = (value: unknown): value is JournalJump => journalJump().safeParse(value).success

/** Says that another state replaced the game, and where that continues. */
export function jumpSentence({ replaced: { after } }: JournalJump): string {
  const where = after === 0 ? 'starts with entry 1' : `continues after entry ${after}`
  return `the game was replaced by an earlier or later state; it ${where}`
}
