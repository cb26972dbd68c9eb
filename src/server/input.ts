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

const nothing: Part = { value: undefined }

/** Reads what a row takes from a call: path parameters first, then query, then the text of the body. Spec 5.2. */
export function readInput(row: Row, params: Call['params'], query: Fields, body: string): Fault | RowInput {
  const readParams = row.params ? paramsOf(row.params, params) : nothing
  if ('fault' in readParams) return readParams
  const readQuery = row.query ? partOf(row.query, query, queryFault) : nothing
  if ('fault' in readQuery) return readQuery
  const readBody = row.body ? bodyOf(row.body, body) : nothing
  if ('fault' in readBody) return readBody
  return { params: readParams, query: readQuery, body: readBody }
}

/** A JSON body as `schema` reads it; each problem with its path. */
export function bodyOf(schema: Lazy<z.ZodType>, text: string): Fault | Part {
  const body = parseJsonBody(text)
  return 'fault' in body ? body : partOf(schema, body.value, validationFault)
}

// Without the input, an issue cannot tell a missing field from one of the wrong type.
const parseOptions = { reportInput: true }

function partOf(schema: Lazy<z.ZodType>, value: unknown, faultOf: (error: z.ZodError) => Fault): Fault | Part {
  const parsed = schema().safeParse(value, parseOptions)
  return parsed.success ? { value: parsed.data } : (namedFault(parsed.error) ?? faultOf(parsed.error))
}

function paramsOf(schema: Lazy<z.ZodType>, params: Call['params']): Fault | Part {
  const decoded: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const text = decode(value)
    if (text === undefined) return invalid([{ path: name, message: 'not a valid percent-encoding' }])
    decoded[name] = text
  }
  return partOf(schema, decoded, validationFault)
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
