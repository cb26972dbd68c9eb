import { getLocation } from 'jsonc-parser'
import type { JsonSchema, SchemaReader } from './json-schema.ts'

/** Something that can be written at the cursor. */
export interface Proposal {
  /** What the list shows, and what the person types to find it. */
  readonly label: string
  /** What it puts in place of the text from `from` to `to`. */
  readonly text: string
  readonly detail: string | undefined
}

/** What can be written at the cursor, in place of a part of the text. */
export interface Proposals {
  readonly from: number
  readonly to: number
  readonly options: readonly Proposal[]
}

/** Returns the fields or values that the schema allows at the cursor, and ids of the design. */
export function proposalsAt(
  text: string,
  cursor: number,
  {
    schema,
    value,
    idsFor,
  }: {
    readonly schema: SchemaReader
    /** The value of the text, as far as it can be read. */
    readonly value: unknown
    readonly idsFor: (path: readonly (string | number)[]) => readonly string[]
  },
): Proposals | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, cursor)
  const isWithin =
    previousNode !== undefined && previousNode.offset <= cursor && cursor <= previousNode.offset + previousNode.length
  const word = /[\w$-]*$/.exec(text.slice(0, cursor))?.[0].length ?? 0
  const from = isWithin ? previousNode.offset : cursor - word
  const to = isWithin ? previousNode.offset + previousNode.length : cursor
  if (isAtPropertyKey) {
    const holder = path.slice(0, -1)
    const isNamed = isWithin && /^\s*:/.test(text.slice(to))
    return {
      from,
      to,
      options: fieldProposals(schema, schema.schemasAt(value, holder), valueAt(value, holder), isNamed),
    }
  }
  const ids = idsFor(path).map((id) => ({ label: id, text: JSON.stringify(id), detail: undefined }))
  return { from, to, options: [...ids, ...schema.schemasAt(without(value, path), path).flatMap(valueProposals)] }
}

function fieldProposals(
  reader: SchemaReader,
  schemas: readonly JsonSchema[],
  present: unknown,
  isNamed: boolean,
): readonly Proposal[] {
  const fields = new Map(schemas.flatMap(({ properties = {} }) => Object.entries(properties)))
  return [...fields]
    .filter(([name]) => !(typeof present === 'object' && present !== null && Object.hasOwn(present, name)))
    .map(([name, schema]) => ({
      label: name,
      text: isNamed ? JSON.stringify(name) : `${JSON.stringify(name)}: ${JSON.stringify(reader.blank(schema))}`,
      detail: reader.resolved(schema).description,
    }))
}

function valueProposals({ enum: options, const: only, type, description }: JsonSchema): readonly Proposal[] {
  const values = options ?? (only === undefined ? (type === 'boolean' ? [true, false] : []) : [only])
  return values.map((each) => ({ label: String(each), text: JSON.stringify(each), detail: description }))
}

/** Returns a value without what is at a path, so that what is written there does not narrow what can be. */
function without(value: unknown, path: readonly (string | number)[]): unknown {
  const [step, ...others] = path
  if (step === undefined || typeof value !== 'object' || value === null) return undefined
  const copy = (Array.isArray(value) ? value.slice() : { ...value }) as Record<string | number, unknown>
  copy[step] = without(copy[step], others)
  return copy
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (held, step) =>
      typeof held === 'object' && held !== null ? (held as Record<string | number, unknown>)[step] : undefined,
    value,
  )
}
