import { formWithFile } from '../src/client/create-client.ts'
import { pixel } from '../test/contract/success-parts.ts'
import { encoded, type Draft } from './draft.ts'
import { jsonOf, type Tree } from './tree.ts'

/** Between the parts of a form, where a real one has something that nobody can know before. */
const BOUNDARY = 'between-the-parts'

/** A request as it goes out. */
export interface Sent {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer | undefined
}

/** Puts a request together; `token` is that of its client. */
export function sentOf(draft: Draft, token: string | undefined): Sent {
  const { method, path, query, headers, damages, credentials } = draft
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  const { type, bytes } = contentOf(draft)
  const authorization = credentials.reduce((header, change) => change(header), `Bearer ${token}`)
  return {
    method,
    path: search === '' ? path : `${path}?${search}`,
    headers: [
      ...(token === undefined ? [] : [['authorization', authorization] as const]),
      ...(type === undefined ? [] : [['content-type', type] as const]),
      ...headers,
    ],
    body: bytes && damages.reduce((so, damage) => damage(so), bytes),
  }
}

interface Content {
  readonly type?: string
  readonly bytes?: Buffer
}

function contentOf({ target: { sentAs }, body }: Draft): Content {
  if (sentAs === 'image') return imageForm
  if (body === undefined) return {}
  if (sentAs === 'form') return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(formOf(body)) }
  const isLines = (sentAs === 'lines' || sentAs === 'export') && body.kind === 'list'
  const text = isLines ? body.items.map((item) => `${jsonOf(item)}\n`).join('') : jsonOf(body)
  return { type: 'application/json', bytes: Buffer.from(text) }
}

function formOf(body: Tree): string {
  if (body.kind !== 'object') return jsonOf(body)
  return body.entries
    .map(([name, value]) => `${encoded(name)}=${encoded(jsonOf(value).replace(/^"|"$/g, ''))}`)
    .join('&')
}

const imageForm: Content = (() => {
  const { headers, body } = formWithFile(pixel)
  const type = headers['content-type'] ?? ''
  // The same boundary each time, so that the same seed makes the same bytes.
  const [, boundary = ''] = type.split('boundary=')
  const text = Buffer.from(body).toString('latin1').replaceAll(boundary, BOUNDARY)
  return { type: type.replace(boundary, BOUNDARY), bytes: Buffer.from(text, 'latin1') }
})()

/** The request as the web's fetch takes it; undefined where it cannot say such a thing, which is for raw bytes then. */
export function requestOf({ method, path, headers, body }: Sent, url: string): Request | undefined {
  try {
    const told = new Headers()
    for (const [name, value] of headers) told.append(name, value)
    const hasBody = body !== undefined && !/^(get|head)$/i.test(method)
    return new Request(url + path, { method, headers: told, ...(hasBody && { body: new Uint8Array(body) }) })
  } catch {
    return undefined
  }
}

/** A line of JSON to send it again by; a body that is no text in base64, a very long one cut. */
export function lineOf({ method, path, headers, body }: Sent): string {
  const content = body === undefined ? {} : bodyLine(body)
  return JSON.stringify({ method, path: shortened(path), headers, ...content })
}

const MAX_SHOWN = 3000

const shortened = (text: string): string =>
  text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`

function bodyLine(body: Buffer): object {
  const text = body.toString()
  return Buffer.from(text).equals(body) ? { body: shortened(text) } : { base64: shortened(body.toString('base64')) }
}
