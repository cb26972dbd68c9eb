import { type Fault, invalid } from '../game/kernel/fault.ts'
/** The name of the only field that a form with an image has. Spec 1 and 2, "multipart form". */
const FIELD = 'file'

/** The maximum size of the headers of a part. */
const MAX_PART_HEAD_BYTES = 8 * 1024

/** The maximum length of the name of an unknown field in a message. */
const MAX_NAME_LENGTH = 64

const NEW_LINE = Buffer.from('\r\n')
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST = Buffer.from('--')

/** A part of a form: the name of its field, and the index where its content begins. */
interface PartHead {
  readonly name: string
  readonly contentAt: number
}

/**
 * Returns the bytes of the file in a form that has only this one field (RFC 7578). They are not copied. Only one part
 * is read, so a form of many parts costs no more than one. `Response.formData()` and busboy read every part, which
 * takes more than a second for 100,000 of them, and `formData()` decodes a file without a file name as text.
 */
export function fileInForm(contentType: string | undefined, body: Buffer): Fault | Buffer {
  if (contentType === undefined && body.length === 0) return missing
  const boundary = boundaryOf(contentType ?? '')
  if (boundary === undefined) return otherType(contentType)
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const first = afterDelimiter(body, afterPreamble(body, delimiter))
  if (first === undefined) return broken('it does not begin with its boundary')
  if (first === 'last') return missing
  const part = partAt(body, first)
  if ('fault' in part) return part
  if (part.name !== FIELD) return unknownField(part.name)
  const end = body.indexOf(delimiter, part.contentAt)
  const next = afterDelimiter(body, end < 0 ? undefined : end + delimiter.length)
  if (next === undefined) return broken('it does not end with its boundary')
  if (next !== 'last') return secondPart(body, next)
  return end === part.contentAt ? missing : body.subarray(part.contentAt, end)
}

const problem = (path: string, message: string): Fault => invalid([{ path, message }])
const missing = problem(FIELD, 'the form must contain an image')
const broken = (why: string): Fault => problem('', `the multipart form cannot be read: ${why}`)
const unknownField = (name: string): Fault =>
  problem(name.slice(0, MAX_NAME_LENGTH), `unknown field; the form has one field, '${FIELD}'`)

function otherType(contentType: string | undefined): Fault {
  const found = contentType === undefined ? 'no content type' : `'${contentType.slice(0, MAX_NAME_LENGTH)}'`
  return problem('', `must be a form of type multipart/form-data with a boundary, not ${found}`)
}

function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** Returns the index after the first delimiter, which can have a preamble before it, or undefined if there is none. */
function afterPreamble(body: Buffer, delimiter: Buffer): number | undefined {
  const bare = delimiter.subarray(NEW_LINE.length)
  if (body.subarray(0, bare.length).equals(bare)) return bare.length
  const at = body.indexOf(delimiter)
  return at < 0 ? undefined : at + delimiter.length
}

/**
 * Returns the index of the part after a delimiter, or 'last' after the last one, or undefined if the form is broken.
 */
function afterDelimiter(body: Buffer, at: number | undefined): number | 'last' | undefined {
  if (at === undefined) return undefined
  if (body.subarray(at, at + LAST.length).equals(LAST)) return 'last'
  let end = at
  // Spaces can follow a delimiter on its line.
  while (body[end] === 0x20 || body[end] === 0x09) end += 1
  return body.subarray(end, end + NEW_LINE.length).equals(NEW_LINE) ? end + NEW_LINE.length : undefined
}

function partAt(body: Buffer, at: number): Fault | PartHead {
  const head = body.subarray(at, at + MAX_PART_HEAD_BYTES)
  const end = head.indexOf(HEAD_END)
  if (end < 0) return broken(`the headers of a part do not end within ${MAX_PART_HEAD_BYTES} bytes`)
  const name = fieldName(head.toString('utf8', 0, end))
  if (name === undefined) return broken('a part has no field name')
  return { name, contentAt: at + end + HEAD_END.length }
}

function secondPart(body: Buffer, at: number): Fault {
  const part = partAt(body, at)
  if ('fault' in part) return part
  return part.name === FIELD ? problem(FIELD, 'send one image at a time') : unknownField(part.name)
}

/** Returns the field name in the `Content-Disposition` of a part. */
function fieldName(head: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(head)?.[1] ?? ''
  // Every parameter is matched, so that a quoted file name with the text of a name in it is skipped.
  for (const [, key = '', quoted, plain] of disposition.matchAll(/;\s*([^=;\s]+)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g)) {
    if (key.toLowerCase() === 'name') return quoted ?? plain?.trim()
  }
  return undefined
}
