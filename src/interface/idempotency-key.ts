import { MAX_KEY_LENGTH } from '../game/kernel/entry.ts'

/** What an idempotency key must be. Spec 5.7. */
export const IDEMPOTENCY_KEY_RULE = `must have 1 to ${MAX_KEY_LENGTH} characters of ASCII`

/** Whether a value can be the key of a call: a header must be able to carry it. */
export const isIdempotencyKey = (key: unknown): key is string =>
  typeof key === 'string' && key.length <= MAX_KEY_LENGTH && /^[\x20-\x7e]+$/.test(key)
