import type { JsonSchema, OpenApiDocument } from '../../src/openapi/parts.ts'
import { code, page, table } from './markdown.ts'
import { fieldHeads, fieldRows, fieldsOf } from './schema-text.ts'

/** Returns the page of the events that players see, from the schemas of feeds and notifications. */
export function eventsPage({ components }: OpenApiDocument): string {
  const { Event: activity, Notification: notice } = components.schemas
  if (!activity || !notice) throw new Error('the document has no shapes of events')
  const [inFeeds, inNotices] = [byName(activity), byName(notice)]
  const names = [...new Set([...inFeeds.keys(), ...inNotices.keys()])].toSorted()
  return page([
    '# Events',
    'The fields of every event. [5.3](../interface/5-callers-errors-events.md#53-events) says which feeds it appears in and which players get a notification.',
    table(
      ['Event', 'In answers and feeds', 'In notifications'],
      names.map((name) => [
        `[${code(name)}](#${name.replaceAll(':', '')})`,
        mark(inFeeds.has(name)),
        mark(inNotices.has(name)),
      ]),
    ),
    ...names.flatMap((name) => {
      const schema = inFeeds.get(name) ?? inNotices.get(name) ?? {}
      return [`## ${name}`, table(fieldHeads, fieldRows(fieldsOf(schema, linkToShape)))]
    }),
  ])
}

const mark = (isThere: boolean): string => (isThere ? 'yes' : '')

const linkToShape = (name: string): string => `[${name}](routes.md#${name.toLowerCase()})`

/** Returns the schema of each event by its name; several events can have the same schema. */
function byName({ oneOf = [], anyOf = [] }: JsonSchema): ReadonlyMap<string, JsonSchema> {
  return new Map(
    [...oneOf, ...anyOf].flatMap((shape) => {
      if (typeof shape === 'boolean') return []
      const { properties = {} } = shape
      const { event, ...others } = properties
      const { const: word, enum: words = [] } = typeof event === 'object' ? event : {}
      const names = word === undefined ? words : [word]
      return names.map((name): [string, JsonSchema] => [
        String(name),
        { ...shape, properties: { event: { const: name as string }, ...others } },
      ])
    }),
  )
}
