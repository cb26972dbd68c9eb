/** The number of halvings after which an angle has the precision of a double. */
const HALVINGS = 64

/**
 * Returns the t that Student's distribution with these whole degrees of freedom, at least 1, does not exceed in absolute
 * value with this probability: 12.706 for 0.95 and 1. An interval of a mean is t standard errors to both sides.
 *
 * For whole degrees of freedom the probability is a finite sum of positive terms in the angle atan(t / √degrees)
 * (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4), and grows with the angle, which is
 * found by halving its range.
 */
export function studentT(probability: number, degrees: number): number {
  let [low, high] = [0, Math.PI / 2]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const angle = (low + high) / 2
    if (probabilityWithin(angle, degrees) < probability) low = angle
    else high = angle
  }
  return Math.sqrt(degrees) * Math.tan((low + high) / 2)
}

/** Returns the probability that the absolute value of t is at most √degrees · tan(angle). */
function probabilityWithin(angle: number, degrees: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const isOdd = degrees % 2 === 1
  let term = isOdd ? cosine : 1
  let sum = 0
  // Each term is the one before times cos² · 1/2, 3/4, 5/6 …, or times cos² · 2/3, 4/5, 6/7 … for odd degrees.
  for (let power = isOdd ? 1 : 0; power < degrees - 1; power += 2) {
    sum += term
    term *= (cosine * cosine * (power + 1)) / (power + 2)
  }
  return isOdd ? ((angle + sine * sum) * 2) / Math.PI : sine * sum
}
