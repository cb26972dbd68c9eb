import { parseInstant } from '../game/kernel/instant.ts'

/** Whole numbers below this are entry numbers. From this on they are UNIX timestamps, those of 2001 and later. */
const TIME_STAMPS_FROM = 1_000_000_000

/** Where a reader of the history begins or ends: an entry number, or a game time in ms. */
export type HistoryPosition = { readonly seq: number } | { readonly at: number }

/** Parses a history position: the number of an entry, or a time. Returns undefined for any other text. Spec 6.6. */
export function parseHistoryPosition(text: string): HistoryPosition | undefined {
  if (/^\d+$/.test(text) && Number(text) < TIME_STAMPS_FROM) return { seq: Number(text) }
  const at = Number(text) < TIME_STAMPS_FROM ? undefined : parseInstant(text)
  return at === undefined ? undefined : { at }
}
