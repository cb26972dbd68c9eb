/** Goes over JSON texts without making anything of them: what was parsed already is only looked for. */

/**
 * Takes the members of the object or array that begins at `at`, in order. `visit` gets the key or the index of each and
 * where its value begins, and returns where that ends. Returns where all of it ends.
 */
export function walkMembers(
  text: string,
  at: number,
  visit: (step: string | number, valueAt: number) => number,
): number {
  const isObject = text.charCodeAt(at) === OPEN_BRACE
  let i = skipSpace(text, at + 1)
  for (let place = 0; i < text.length && !isClosing(text.charCodeAt(i)); place += 1) {
    let step: string | number = place
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

/** Whether an object or an array begins at `at`. */
export const isContainer = (text: string, at: number): boolean => isOpening(text.charCodeAt(at))

/** Where the value that begins at `at` ends. */
export function skipValue(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return endOfString(text, at)
  if (isContainer(text, at)) return skipContainer(text, at)
  let i = at
  while (i < text.length && !isBehindValue(text.charCodeAt(i))) i += 1
  return i
}

/** Where a text that need not be JSON begins to be nested deeper than so many levels; undefined where it never is. */
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

/** Where the string that begins at `at` ends, behind its quote. */
export function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i + 1
    if (code === BACKSLASH) i += 1
  }
  return text.length
}

/** Where what is no space begins, from `at` on. */
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

export const isOpening = (code: number): boolean => code === OPEN_BRACE || code === OPEN_BRACKET
export const isClosing = (code: number): boolean => code === CLOSE_BRACE || code === CLOSE_BRACKET
export const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const isBehindValue = (code: number): boolean => code === COMMA || isClosing(code) || isSpace(code)
