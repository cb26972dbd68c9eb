import { createHash } from 'node:crypto'
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'
import { knowsTag } from './entity-tags.ts'

/** What is answered again and again, and stays the same as long as the program runs. */
export interface Kept {
  readonly type: string
  readonly body: Buffer
  readonly etag: string
}

/** Keeps what is to be answered. */
export function kept(type: string, body: Buffer): Kept {
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

/** The answer, or 304 where the caller has it by an entity tag of its `If-None-Match`; to be asked for each time. */
export function keptAnswer({ type, body, etag }: Kept, call: Call): Answer {
  const headers = { etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
  if (knowsTag(call.header('if-none-match'))(etag)) return { status: 304, type, body: '', headers }
  return { status: 200, type, body, headers }
}
