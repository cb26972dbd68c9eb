import { type Fault, fault, invalid } from '../game/kernel/fault.ts'
import { isRecord, MAX_DEPTH } from '../game/kernel/json-value.ts'

/** The fields of a JSON body. */
export interface JsonBody {
  readonly value: Readonly<Record<string, unknown>>
}

/** The source of JSON: a whole body, or a line of one. */
type Source = 'body' | 'line'

/** Parses JSON. An empty text and `[]` mean no fields. Every other value that is not an object is refused. Spec 5.1, 5.2. */
export function parseJsonBody(text: string, source: Source = 'body'): Fault | JsonBody {
  if (text.trim() === '') return { value: {} }
  // Each level takes two brackets, so a short body cannot be too deep.
  const deep = text.length > 2 * MAX_DEPTH ? depthFault(text, source) : undefined
  if (deep) return deep
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return text.startsWith(BYTE_ORDER_MARK)
      ? byteOrderMarkFault(source)
      : notJson(source, (error as SyntaxError).message)
  }
  return bodyIn(value, source)
}

/** Checks a body that is parsed already. */
export function bodyIn(value: unknown, source: Source = 'body'): Fault | JsonBody {
  if (isRecord(value)) return { value }
  if (Array.isArray(value) && value.length === 0) return { value: {} }
  return invalid([{ path: '', message: `the ${source} must be a JSON object` }])
}

/** Returns the fault of a text that is not JSON. */
export function notJson(source: Source, message: string): Fault {
  return fault('invalid_json', source === 'line' ? { what: source, message } : { message })
}

const BYTE_ORDER_MARK = '\ufeff'

/** Returns the fault of a text that starts with a byte order mark, which JSON does not allow. */
export const byteOrderMarkFault = (source: Source): Fault =>
  notJson(source, 'it starts with a byte order mark; send UTF-8 without one')

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Returns the fault of a text that is nested deeper than `MAX_DEPTH`. It is found before the text is parsed, which would take long. */
function depthFault(text: string, source: Source): Fault | undefined {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) inString = !inString
    else if (inString) i += code === BACKSLASH ? 1 : 0
    else if (code === OPEN_LIST || code === OPEN_OBJECT) deepest = Math.max(deepest, ++depth)
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  if (deepest <= MAX_DEPTH) return undefined
  if (depth !== 0) return notJson(source, 'it ends before every bracket is closed')
  return invalid([{ path: '', message: `the ${source} is nested more than ${MAX_DEPTH} levels deep` }])
}
