import * as z from 'zod'
import { eventShapes } from '../../game/event-shapes.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { entryNumber, instant } from '../../game/kernel/history-shapes.ts'
import { isTooDeep } from '../../game/kernel/json-value.ts'
import { messageAt, problemsOf } from '../../game/kernel/schema-problems.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import type { AnyEvent } from '../../game/registry.ts'

/** How much deeper an entry may be nested than the request body that it contains. */
const EXTRA_DEPTH = 8

/** An imported entry in the present format, without its events. */
const entrySchema = strictObject({
  v: z.int().min(1).optional(),
  seq: entryNumber,
  at: instant,
  chain: z.int().min(0).max(0xffffffff),
  op: z.string(),
  caller: strictObject({ client: z.string(), player: z.string().optional() }),
  input: z.unknown().optional(),
  events: z.array(z.looseObject({ event: z.string() })),
  idempotency: strictObject({ key: z.string(), digest: z.string(), answer: z.unknown() }).optional(),
})

const shapesByEvent: ReadonlyMap<string, z.ZodType<AnyEvent>> = new Map(Object.entries(eventShapes))

/**
 * Describes what is wrong with an imported entry that was lifted to the present format. Returns undefined if it is
 * valid.
 */
export function entryProblem(entry: Entry): string | undefined {
  return problemIn(entrySchema, entry, []) ?? contentsProblem(entry)
}

function problemIn(schema: z.ZodType, value: unknown, path: readonly (string | number)[]): string | undefined {
  const read = schema.safeParse(value, { reportInput: true })
  const [problem] = read.success ? [] : problemsOf(read.error)
  return problem && messageAt({ ...problem, path: [...path, ...problem.path] })
}

function contentsProblem({ input, events }: Entry): string | undefined {
  if (isTooDeep(input, -EXTRA_DEPTH)) return 'this entry is nested too deeply'
  for (const [index, each] of events.entries()) {
    const shape = shapesByEvent.get(each.event)
    if (!shape) return `events.${index}.event: no such kind of event`
    const problem = problemIn(shape, each, ['events', index])
    if (problem !== undefined) return problem
  }
  return undefined
}
