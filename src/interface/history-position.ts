import { parseInstant } from '../game/kernel/instant.ts'

/** Whole numbers below this are entry numbers, from it on UNIX time stamps: those of 2001 and later. */
const TIME_STAMPS_FROM = 1_000_000_000

/** From where on, or up to where, a history is read: an entry number, or a game time in ms. */
export type HistoryPosition = { readonly seq: number } | { readonly at: number }

/** The place in a history that a text names: an entry by its number, or a time; undefined for any other text. Spec 6.6. */
export function parseHistoryPosition(text: string): HistoryPosition | undefined {
  if (/^\d+$/.test(text) && Number(text) < TIME_STAMPS_FROM) return { seq: Number(text) }
  const at = Number(text) < TIME_STAMPS_FROM ? undefined : parseInstant(text)
  return at === undefined ? undefined : { at }
}
