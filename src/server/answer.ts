import { TimeSlice } from '../async/time-slice.ts'
import type { Fault, FaultCode } from '../game/kernel/fault.ts'
import { faultBody, statusOf } from '../game/kernel/fault.ts'

/** What goes back to a caller. A stream is sent as it comes, as fast as the caller reads. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer | AsyncIterable<string | Buffer>
  /** Of a stream, in bytes, where it is known. */
  readonly length?: number
  /** Headers beyond those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>
  /** The `error` of the body, where it is one. */
  readonly error?: FaultCode
  /** It has gone out already, by other ways than ours. */
  readonly sent?: true
}

/** An answer that is there as a whole. */
interface TextAnswer extends Answer {
  readonly body: string
}

/** Whether the body of an answer is not there as a whole, but comes piece by piece. */
export function isStream(body: Answer['body']): body is AsyncIterable<string | Buffer> {
  return typeof body !== 'string' && !Buffer.isBuffer(body)
}

/** The bytes of an answer's body; undefined where they are not known, or there is no body at all. */
export function lengthOf({ status, body, length }: Answer): number | undefined {
  if (status === 304) return undefined
  return isStream(body) ? length : Buffer.byteLength(body)
}

/** The type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Browsers call the service directly, so every answer says that they may read it. Spec 5.1 "CORS". */
export const CORS_HEADER = ['access-control-allow-origin', '*'] as const

/** A value as JSON. */
export function jsonAnswer(status: number, value: unknown, headers?: Readonly<Record<string, string>>): TextAnswer {
  const answer = { status, type: JSON_TYPE, body: JSON.stringify(value) }
  return headers ? { ...answer, headers } : answer
}

/**
 * What a row comes to, as JSON. Where it is more than a piece, the others are made while it is sent, so it must be one
 * that nothing changes any more.
 */
export function resultAnswer(result: unknown): Answer {
  if (!mayBeLong(result)) return jsonAnswer(200, result)
  const pieces = jsonPieces(result)
  const first = pieces.next().value as string
  const body = first.length < PIECE_LENGTH ? first : inTurns(first, pieces)
  return { status: 200, type: JSON_TYPE, body }
}

/** Texts, each after the first made when it is asked for, in a turn of the event loop of its own. */
async function* inTurns(first: string, others: Iterable<string>): AsyncGenerator<string> {
  const slice = new TimeSlice()
  yield first
  await slice.next()
  for (const text of others) {
    yield text
    await slice.next()
  }
}

/** A fault in the shape of documents 1 and 5.2. */
export function faultAnswer(fault: Fault, headers?: Readonly<Record<string, string>>): TextAnswer {
  return { ...jsonAnswer(statusOf(fault), faultBody(fault), headers), error: fault.fault }
}

/** A piece of a long answer ends with the row that brings it to so many characters: about a millisecond's work. */
export const PIECE_LENGTH = 128 * 1024

/** A list of more rows may be long, so it becomes text row by row. None of fewer is, however large a row may be. */
export const FEW_ROWS = 8

/** Whether a value may be long: a list of more than a few rows, or one that has such a list in a field of its own. */
export function mayBeLong(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > FEW_ROWS
  for (const name in value) if (isList((value as Record<string, unknown>)[name])) return true
  return false
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.length > FEW_ROWS

/** The text that JSON.stringify makes of plain data, to the byte, in pieces of about `PIECE_LENGTH` and at least one. */
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
