import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'
import { once } from './once.ts'

/** A document that does not change while the program runs. */
export interface Kept {
  readonly type: string
  readonly body: Buffer
  /** A hash of the body. */
  readonly tag: string
  /** The body as gzip. */
  readonly gzipped: () => Promise<Buffer>
}

/** Keeps a document that is answered repeatedly. */
export function kept(type: string, body: Buffer): Kept {
  let tag: string | undefined
  return {
    type,
    body,
    get tag() {
      return (tag ??= createHash('sha256').update(body).digest('base64url'))
    },
    gzipped: once(() => promisify(gzip)(body)),
  }
}

/** The headers of a call that select the form of a document, or name the one that the caller has. */
const CHOICES = ['accept-encoding', 'if-none-match'] as const

const GZIP = '.gz'

/**
 * Answers a document in a form that the caller accepts, or 304 if the caller already has it by an entity tag of its
 * `If-None-Match`. The caller must ask each time. h3 makes the choice, and is loaded when a document is first
 * requested.
 */
export async function keptAnswer({ type, body, tag, gzipped }: Kept, call: Call): Promise<Answer> {
  const { H3Event, serveStatic } = await import('h3')
  const headers = CHOICES.flatMap((name) => {
    const value = call.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  // The server drops the body of an answer to HEAD, but needs it for the length.
  const event = new H3Event(new Request('http://localhost/document', { headers: Object.fromEntries(headers) }))
  const served = await serveStatic(event, {
    headers: { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
    encodings: { gzip: GZIP },
    indexNames: [],
    getMeta: (id) => (id.endsWith(GZIP) ? { etag: `"${tag}-gzip"`, encoding: 'gzip' } : { etag: `"${tag}"` }),
    getContents: (id) => (id.endsWith(GZIP) ? gzipped() : body),
  })
  // Only what `getContents` returns can be the body.
  const content = (served?.body ?? '') as Buffer | ''
  return { status: served?.status ?? 200, type, body: content, headers: Object.fromEntries(event.res.headers) }
}
