/** Draws that their seed alone determines. */
export interface Random {
  /** A whole number from 0 on, below a bound. */
  readonly below: (bound: number) => number
  /** Whether something comes true that does so once in so many times. */
  readonly oneIn: (times: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
  /** A seed for draws of their own. */
  readonly seed: () => number
}

const WORD = 2 ** 32

/** Draws from a seed of 32 bits: a counter of fixed stride, each count mixed until no bit of it shows. */
export function randomFrom(seed: number): Random {
  let count = seed >>> 0
  const next = (): number => {
    count = (count + 0x9e37_79b9) >>> 0
    return mixed(count)
  }
  const below = (bound: number): number => Math.floor((next() / WORD) * bound)
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (list) => {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[below(list.length)] as (typeof list)[number]
    },
    seed: next,
  }
}

/** The seed of one of many parts of what a seed stands for. */
export const seedOf = (seed: number, part: number): number => mixed((mixed(seed >>> 0) + part) >>> 0)

/** A bijection of 32 bits in which each bit of the input sways all of the output. */
function mixed(word: number): number {
  let bits = word
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0_aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a_2d97)
  return (bits ^ (bits >>> 15)) >>> 0
}
