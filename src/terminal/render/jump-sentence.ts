import * as z from 'zod'

const jumpSchema = z.object({ replaced: z.object({ from: z.number(), after: z.number() }) })

/** A line of the journal that says that another state replaced the game. Spec 6.6. */
export type ShownJump = z.output<typeof jumpSchema>

/** Whether a value is such a line. */
export const isJump = (value: unknown): value is ShownJump => jumpSchema.safeParse(value).success

/** Says that another state replaced the game, and where that continues. */
export function jumpSentence({ replaced: { after } }: ShownJump): string {
  const where = after === 0 ? 'starts with entry 1' : `continues after entry ${after}`
  return `the game was replaced by an earlier or later state; it ${where}`
}
