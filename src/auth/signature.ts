import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The HMAC-SHA256 of a text, in base64url. */
export function signatureOf(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Whether two texts are the same, in a time that tells neither where they differ nor how long they are. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
