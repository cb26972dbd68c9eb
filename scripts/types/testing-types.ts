// The types of the package entry for test programs. They stand by themselves, made of the rows and of what
// src/testing/game.ts says: a test program needs neither our sources nor the library that the rows are written with.
import { readFileSync } from 'node:fs'
import { faultTable } from '../../src/game/kernel/fault.ts'
import { routes } from '../../src/game/routes.ts'
import type { JsonSchema } from '../../src/openapi/parts.ts'
import { schemaBook, type SchemaBook } from '../../src/openapi/schema-book.ts'
import { stepSchemas } from '../../src/scripts/step.ts'
import { fieldTexts, typeText } from './type-text.ts'

const game = new URL('../../src/testing/game.ts', import.meta.url)

/** The declarations of `gamify/testing`. */
export function testingTypes(): string {
  const book = schemaBook()
  const named = routes.map((row) => routeText(row, book))
  const codes = typeText({ enum: Object.keys(faultTable) })
  const steps = Object.values(stepSchemas).map((schema) =>
    outside(typeText(book.of(schema))).replace(codes, 'ErrorCode'),
  )
  return [
    '// Made by the build of gamify, of its routes.',
    '/// <reference lib="esnext.disposable" />',
    ownTypes(),
    '/** Each route by its name: what it takes, and what it answers. */',
    `export interface Routes {\n${named.join('\n')}\n}`,
    ROUTE_TYPES,
    '/** What the service calls its errors. */',
    `export type ErrorCode = ${codes}`,
    '/** A step of a script. */',
    `export type StepInput =\n  | ${steps.join('\n  | ')}`,
    '/** The shapes that routes share. */',
    `export declare namespace Shapes {\n${shapeTexts(book)}\n}`,
    START,
  ].join('\n\n')
}

/** What stands in game.ts, but for what it has from elsewhere. */
function ownTypes(): string {
  const text = readFileSync(game, 'utf8')
  return text.replaceAll(/^(import|export) type \{[^}]*\}.*\n/gm, '').trim()
}

const ROUTE_TYPES = `/** A route as method and path. */
export type RouteName = keyof Routes

/** What a call of a route takes, and the player to act as. */
export type RouteInput<Name extends RouteName> = Omit<Routes[Name], 'answer'> & { readonly as?: string | undefined }

/** What a route answers; a picture as the bytes of a PNG. */
export type RouteOutput<Name extends RouteName> = Routes[Name]['answer']`

const START = `/**
 * Starts a game inside of this process, kept in memory alone. Rejects with an error that says what is wrong with the
 * options or the design, or that the port is not to be had.
 */
export declare function startGame(options?: StartOptions): Promise<Game>
`

type Row = (typeof routes)[number]

function routeText(row: Row, book: SchemaBook): string {
  const { method, api, path, summary, query, body } = row
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => `readonly ${name}: string`)
  const parts = [
    ...(names.length > 0 ? [`readonly params: { ${names.join('; ')} }`] : []),
    ...(query ? [queryText(book.of(query()))] : []),
    ...(body ? [bodyText(book.of(body()))] : []),
    ...('upload' in row && row.upload !== undefined ? ['/** An image. */ readonly file: Uint8Array'] : []),
    `readonly answer: ${answerText(row, book)}`,
  ]
  return `  /** ${summary} */\n  '${method} /${api}${path}': {\n    ${parts.join('\n    ')}\n  }`
}

/** What stands in an address is text, and numbers are as good. */
function queryText(schema: JsonSchema): string {
  const fields = fieldTexts(schema, (field) => {
    const type = typeText(field)
    return /^(string|number|boolean|unknown)$/.test(type)
      ? 'string | number | boolean | undefined'
      : `${type} | undefined`
  })
  return `readonly query${isNeeded(schema)}: { ${fields.join('; ')} }`
}

const bodyText = (schema: JsonSchema): string => `readonly body${isNeeded(schema)}: ${outside(typeText(schema))}`

/** A part without a field that is needed may be left out. */
const isNeeded = (schema: JsonSchema): '?' | '' =>
  schema.$ref !== undefined || schema.type !== 'object' || (schema.required ?? []).length > 0 ? '' : '?'

function answerText({ out, ...row }: Row, book: SchemaBook): string {
  if (out === 'image') return 'Uint8Array'
  const recorded = 'recorded' in row && row.recorded ? [row.recorded.out()] : []
  const types = [out(), ...recorded].map((schema) => outside(typeText(book.of(schema))))
  return [...new Set(types)].join(' | ')
}

/** A type as it stands outside of the namespace that holds the shapes. */
const outside = (type: string): string => type.replaceAll(/\$(\w+)/g, 'Shapes.$1')

function shapeTexts({ named }: SchemaBook): string {
  const within = (type: string): string => type.replaceAll('$', '')
  return Object.entries(named)
    .map(([name, schema]) => `  export type ${name} = ${within(typeText(schema))}`)
    .join('\n')
}
