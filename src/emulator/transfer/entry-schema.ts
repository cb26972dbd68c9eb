import * as z from 'zod'
import { eventShapes } from '../../game/event-shapes.ts'
import { entryNumber, instant } from '../../game/kernel/history-shapes.ts'
import { isTooDeep, messageAt, problemsOf, strictObject } from '../../game/kernel/schema.ts'
import type { AnyEvent } from '../../game/registry.ts'

/** An entry can be so much deeper than the body that it keeps. */
const DEEPER = 8

/** An entry that comes from elsewhere; `entryProblem` looks at its events. */
export const entrySchema = strictObject({
  v: z.int().min(1).optional(),
  seq: entryNumber,
  at: instant,
  chain: z.int().min(0).max(0xffffffff),
  op: z.string(),
  caller: strictObject({ client: z.string(), player: z.string().optional() }),
  input: z.unknown().optional(),
  events: z.array(z.looseObject({ event: z.string() })),
})

const shapesByEvent: ReadonlyMap<string, z.ZodType<AnyEvent>> = new Map(Object.entries(eventShapes))

/** What is wrong with the contents of an entry that comes from elsewhere; undefined where nothing is. */
export function entryProblem({ input, events }: z.output<typeof entrySchema>): string | undefined {
  if (isTooDeep(input, -DEEPER)) return 'this entry is nested too deeply'
  for (const [index, each] of events.entries()) {
    const shape = shapesByEvent.get(each.event)
    if (!shape) return `events.${index}.event: no such kind of event`
    const read = shape.safeParse(each, { reportInput: true })
    const [problem] = read.success ? [] : problemsOf(read.error)
    if (problem) return messageAt({ ...problem, path: ['events', index, ...problem.path] })
  }
  return undefined
}
