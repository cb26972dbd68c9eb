import { readFileSync } from 'node:fs'
import type { routes } from '../../src/game/routes.ts'
import type { JsonSchema } from '../../src/openapi/parts.ts'
import type { SchemaComponents } from '../../src/openapi/schema-components.ts'
import { fieldTexts, typeText } from './type-text.ts'

/** A row of the routes. */
export type Row = (typeof routes)[number]

/** How the types of routes name what is declared elsewhere. */
export interface RouteStyle {
  /** Returns the type of a path parameter. */
  readonly parameter: (name: string) => string
  /** Returns the text for a shape that routes share. */
  readonly shape: (name: string) => string
  /** The type of an image to upload. */
  readonly file: string
  /** Unites the types of an answer in both dialects. */
  readonly answer: (documented: string, recorded: string) => string
  /** Returns the schema of a body, of which parts can refer to shapes that only the style knows. */
  readonly body?: (row: Row, schema: JsonSchema) => JsonSchema
}

/** Returns the member of an interface that declares a route: its input and its answer. */
export function routeText(row: Row, book: SchemaComponents, style: RouteStyle): string {
  const { path, summary, query, body } = row
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => `readonly ${name}: ${style.parameter(name)}`)
  const { body: bodyOf = (_, schema) => schema } = style
  const parts = [
    ...(names.length > 0 ? [`readonly params: { ${names.join('; ')} }`] : []),
    ...(query ? [queryText(book.of(query()))] : []),
    ...(body ? [bodyText(bodyOf(row, book.of(body())), style)] : []),
    ...('upload' in row && row.upload !== undefined ? [`/** An image. */ readonly file: ${style.file}`] : []),
    `readonly answer: ${answerText(row, book, style)}`,
  ]
  return `  /** ${summary} */\n  '${routeName(row)}': {\n    ${parts.join('\n    ')}\n  }`
}

/** Returns the name of a route: method and path. */
export const routeName = ({ method, api, path }: Row): string => `${method} /${api}${path}`

/** Returns the type of a query parameter. It is text in an address, so numbers are accepted too. */
function queryText(schema: JsonSchema): string {
  const fields = fieldTexts(schema, (field) => {
    const type = typeText(field)
    return /^(string|number|boolean|unknown)$/.test(type)
      ? 'string | number | boolean | undefined'
      : `${type} | undefined`
  })
  return `readonly query${isNeeded(schema)}: { ${fields.join('; ')} }`
}

const bodyText = (schema: JsonSchema, style: RouteStyle): string =>
  `readonly body${isNeeded(schema)}: ${styled(typeText(schema), style)}`

/** A part without required fields is optional. */
const isNeeded = (schema: JsonSchema): '?' | '' =>
  schema.$ref !== undefined || schema.type !== 'object' || (schema.required ?? []).length > 0 ? '' : '?'

function answerText({ out, ...row }: Row, book: SchemaComponents, style: RouteStyle): string {
  if (out === 'image') return 'Uint8Array'
  const recorded = 'recorded' in row && row.recorded ? row.recorded.out() : out()
  return style.answer(styled(typeText(book.of(out())), style), styled(typeText(book.of(recorded)), style))
}

/** Returns a type with the shapes in the words of a style. Their names begin with a capital letter. */
export const styled = (type: string, { shape }: Pick<RouteStyle, 'shape'>): string =>
  type.replaceAll(/\$([A-Z]\w*)/g, (_, name: string) => shape(name))

const sourceOf = (path: string): string => readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8')

/** Returns the declarations of the functions that a module of `src` exports, with their comments. */
export function functionsOf(path: string): string {
  const found = sourceOf(path).matchAll(/^(\/\*\*(?:(?!\*\/)[^])*\*\/\n)export (function [^]*?) \{$/gm)
  return Array.from(found, ([, words, head]) => `${words}export declare ${head}\n`).join('\n')
}

/** Returns the content of a module of `src` that has nothing but types, without its imports. */
export function typesOf(path: string): string {
  return sourceOf(path)
    .replaceAll(/^(import|export) type \{[^}]*\}.*\n/gm, '')
    .trim()
}
