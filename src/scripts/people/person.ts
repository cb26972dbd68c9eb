import { draw } from '../../game/kernel/randomness.ts'
import { namings } from './names.ts'

/** A generated player, with the fields of the call that creates one. */
export interface Person {
  readonly id: string
  readonly alias: string
  readonly email: string
}

/** Reserved domains, so that the addresses reach nobody. */
const mailDomains = ['example.com', 'example.net', 'example.org'] as const

/** The base of the numbers in ids. */
const BASE = 36

/**
 * The length of the tag in ids that distinguishes the players of one seed from those of another. Its first character is
 * a letter. Two of thousands of seeds hardly ever have the same tag.
 */
const TAG_LENGTH = 6

/** The generated players of a seed. They are always the same, and are numbered from 0. */
export interface People {
  at(index: number): Person
  /** Returns the number of the player with an id; undefined if the id does not belong to this seed. */
  indexOf(id: string): number | undefined
}

/** Generates the players of a seed. */
export function peopleOf(seed: string): People {
  const tag = tagOf(seed)
  const at = (index: number): Person => {
    const choose = <T>(list: readonly T[], which: string): T => pick(list, seed, index, which)
    const { given: allGiven, family: allFamily, whole } = choose(namings, 'naming')
    const given = choose(allGiven, 'given')
    const family = choose(allFamily, 'family')
    const id = `${given.plain}-${family.plain}-${tag}${index.toString(BASE)}`
    const alias = whole(given.written, family.written)
    return { id, alias, email: `${id}@${choose(mailDomains, 'mail')}` }
  }
  return {
    at,
    indexOf(id) {
      const code = id.slice(id.lastIndexOf('-') + 1)
      if (!code.startsWith(tag)) return undefined
      const index = Number.parseInt(code.slice(TAG_LENGTH), BASE)
      return Number.isSafeInteger(index) && at(index).id === id ? index : undefined
    },
  }
}

function tagOf(seed: string): string {
  const [first, ...rest] = Array.from({ length: TAG_LENGTH }, (_, i) => drawFor(seed, i, 'tag'))
  const letter = 10 + Math.floor((first ?? 0) * (BASE - 10))
  return [letter, ...rest.map((share) => Math.floor(share * BASE))].map((digit) => digit.toString(BASE)).join('')
}

function pick<T>(list: readonly T[], seed: string, index: number, which: string): T {
  return list[Math.floor(drawFor(seed, index, which) * list.length)] as T
}

/** Returns a pseudo-random number from 0 (inclusive) to 1 (exclusive) for a number and a purpose. */
export function drawFor(seed: string, number: number, which: string): number {
  return draw({ seed, player: '', subject: 'people', play: number, which })
}
