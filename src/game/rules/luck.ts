import { draw, type Draw } from '../kernel/randomness.ts'
import type { Luck } from './give.ts'
import type { Observer } from './observer.ts'

/** The luck of one play of a subject; each draw is told to the observer. Spec 4.5. */
export function luckOf(of: Omit<Draw, 'which'>, observer: Observer | undefined): Luck {
  return (part, which) => {
    // Most are certain, and take no look at what they would be drawn for.
    if (part.probability >= 1) return true
    const drawn = draw({ ...of, which })
    const held = drawn < part.probability
    observer?.drew(part, drawn, held)
    return held
  }
}
