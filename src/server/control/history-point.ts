import { fault, type Fault } from '../../game/kernel/fault.ts'
import { parseHistoryPoint, type HistoryPoint } from '../../interface/history-point.ts'

/** The place in a history that a text names, which stands in the field `name`. Spec 6.6. */
export function historyPointIn(name: string, text: string): Fault | HistoryPoint {
  const message = `The '${name}' parameter is neither the number of an entry nor a valid date`
  return parseHistoryPoint(text) ?? fault('invalid_date', { message })
}
