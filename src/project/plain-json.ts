import { endOfString, isClosing, isOpening, isSpace } from './json-walk.ts'

/** Where there may be a comment, or a comma before a closing bracket; behind a comma may come a comment first. */
const MORE_THAN_JSON = /\/[/*]|,\s*[\]}]/

/**
 * A JSON text without comments and without commas behind the last element: there are blanks in their places, so that all
 * else stands where it stood. What is wrong with the text stays wrong.
 */
export function plainJson(text: string): string {
  return MORE_THAN_JSON.test(text) ? withoutLastCommas(withoutComments(text)) : text
}

/** A JSON text with blanks in the place of comments. */
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

/** Where the comment that begins at a place ends; undefined where none begins there, or it has no end. */
function endOfComment(text: string, at: number): number | undefined {
  if (text.startsWith('//', at)) {
    REST_OF_LINE.lastIndex = at
    REST_OF_LINE.test(text)
    return REST_OF_LINE.lastIndex
  }
  const end = text.startsWith('/*', at) ? text.indexOf('*/', at + 2) : -1
  return end < 0 ? undefined : end + 2
}

/** A comma stands behind the last element where it follows a value and nothing but space follows it before a bracket. */
function withoutLastCommas(text: string): string {
  const commas: Span[] = []
  let isBehindValue = false
  let comma: number | undefined
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) continue
    if (isClosing(code) && comma !== undefined) commas.push([comma, comma + 1])
    comma = code === COMMA && isBehindValue ? at : undefined
    isBehindValue = code !== COMMA && code !== COLON && !isOpening(code)
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
