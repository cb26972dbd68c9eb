import { add, formatAmount, parseAmount, remainder, subtract } from '../game/kernel/decimal.ts'

/** What compares as an operator does not. Spec 4.3. */
export const opposite = { eq: 'ne', ne: 'eq', gt: 'le', ge: 'lt', lt: 'ge', le: 'gt' } as const

/** How a value is compared with another. */
type Comparison = keyof typeof opposite

/** The amount by which a strict comparison has to be exceeded, as a whole number. */
const beyond: ReadonlyMap<Comparison, number> = new Map([
  ['gt', 1],
  ['lt', -1],
])

/**
 * The amount to add to a number so that it compares with another as it should; negative if there is too much. For `gt` and
 * `lt`, it is the smallest whole number that is enough. Undefined if one of them is not a number, and for `ne`, which any
 * change fulfils. Spec 6.6 `POST /why-not`.
 */
export function missingAmount(has: string, operator: Comparison, needs: string): string | undefined {
  const [from, to] = [parseAmount(has), parseAmount(needs)]
  if (from === undefined || to === undefined || operator === 'ne') return undefined
  const difference = subtract(to, from)
  if (difference === undefined) return undefined
  const step = beyond.get(operator)
  const missing =
    step === undefined ? difference : add(subtract(difference, remainder(difference, 1) ?? 0) ?? difference, step)
  return missing === undefined ? undefined : formatAmount(missing)
}
