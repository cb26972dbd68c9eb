import { isUtf8 } from 'node:buffer'
import type { ParseError } from 'jsonc-parser'
import { isTooDeep, MAX_DEPTH } from '../game/kernel/schema.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { lazyPositions, positionsOf } from './json-positions.ts'
import { keysIn, keysOf, repeatedField } from './repeated-fields.ts'
import { fileStart, type Position, type Problem } from './problem.ts'

/** The largest file of a project that is read. */
const MAX_JSON_BYTES = 16 * 1024 * 1024

/** A JSON file that could be read. */
export interface JsonFile {
  readonly path: string
  readonly value: unknown
  /** Where in the text the value at a path stands; what would hold it, where there is none. */
  positionOf(path: readonly (string | number)[]): Promise<Position>
}

/** Reads a JSON file, or tells why it is none; undefined when there is no such file. */
export async function readJsonFile(files: FileSystem, path: string): Promise<JsonFile | Problem | undefined> {
  const bytes = await readBytes(files, path)
  return bytes === undefined || 'message' in bytes ? bytes : parseJsonFile(path, bytes)
}

/** A JSON file with these bytes, or why they are none. */
export async function parseJsonFile(path: string, bytes: Buffer): Promise<JsonFile | Problem> {
  const fault = faultOfBytes(bytes)
  if (fault !== undefined) return { file: path, ...fileStart, message: fault }
  const text = bytes.toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    if (isTooDeep(value))
      return { file: path, ...fileStart, message: `nested too deep, expected at most ${MAX_DEPTH} levels` }
    const repeated = keysIn(text) > keysOf(value) ? await repeatedField(text) : undefined
    return repeated ? { file: path, ...repeated } : { path, value, positionOf: lazyPositions(text) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return await syntaxProblem(path, text)
  }
}

/** Whether reading gave a problem. */
export function isProblem(read: JsonFile | Problem): read is Problem {
  return 'message' in read
}

/** A problem with the value at a path in the file; with what would hold it, where there is none. */
export async function problemIn(file: JsonFile, path: readonly (string | number)[], message: string): Promise<Problem> {
  return { file: file.path, ...(await file.positionOf(path)), message }
}

/** The bytes of a JSON file, or why they cannot be had; undefined when there is no such file. */
export async function readBytes(files: FileSystem, path: string): Promise<Buffer | Problem | undefined> {
  const problem = (message: string): Problem => ({ file: path, ...fileStart, message })
  try {
    return await files.readFile(path, MAX_JSON_BYTES)
  } catch (error) {
    if (hasCode(error, 'EISDIR')) return problem('is a directory, expected a JSON file')
    if (hasCode(error, 'ENOTREG')) return problem('is a device or a pipe, expected a JSON file')
    if (hasCode(error, 'EFBIG')) return problem(`is too large, expected at most ${MAX_JSON_BYTES} bytes`)
    if (hasCode(error, 'ENOTDIR')) return undefined
    if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM')) return problem('may not be read, expected read permission')
    return problem(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** What keeps bytes from being the text of a JSON file. */
function faultOfBytes(bytes: Buffer): string | undefined {
  const mark = bytes.toString('latin1', 0, 3)
  if (mark === '\xef\xbb\xbf') return 'begins with a byte order mark, expected UTF-8 text without one'
  if (mark.startsWith('\xff\xfe') || mark.startsWith('\xfe\xff')) return 'is UTF-16 text, expected UTF-8'
  if (!isUtf8(bytes) || bytes.includes(0)) return 'is a binary file, expected JSON as UTF-8 text'
  return undefined
}

/** What jsonc-parser misses, in words. */
const SYNTAX: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'a malformed number, expected one such as 10 or 0.5',
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: "expected ':'",
  CommaExpected: "expected ','",
  CloseBraceExpected: "expected '}'",
  CloseBracketExpected: "expected ']'",
  EndOfFileExpected: 'expected the end of the file',
  InvalidCommentToken: 'a comment, expected JSON without comments',
  UnexpectedEndOfComment: 'a comment, expected JSON without comments',
  UnexpectedEndOfString: "a text without its end, expected '\"'",
  UnexpectedEndOfNumber: 'a number without its end, expected a digit',
  InvalidUnicode: 'a malformed character code, expected \\u and four hex digits',
  InvalidEscapeCharacter: 'an unknown character behind a backslash, expected one of "\\/bfnrtu',
  InvalidCharacter: 'a control character in a text, expected it as \\u and four hex digits',
}

async function syntaxProblem(path: string, text: string): Promise<Problem> {
  const { parseTree, printParseErrorCode } = await import('jsonc-parser')
  const errors: ParseError[] = []
  try {
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  } catch (error) {
    // It descends into what it reads, and there are texts deeper than the stack.
    if (!(error instanceof RangeError)) throw error
    return { file: path, ...fileStart, message: `not JSON; nested too deep, expected at most ${MAX_DEPTH} levels` }
  }
  const [first] = errors
  const what = first === undefined ? undefined : SYNTAX[printParseErrorCode(first.error)]
  return { file: path, ...positionsOf(text)(first?.offset ?? 0), message: `not JSON: ${what ?? 'expected a value'}` }
}
