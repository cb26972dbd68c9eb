import { draw } from '../../game/kernel/randomness.ts'
import { namings } from './names.ts'

/** A player who is made up, as one is created. */
export interface Person {
  readonly id: string
  readonly alias: string
  readonly email: string
}

/** Places for addresses that lead to nobody, for good. */
const mailDomains = ['example.com', 'example.net', 'example.org'] as const

/** Base in which numbers stand in ids. */
const BASE = 36

/**
 * Letters and digits that tell the people of one seed from those of another, the first a letter: with so many, hardly two
 * among thousands of seeds have the same.
 */
const TAG_LENGTH = 6

/** The people of a seed: the same for ever, by their numbers from 0 on. */
export interface People {
  at(index: number): Person
  /** The number of the one who has an id; undefined where it is no id of theirs. */
  indexOf(id: string): number | undefined
}

/** Makes up the people of a seed. */
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

/** A share from 0 up to 1, drawn for the person or play of a number. */
export function drawFor(seed: string, number: number, which: string): number {
  return draw({ seed, player: '', subject: 'people', play: number, which })
}
