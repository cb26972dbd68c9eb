import { endOfString, isClosing, isOpening, isSpace } from './json-walk.ts'

/**
 * Matches where there may be a comment, or a comma before a closing bracket. A comment between comma and bracket is
 * matched as a comment.
 */
const MORE_THAN_JSON = /\/[/*]|,\s*[\]}]/

/**
 * Replaces comments and trailing commas with blanks, so that everything else keeps its offset. Other syntax errors
 * stay.
 */
export function plainJson(text: string): string {
  return MORE_THAN_JSON.test(text) ? withoutTrailingCommas(withoutComments(text)) : text
}

/** Replaces comments with blanks. */
export function withoutComments(text: string): string {
  const comments: Span[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    if (code !== SLASH) continue
    const end = endOfComment(text, at)
    if (end === undefined) continue
    comments.push([at, end])
    at = end - 1
  }
  return blanked(text, comments)
}

type Span = readonly [start: number, end: number]

const REST_OF_LINE = /[^\r\n]*/y

/** Returns where the comment that begins at an offset ends. Returns undefined if there is none, or it does not end. */
function endOfComment(text: string, at: number): number | undefined {
  if (text.startsWith('//', at)) {
    REST_OF_LINE.lastIndex = at
    REST_OF_LINE.test(text)
    return REST_OF_LINE.lastIndex
  }
  const end = text.startsWith('/*', at) ? text.indexOf('*/', at + 2) : -1
  return end < 0 ? undefined : end + 2
}

/** Replaces trailing commas with blanks: those after a value that only white space separates from a closing bracket. */
function withoutTrailingCommas(text: string): string {
  const commas: Span[] = []
  let isAfterValue = false
  let comma: number | undefined
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) continue
    if (isClosing(code) && comma !== undefined) commas.push([comma, comma + 1])
    comma = code === COMMA && isAfterValue ? at : undefined
    isAfterValue = code !== COMMA && code !== COLON && !isOpening(code)
    if (code === QUOTE) at = endOfString(text, at) - 1
  }
  return blanked(text, commas)
}

function blanked(text: string, spans: readonly Span[]): string {
  let [result, from] = ['', 0]
  for (const [start, end] of spans) {
    result += text.slice(from, start) + text.slice(start, end).replaceAll(/[^\r\n]/g, ' ')
    from = end
  }
  return from === 0 ? text : result + text.slice(from)
}

const [QUOTE, COMMA, SLASH, COLON] = [0x22, 0x2c, 0x2f, 0x3a]
