import { journalJump, type JournalJump } from '../../interface/control-answers.ts'

/** Whether a value is a line of the journal that says that another state replaced the game. Spec 6.6. */
export const isJump = (value: unknown): value is JournalJump => journalJump().safeParse(value).success

/** Says that another state replaced the game, and where that continues. */
export function jumpSentence({ replaced: { after } }: JournalJump): string {
  const where = after === 0 ? 'starts with entry 1' : `continues after entry ${after}`
  return `the game was replaced by an earlier or later state; it ${where}`
}
