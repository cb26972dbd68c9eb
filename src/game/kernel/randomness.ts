/**
 * Two 32-bit lanes of a multiplicative string hash, mixed at the end so that every input bit reaches every output bit.
 * The lanes multiply by the primes of FNV-1a and MurmurHash2, begin at the golden ratio and at a constant of MurmurHash3,
 * and meet by one of xxHash's; any odd numbers with well-spread bits would do, but none may ever change: luck hangs on them.
 */
function hash(text: string): readonly [number, number] {
  let low = 0x9e3779b9
  let high = 0x85ebca6b
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x5bd1e995)
    high = (high << 13) | (high >>> 19)
  }
  return [mix(low ^ (high >>> 7)), mix(high + Math.imul(low, 0x27d4eb2f))]
}

/** A finalizer of 32 bits with the constants that Chris Wellons' hash prospector found (`lowbias32`). */
function mix(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** What a draw is drawn for: the same five give the same number for ever, whatever else happens in the game. */
export interface Draw {
  readonly seed: string
  readonly player: string
  /** `action:like`, `trigger:tour/visit` … */
  readonly subject: string
  /** The player's own count of plays of that subject, which no revert lowers. */
  readonly play: number
  /** Which draw of the play: `own`, or the place of a reward. */
  readonly which: string
}

/** A number from 0 up to 1, of 53 bits, by hash and not by a shared stream. */
export function draw({ seed, player, subject, play, which }: Draw): number {
  const [low, high] = hash(`${seed}\n${player}\n${subject}\n${play}\n${which}`)
  return ((high >>> 5) * 67108864 + (low >>> 6)) / 9007199254740992
}

/** Whether a chance of `probability` (0 to 1) comes true; a certain one is not drawn. */
export function comesTrue(probability: number, of: Draw): boolean {
  return probability >= 1 || (probability > 0 && draw(of) < probability)
}
