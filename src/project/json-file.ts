import { isUtf8 } from 'node:buffer'
import { MAX_DEPTH } from '../game/kernel/json-value.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { messageAt, type PathProblem } from '../game/kernel/schema-problems.ts'
import type { FileSystem } from '../storage/fs.ts'
import { hasCode } from '../storage/storage-error.ts'
import { positionsIn, positionsOf, type Path } from './json-positions.ts'
import { tooDeepAt, endOfString, skipSpace } from './json-walk.ts'
import { plainJson } from './plain-json.ts'
import { fileStart, type Position, type Problem } from './problem.ts'

/**
 * The largest file of a project that is read. It has room for the largest component that a route takes, in readable
 * layout, and takes about 50 ms to parse.
 */
const MAX_JSON_BYTES = 4 * 1024 * 1024

/** How many different field names a file can have. Parsing takes about 3 µs for each. */
const MAX_NAMES = 10_000

/** The limits of a file. */
export interface JsonLimits {
  readonly maxBytes: number
  readonly maxNames: number
}

const defaultLimits: JsonLimits = { maxBytes: MAX_JSON_BYTES, maxNames: MAX_NAMES }

/** A JSON file that was parsed. */
export interface JsonFile {
  readonly path: string
  readonly value: unknown
  /**
   * Returns the positions in the text of the values at some paths. If a value does not exist, returns the position of
   * its parent.
   */
  positionsOf(paths: readonly Path[]): readonly Position[]
}

/** Reads a JSON file, or returns its problem. Resolves to undefined if there is no such file. */
export async function readJsonFile(
  files: FileSystem,
  path: string,
  limits = defaultLimits,
): Promise<JsonFile | Problem | undefined> {
  const bytes = await readBytes(files, path, limits)
  return bytes === undefined || 'message' in bytes ? bytes : parseJsonFile(path, bytes, limits)
}

/** Parses the bytes of a JSON file, or returns their problem. */
export async function parseJsonFile(
  path: string,
  bytes: Buffer,
  { maxNames } = defaultLimits,
): Promise<JsonFile | Problem> {
  const fault = faultOfBytes(bytes)
  if (fault !== undefined) return { file: path, ...fileStart, message: fault }
  const text = plainJson(bytes.toString('utf8'))
  const deepAt = tooDeepAt(text, MAX_DEPTH)
  if (deepAt !== undefined) {
    const message = `nested too deep, expected at most ${MAX_DEPTH} levels`
    return { file: path, ...positionsOf(text)(deepAt), message }
  }
  const keys = keysIn(text, maxNames)
  if (keys === Infinity)
    return { file: path, ...fileStart, message: `has too many fields; expected at most ${maxNames}` }
  try {
    const value: unknown = JSON.parse(text)
    if (keys > keysOf(value)) return await firstFault(path, text)
    return { path, value, positionsOf: (paths) => positionsIn(text, paths) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return await firstFault(path, text)
  }
}

/** Whether the result is a problem. */
export function isProblem(read: JsonFile | Problem): read is Problem {
  return 'message' in read
}

/** A problem with the value at a path in a file, or with its parent if the value does not exist. */
export interface Spot {
  readonly file: JsonFile
  readonly path: Path
  readonly message: string
}

/** Locates problems, in their order. Reads each file once. */
export function problemsAt(spots: readonly Spot[]): readonly Problem[] {
  const positionsBySpot = new Map<Spot, Position>()
  for (const [file, inFile] of Map.groupBy(spots, (spot) => spot.file)) {
    const positions = file.positionsOf(inFile.map(({ path }) => path))
    inFile.forEach((spot, i) => positionsBySpot.set(spot, positions[i] ?? fileStart))
  }
  return spots.map((spot) => ({
    file: spot.file.path,
    ...(positionsBySpot.get(spot) ?? fileStart),
    message: spot.message,
  }))
}

/** Locates the problems that a schema found in a file. */
export function problemsIn(file: JsonFile, problems: readonly PathProblem[]): readonly Problem[] {
  return problemsAt(problems.map((problem) => ({ file, path: problem.path, message: messageAt(problem) })))
}

/** Reads the bytes of a JSON file, or returns its problem. Resolves to undefined if there is no such file. */
export async function readBytes(
  files: FileSystem,
  path: string,
  { maxBytes } = defaultLimits,
): Promise<Buffer | Problem | undefined> {
  const problem = (message: string): Problem => ({ file: path, ...fileStart, message })
  try {
    return await files.readFile(path, maxBytes)
  } catch (error) {
    if (hasCode(error, 'EISDIR')) return problem('is a directory, expected a JSON file')
    if (hasCode(error, 'ENOTREG')) return problem('is a device or a pipe; expected a JSON file')
    if (hasCode(error, 'EFBIG')) return problem(`is too large, expected at most ${maxBytes} bytes`)
    if (hasCode(error, 'ENOTDIR')) return undefined
    if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM')) return problem('cannot be read: permission denied')
    return problem(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns why bytes are not the text of a JSON file. */
function faultOfBytes(bytes: Buffer): string | undefined {
  const mark = bytes.toString('latin1', 0, 3)
  if (mark === '\xef\xbb\xbf') return 'starts with a byte order mark; save it as UTF-8 without one'
  if (mark.startsWith('\xff\xfe') || mark.startsWith('\xfe\xff')) return 'is UTF-16 text; save it as UTF-8'
  if (!isUtf8(bytes) || bytes.includes(0)) return 'is a binary file, expected JSON as UTF-8 text'
  return undefined
}

/** The messages for the errors of jsonc-parser. */
const SYNTAX: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'a malformed number; expected one such as 10 or 0.5',
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: "expected ':'",
  CommaExpected: "expected ','",
  CloseBraceExpected: "expected '}'",
  CloseBracketExpected: "expected ']'",
  EndOfFileExpected: 'expected the end of the file',
  UnexpectedEndOfComment: "a comment without its closing '*/'",
  UnexpectedEndOfString: "a string without its closing '\"'",
  UnexpectedEndOfNumber: 'an incomplete number; expected a digit',
  InvalidUnicode: 'a malformed escape; expected \\u and four hex digits',
  InvalidEscapeCharacter: 'an unknown escape; expected a backslash followed by one of "\\/bfnrtu',
  InvalidCharacter: 'a control character in a string; write it as \\u and four hex digits',
}

interface Found {
  readonly message: string
  readonly offset: number
}

/** Finds the first syntax error of a text, or else the first repeated field of an object. */
async function firstFault(path: string, text: string): Promise<Problem> {
  const { printParseErrorCode, visit } = await import('jsonc-parser')
  const objects: Set<string>[] = []
  let mistake: Found | undefined
  let repeated: Found | undefined
  visit(text, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectProperty: (name, offset) => {
      const names = objects.at(-1)
      if (names?.has(name)) repeated ??= { message: `field ${quoted(name)} appears twice, expected it once`, offset }
      names?.add(name)
    },
    onObjectEnd: () => void objects.pop(),
    onError: (code, offset) => {
      mistake ??= { message: `not JSON: ${SYNTAX[printParseErrorCode(code)] ?? 'expected a value'}`, offset }
    },
  })
  const { message, offset } = mistake ?? repeated ?? { message: 'not JSON: expected a value', offset: 0 }
  return { file: path, ...positionsOf(text)(offset), message }
}

/**
 * Counts the keys in a text that need not be JSON. There are more than in its value if an object repeats one. Returns
 * Infinity if there are more than `maxDifferent` different ones.
 */
function keysIn(text: string, maxDifferent: number): number {
  const different = new Set<string>()
  let keys = 0
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfString(text, start)
    const next = skipSpace(text, end)
    if (text.charCodeAt(next) === COLON) {
      keys += 1
      different.add(text.slice(start, end))
      if (different.size > maxDifferent) return Infinity
    }
    start = text.indexOf('"', next)
  }
  return keys
}

/** Counts the keys in a JSON value, which must not be nested too deep. */
function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) for (const part of value as readonly unknown[]) keys += keysOf(part)
  // A list of all keys would take three times as long if there are very many.
  else for (const key in value) keys += 1 + keysOf((value as Readonly<Record<string, unknown>>)[key])
  return keys
}

const COLON = 0x3a
