import * as z from 'zod'
import { rowsByName } from './route-tables.ts'

/** The names of all events that stand in feeds or notifications, as the schemas of answers have them. */
export const eventNames: ReadonlySet<string> = new Set(
  ['GET /v2/runtime/activity', 'GET /v2/runtime/notifications'].flatMap((route) => {
    const out = rowsByName.get(route)?.out
    if (typeof out !== 'function') throw new Error(`${route} answers no JSON`)
    return namesIn(z.toJSONSchema(out(), { io: 'output', unrepresentable: 'any' }))
  }),
)

/** Every name that an `event` may have, however deep its schema lies. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === 'event' ? wordsIn(value as { const?: string; enum?: string[] }) : namesIn(value),
  )
}

function wordsIn({ const: word, enum: words = [] }: { const?: string; enum?: string[] }): string[] {
  return word === undefined ? words : [word]
}
