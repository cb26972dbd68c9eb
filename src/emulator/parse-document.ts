import type * as z from 'zod'
import { problemsOf, messageAt } from '../game/kernel/schema-problems.ts'

/** What a schema reads in a document of ours; throws, in words, all that is wrong with it. */
export function parseDocument<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new Error(problemsOf(parsed.error).map(messageAt).join('; '))
}
