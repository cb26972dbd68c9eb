import { TimeSlice } from '../async/time-slice.ts'
import { type Fault, type FaultCode, faultBody, statusOf } from '../game/kernel/fault.ts'

/** An answer to a call. A stream is sent as fast as the caller reads it. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer | AsyncIterable<string | Buffer>
  /** The length of a stream in bytes, if it is known. */
  readonly length?: number
  /** Headers in addition to those of every answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** The `error` of the body, if it is an error. */
  readonly error?: FaultCode
  /** The answer was already sent in another way. */
  readonly sent?: true
}

/** An answer whose body is complete. */
interface TextAnswer extends Answer {
  readonly body: string
}

/** Returns whether the body of an answer arrives in pieces. */
export function isStream(body: Answer['body']): body is AsyncIterable<string | Buffer> {
  return typeof body !== 'string' && !Buffer.isBuffer(body)
}

/** Returns the length of an answer's body in bytes. It is undefined if it is not known, or if there is no body. */
export function lengthOf({ status, body, length }: Answer): number | undefined {
  if (status === 304) return undefined
  return isStream(body) ? length : Buffer.byteLength(body)
}

/** The content type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Browsers call the service directly, so every answer allows them to read it. Spec 5.1 "CORS". */
export const CORS_HEADER = ['access-control-allow-origin', '*'] as const

/** The methods of the service's routes. */
export const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** Answers a value as JSON. */
export function jsonAnswer(status: number, value: unknown, headers?: Readonly<Record<string, string>>): TextAnswer {
  const answer = { status, type: JSON_TYPE, body: JSON.stringify(value) }
  return headers ? { ...answer, headers } : answer
}

/**
 * Answers the result of a row as JSON. If it is longer than one piece, the other pieces are made while it is sent, so
 * nothing may change the result any more.
 */
export function resultAnswer(result: unknown): Answer {
  if (!mayBeLong(result)) return jsonAnswer(200, result)
  const pieces = jsonPieces(result)
  const first = pieces.next().value as string
  const body = first.length < PIECE_LENGTH ? first : inTurns(first, pieces)
  return { status: 200, type: JSON_TYPE, body }
}

/** Yields the pieces. Each one after the first is made on demand, in a turn of the event loop of its own. */
async function* inTurns(first: string, others: Iterable<string>): AsyncGenerator<string> {
  const slice = new TimeSlice()
  yield first
  await slice.next()
  for (const text of others) {
    yield text
    await slice.next()
  }
}

/** After how many seconds a caller can try again what failed for a while only. */
const RETRY_S = '1'

/** Answers a fault in the shape of documents 1 and 5.2. */
export function faultAnswer(fault: Fault, headers?: Readonly<Record<string, string>>): TextAnswer {
  const all = fault.fault === 'temporary_failure' ? { 'retry-after': RETRY_S, ...headers } : headers
  return { ...jsonAnswer(statusOf(fault), faultBody(fault), all), error: fault.fault }
}

/** A piece of a long answer ends with the row that reaches this number of characters: about a millisecond's work. */
export const PIECE_LENGTH = 128 * 1024

/** A list of more rows than this becomes text row by row. A shorter list never does, however large its rows are. */
export const FEW_ROWS = 8

/** Returns whether a value may be long: a list of more than a few rows, or an object with such a list in a field. */
export function mayBeLong(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > FEW_ROWS
  for (const name in value) if (isList((value as Record<string, unknown>)[name])) return true
  return false
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.length > FEW_ROWS

/** Yields the text that JSON.stringify makes of plain data, in one or more pieces of about `PIECE_LENGTH`. */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = ''
  for (const part of parts(value)) {
    piece += part
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function* parts(value: unknown): Generator<string> {
  if (!mayBeLong(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* partsOfList(value)
  else yield* partsOfFields(value)
}

function* partsOfList(rows: readonly unknown[]): Generator<string> {
  let before = '['
  for (const row of rows) {
    yield before + (JSON.stringify(row) ?? 'null')
    before = ','
  }
  yield ']'
}

function* partsOfFields(fields: object): Generator<string> {
  let before = '{'
  for (const [name, field] of Object.entries(fields)) {
    if (field === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* parts(field)
    before = ','
  }
  yield '}'
}
