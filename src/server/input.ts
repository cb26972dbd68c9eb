import type * as z from 'zod'
import { type Fault, type FaultCode, fault, faultTable, invalid, isFault } from '../game/kernel/fault.ts'
import { memoize } from '../game/kernel/memoize.ts'
import { problemsOf, invalidInput } from '../game/kernel/schema-problems.ts'
import type { Lazy } from '../game/kernel/shown-as.ts'
import type { Call } from './call.ts'
import { bodyIn, parseJsonBody } from './json-body.ts'
import type { Fields } from './query.ts'
import type { Row } from './row.ts'

/** A part of a call as its schema parsed it. Undefined if the row has no schema for it. */
interface Part {
  readonly value: unknown
}

/** The parts of a call that a row uses. */
export interface RowInput {
  readonly params: Part
  readonly query: Part
  readonly body: Part
}

const nothing: Part = { value: undefined }

/** The number of short bodies of each row that are remembered with their values. Apps send the same few again and again. */
const MAX_REMEMBERED = 100
const MAX_REMEMBERED_LENGTH = 256

/** Reads the input of a row from a call. The same `params` object always gives the same result. */
export type InputReader = (params: Call['params'], query: Fields, body: string) => Fault | RowInput

/** Creates the reader of a row's input. It reads the path parameters first, then the query, then the text of the body. Spec 5.2. */
export function inputReader(row: Row): InputReader {
  const { params: paramsSchema, query: querySchema, body: bodySchema } = row
  const readParams = paramsSchema ? paramsReader(paramsSchema) : () => nothing
  const readQuery = querySchema ? (query: Fields) => queryIn(querySchema, query) : () => nothing
  const readBody = bodySchema ? bodyReader(bodySchema) : () => nothing
  return (params, query, body) => {
    const paramsPart = readParams(params)
    if ('fault' in paramsPart) return paramsPart
    const queryPart = readQuery(query)
    if ('fault' in queryPart) return queryPart
    const bodyPart = readBody(body)
    if ('fault' in bodyPart) return bodyPart
    return { params: paramsPart, query: queryPart, body: bodyPart }
  }
}

/** Creates a reader as `inputReader` does, for decoded parameters and a parsed body. The body is undefined if there is none. */
export function valueReader(row: Row): (params: Fields, query: Fields, body: unknown) => Fault | RowInput {
  const { params: paramsSchema, query: querySchema, body: bodySchema } = row
  return (params, query, body = {}) => {
    const paramsPart = paramsSchema ? partOf(paramsSchema, params, invalidInput) : nothing
    if ('fault' in paramsPart) return paramsPart
    const queryPart = querySchema ? partOf(querySchema, query, queryFault) : nothing
    if ('fault' in queryPart) return queryPart
    const bodyPart = bodySchema ? valueOf(bodySchema, body) : nothing
    if ('fault' in bodyPart) return bodyPart
    return { params: paramsPart, query: queryPart, body: bodyPart }
  }
}

function valueOf(schema: Lazy<z.ZodType>, body: unknown): Fault | Part {
  const fields = bodyIn(body)
  return 'fault' in fields ? fields : partOf(schema, fields.value, invalidInput)
}

/** Paths are remembered together with the objects of their parameters, so most are read once. */
function paramsReader(schema: Lazy<z.ZodType>): (params: Call['params']) => Fault | Part {
  const read = new WeakMap<Call['params'], Fault | Part>()
  return (params) => {
    const known = read.get(params)
    if (known) return known
    const part = paramsOf(schema, params)
    read.set(params, part)
    return part
  }
}

function bodyReader(schema: Lazy<z.ZodType>): (text: string) => Fault | Part {
  return memoize((text: string) => bodyOf(schema, text), {
    max: MAX_REMEMBERED,
    keep: (part, text) => !('fault' in part) && text.length <= MAX_REMEMBERED_LENGTH,
  })
}

/** Reads a JSON body by a schema. The fault has each problem with its path. */
export function bodyOf(schema: Lazy<z.ZodType>, text: string): Fault | Part {
  const body = parseJsonBody(text)
  return 'fault' in body ? body : partOf(schema, body.value, invalidInput)
}

/** Reads query fields by a schema. The fault names the first field that is wrong. */
export function queryIn(schema: Lazy<z.ZodType>, query: Fields): Fault | Part {
  return partOf(schema, query, queryFault)
}

// Without the input, an issue does not distinguish a missing field from one of the wrong type.
const parseOptions = { reportInput: true }

function partOf(schema: Lazy<z.ZodType>, value: unknown, faultOf: (error: z.ZodError) => Fault): Fault | Part {
  const parsed = schema().safeParse(value, parseOptions)
  return parsed.success ? { value: parsed.data } : (namedFault(parsed.error) ?? faultOf(parsed.error))
}

function paramsOf(schema: Lazy<z.ZodType>, params: Call['params']): Fault | Part {
  const decoded = decodedParams(params)
  return isFault(decoded) ? decoded : partOf(schema, decoded, invalidInput)
}

/** Decodes the parameters of a path. */
export function decodedParams(params: Call['params']): Fault | Fields {
  const decoded: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const text = decode(value)
    if (text === undefined) return invalid([{ path: name, message: 'not a valid percent-encoding' }])
    decoded[name] = text
  }
  return decoded
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function queryFault(error: z.ZodError): Fault {
  const [{ path, message } = { path: [], message: '' }] = problemsOf(error)
  const name = `'${path.join('.')}'`
  return fault('invalid_request', { message: message.includes(name) ? message : `The ${name} parameter: ${message}` })
}

/** Returns the fault that a schema names in the `params` of a custom issue. The other `params` are the facts of the fault. */
function namedFault({ issues }: z.ZodError): Fault | undefined {
  for (const issue of issues) {
    if (issue.code !== 'custom' || issue.params === undefined) continue
    const { fault: code, ...facts } = issue.params
    if (typeof code === 'string' && Object.hasOwn(faultTable, code)) return fault(code as FaultCode, facts)
  }
  return undefined
}
