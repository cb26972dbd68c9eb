/** Walks JSON texts without creating values, to find positions of values that were parsed already. */

/**
 * Visits the members of the object or array that begins at `at`, in order. `visit` gets the key or index of each and
 * the offset of its value, and returns where the value ends. Returns where the object or array ends.
 */
export function walkMembers(
  text: string,
  at: number,
  visit: (step: string | number, valueAt: number) => number,
): number {
  const isObject = text.charCodeAt(at) === OPEN_BRACE
  let i = skipSpace(text, at + 1)
  for (let index = 0; i < text.length && !isClosing(text.charCodeAt(i)); index += 1) {
    let step: string | number = index
    if (isObject) {
      const end = endOfString(text, i)
      step = keyOf(text.slice(i, end))
      i = skipSpace(text, skipSpace(text, end) + 1)
    }
    i = skipSpace(text, visit(step, i))
    if (text.charCodeAt(i) === COMMA) i = skipSpace(text, i + 1)
  }
  return i + 1
}

/** Whether an object or array begins at `at`. */
export const isContainer = (text: string, at: number): boolean => isOpening(text.charCodeAt(at))

/** Returns where the value that begins at `at` ends. */
export function skipValue(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return endOfString(text, at)
  if (isContainer(text, at)) return skipContainer(text, at)
  let i = at
  while (i < text.length && !endsValue(text.charCodeAt(i))) i += 1
  return i
}

/** Returns where a text, which need not be JSON, exceeds a depth of nesting. Returns undefined if it does not. */
export function tooDeepAt(text: string, maxDepth: number): number | undefined {
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (isSpace(code)) continue
    if (isClosing(code)) depth -= 1
    else if (depth > maxDepth) return i
    else if (isOpening(code)) depth += 1
    else if (code === QUOTE) i = endOfString(text, i) - 1
  }
  return undefined
}

/** Returns where the string that begins at `at` ends, after its closing quote. */
export function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i + 1
    if (code === BACKSLASH) i += 1
  }
  return text.length
}

/** Returns the offset of the first character from `at` that is not white space. */
export function skipSpace(text: string, at: number): number {
  let i = at
  while (isSpace(text.charCodeAt(i))) i += 1
  return i
}

function skipContainer(text: string, at: number): number {
  let depth = 0
  for (let i = at; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = endOfString(text, i) - 1
    else if (isOpening(code)) depth += 1
    else if (isClosing(code)) depth -= 1
    if (depth === 0) return i + 1
  }
  return text.length
}

const keyOf = (quoted: string): string => (quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1))

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Whether a character opens an object or array. */
export const isOpening = (code: number): boolean => code === OPEN_BRACE || code === OPEN_BRACKET
/** Whether a character closes an object or array. */
export const isClosing = (code: number): boolean => code === CLOSE_BRACE || code === CLOSE_BRACKET
/** Whether a character is white space in JSON. */
export const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const endsValue = (code: number): boolean => code === COMMA || isClosing(code) || isSpace(code)
