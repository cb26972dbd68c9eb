/**
 * Hashes a text in two 32-bit lanes, and mixes them at the end so that every input bit affects every output bit. The
 * lanes multiply by the primes of FNV-1a and MurmurHash2, begin with the golden ratio and a constant of MurmurHash3,
 * and are combined with a constant of xxHash. Any odd numbers with well-spread bits would do, but they must never
 * change: all random draws depend on them.
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

/** Mixes 32 bits with the constants that Chris Wellons' hash prospector found (`lowbias32`). */
function mix(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** What a draw is for. The same five values always give the same number, whatever else happens in the game. */
export interface Draw {
  readonly seed: string
  readonly player: string
  /** `action:like`, `trigger:tour/visit` … */
  readonly subject: string
  /** The number of the player's plays of that subject. Reverting a play does not lower it. */
  readonly play: number
  /** Which draw of the play: `own`, or the position of a reward. */
  readonly which: string
}

/**
 * Returns a number from 0 to less than 1, with 53 bits. It is a hash of the draw, not the next number of a shared
 * stream.
 */
export function draw({ seed, player, subject, play, which }: Draw): number {
  const [low, high] = hash(`${seed}\n${player}\n${subject}\n${play}\n${which}`)
  return ((high >>> 5) * 67108864 + (low >>> 6)) / 9007199254740992
}

/** Whether an event with a `probability` from 0 to 1 happens. A certain event needs no draw. */
export function happens(probability: number, key: Draw): boolean {
  return probability >= 1 || (probability > 0 && draw(key) < probability)
}
