import type { DesignAfterRestore } from '../../emulator/time-travel/kept-timeline.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { parseHistoryPosition, type HistoryPosition } from '../../interface/history-position.ts'
import type { Fields } from '../query.ts'

/** Reads a flag of a query, `otherwise` if the query does not have it. Returns a fault for any other text. */
export function flagIn(query: Fields, name: string, otherwise: boolean): Fault | boolean {
  const text = query[name]
  if (text === undefined) return otherwise
  if (/^(true|1)$/.test(text)) return true
  if (/^(false|0)$/.test(text)) return false
  return fault('invalid_request', { message: `The '${name}' parameter must be true or false` })
}

/** Reads `with_design`: the design that a restored game runs. It is undefined if the query does not have it. Spec 6.6. */
export function designIn(query: Fields): Fault | { readonly design: DesignAfterRestore | undefined } {
  const { with_design: text } = query
  if (text === undefined || text === 'recorded' || text === 'current') return { design: text }
  return fault('invalid_request', { message: "The 'with_design' parameter must be one of: recorded, current" })
}

/** Reads how a snapshot is restored: `with_design`, and `snapshot=false` for no automatic snapshot before. Spec 6.6. */
export function restoreOptionsIn(query: Fields) {
  const chosen = designIn(query)
  if (isFault(chosen)) return chosen
  const isSaved = flagIn(query, 'snapshot', true)
  return isFault(isSaved) ? isSaved : { ...chosen, isSaved }
}

/** Reads an entry number or a time from the field `name`. Spec 6.6. */
export function historyPositionIn(name: string, text: string): Fault | HistoryPosition {
  const message = `The '${name}' parameter is neither the number of an entry nor a valid date`
  return parseHistoryPosition(text) ?? fault('invalid_date', { message })
}

/** Reads the number of an entry; 0 if the query does not have it. Returns a fault for any other text. */
export function entryIn(query: Fields, name: string): Fault | number {
  const text = query[name] ?? '0'
  if (/^\d{1,15}$/.test(text)) return Number(text)
  return fault('invalid_request', { message: `The '${name}' parameter must be the number of an entry` })
}
