import type { z } from 'zod'
import type { Fault, FaultCode, InputProblem } from '../game/kernel/fault.ts'
import { fault, faultTable, invalid } from '../game/kernel/fault.ts'
import type { Lazy } from '../game/kernel/route.ts'
import { problemsOf } from '../game/kernel/schema.ts'
import type { Call } from './call.ts'
import { parseJsonBody } from './json-body.ts'
import type { Fields } from './query.ts'
import type { Row } from './row.ts'

/** A part of a call as its schema has read it; undefined where the row has no schema for it. */
interface Part {
  readonly value: unknown
}

/** The parts of a call that a row takes. */
export interface RowInput {
  readonly params: Part
  readonly query: Part
  readonly body: Part
}

/** Methods that carry a body; what others send as one is ignored. Spec 5.1. */
const bodyMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

const nothing: Part = { value: undefined }

/** Reads what a row takes from a call: path parameters first, then query, then body. Spec 5.2. */
export async function readInput(row: Row, call: Call, fields: Fields): Promise<Fault | RowInput> {
  const params = row.params ? readParams(row.params, call) : nothing
  if ('fault' in params) return params
  const query = row.query ? readPart(row.query, fields, queryFault) : nothing
  if ('fault' in query) return query
  const body = bodyMethods.has(row.method) ? await readBody(row.body, call) : nothing
  if ('fault' in body) return body
  return { params, query, body }
}

// Without the input, an issue cannot tell a missing field from one of the wrong type.
const parseOptions = { reportInput: true }

function readPart(schema: Lazy<z.ZodType>, value: unknown, faultOf: (error: z.ZodError) => Fault): Fault | Part {
  const parsed = schema().safeParse(value, parseOptions)
  return parsed.success ? { value: parsed.data } : (namedFault(parsed.error) ?? faultOf(parsed.error))
}

function readParams(schema: Lazy<z.ZodType>, call: Call): Fault | Part {
  const decoded: Record<string, string> = {}
  for (const [name, value] of Object.entries(call.params)) {
    const text = decode(value)
    if (text === undefined) return invalid([{ path: name, message: 'not a valid percent-encoding' }])
    decoded[name] = text
  }
  return readPart(schema, decoded, validationFault)
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The JSON body as `schema` reads it. One that nobody wants is read all the same, for its size. */
export async function readBody(schema: Lazy<z.ZodType> | undefined, call: Call): Promise<Fault | Part> {
  const text = await call.body()
  if (typeof text !== 'string') return text
  if (!schema) return nothing
  const body = parseJsonBody(text)
  return 'fault' in body ? body : readPart(schema, body.value, validationFault)
}

function queryFault(error: z.ZodError): Fault {
  const [{ path, message } = { path: [], message: '' }] = problemsOf(error)
  const name = `'${path.join('.')}'`
  return fault('invalid_request', { message: message.includes(name) ? message : `The ${name} parameter: ${message}` })
}

function validationFault(error: z.ZodError): Fault {
  return invalid(problemsOf(error).map(({ path, message }): InputProblem => ({ path: path.join('.'), message })))
}

/** The fault that a schema asks for by name in the `params` of an issue of its own; what else they hold are its facts. */
function namedFault({ issues }: z.ZodError): Fault | undefined {
  for (const issue of issues) {
    if (issue.code !== 'custom' || issue.params === undefined) continue
    const { fault: code, ...facts } = issue.params
    if (typeof code === 'string' && Object.hasOwn(faultTable, code)) return fault(code as FaultCode, facts)
  }
  return undefined
}
