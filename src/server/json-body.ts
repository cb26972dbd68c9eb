import type { Fault } from '../game/kernel/fault.ts'
import { fault, invalid } from '../game/kernel/fault.ts'
import { MAX_DEPTH, isTooDeep } from '../game/kernel/schema.ts'

/** The fields of a JSON body, whatever their names. */
export interface JsonBody {
  readonly value: Readonly<Record<string, unknown>>
}

/** Reads a body. An empty one, and `[]`, mean no fields; other JSON that is no object is refused. Spec 5.1, 5.2. */
export function parseJsonBody(text: string): Fault | JsonBody {
  if (text.trim() === '') return { value: {} }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fault('invalid_json', { message: (error as SyntaxError).message })
  }
  // A level takes a bracket to open and one to close, so a short body cannot be too deep.
  if (text.length > 2 * MAX_DEPTH && isTooDeep(value)) {
    return invalid([{ path: '', message: `the body is nested more than ${MAX_DEPTH} levels deep` }])
  }
  if (Array.isArray(value)) return value.length === 0 ? { value: {} } : notAnObject
  return typeof value === 'object' && value !== null ? { value: value as Record<string, unknown> } : notAnObject
}

const notAnObject = invalid([{ path: '', message: 'the body must be a JSON object' }])
