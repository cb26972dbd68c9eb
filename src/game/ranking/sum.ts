import { add, type Amount } from '../kernel/decimal.ts'

/** A sum with so much more; sums have no more digits than scores: one that would is left as it was. */
export const plus = (sum: Amount, delta: Amount): Amount => add(sum, delta) ?? sum
