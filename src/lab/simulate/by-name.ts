import * as z from 'zod'
import { isRecord } from '../../game/kernel/json-value.ts'
import { shownAs } from '../../game/kernel/shown-as.ts'

/** An object whose keys are names that authors choose. */
type ByName<T> = Readonly<Record<string, T>>

/**
 * Returns the schema of an object whose keys are names that authors choose, at most `max` of them. Unlike `z.record`,
 * it keeps the key `__proto__`, and reports a malformed name with the message of its schema.
 */
export function byName<T extends z.ZodType>(
  name: z.ZodType<string, string>,
  value: T,
  max: number,
): z.ZodType<ByName<z.output<T>>> {
  const read = z.custom<ByName<unknown>>(isRecord, 'expected an object').transform((given, check) => {
    const parse = <P extends z.ZodType>(schema: P, part: unknown, key: string): z.output<P> => {
      const parsed = schema.safeParse(part, { reportInput: true })
      if (parsed.success) return parsed.data
      for (const issue of parsed.error.issues)
        check.issues.push({ ...issue, input: issue.input, path: [key, ...issue.path] } as never)
      return z.NEVER
    }
    const entries = Object.entries(given)
    if (entries.length > max) check.addIssue(`expected at most ${max} names`)
    return Object.fromEntries(
      entries.slice(0, max).map(([key, part]) => [parse(name, key, key), parse(value, part, key)] as const),
    )
  })
  return shownAs(read as unknown as z.ZodType<ByName<z.output<T>>>, () => z.record(name, value))
}
