import { add, formatAmount, parseAmount, remainder, subtract } from '../game/kernel/decimal.ts'

/** The opposite of each operator of a comparison. Spec 4.3. */
export const opposite = { eq: 'ne', ne: 'eq', gt: 'le', ge: 'lt', lt: 'ge', le: 'gt' } as const

/** An operator that compares two values. */
type Comparison = keyof typeof opposite

/** By how much a value must exceed the bound of a strict comparison, as a whole number. */
const beyond: ReadonlyMap<Comparison, number> = new Map([
  ['gt', 1],
  ['lt', -1],
])

/**
 * Returns the amount to add to a number so that the comparison holds; negative if the number is too large. For `gt` and
 * `lt`, it is the smallest whole number that is enough. Returns undefined if one of the values is not a number, and for
 * `ne`, which any change fulfils. Spec 6.6 `POST /why-not`.
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
