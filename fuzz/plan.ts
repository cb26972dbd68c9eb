import { draftOf, type Draft } from './draft.ts'
import type { Known } from './known.ts'
import { chooseMutations, mutated, type Chosen } from './mutations/all.ts'
import { randomFrom, seedOf, type Random } from './random.ts'
import { allTargets, type Target } from './targets.ts'

/** One request of a run, before it is put together. */
export interface Planned {
  readonly number: number
  readonly target: Target
  readonly chosen: readonly Chosen[]
  /** Written on a connection as bytes, and not sent through the handler. */
  readonly raw: boolean
  /** What its bytes draw from, where it is raw. */
  readonly random: Random
  /** The request with some of its damages. */
  readonly draft: (known: Known, chosen: readonly Chosen[]) => Draft
}

/** One of so many requests goes over a socket. */
const RAW_EVERY = 50

/** A target that ends the whole game is asked once in so many turns of all. */
const WHOLESALE_EVERY = 20

/** What a run is to send. */
export interface Plan {
  /** `POST /v2/admin/players`, by which a target is told. */
  readonly targets: readonly Target[]
  readonly at: (number: number) => Planned
}

const { all, named } = allTargets()

/**
 * The requests of a seed: every target once a turn, in another order each turn. `row` keeps to the targets whose id has it
 * within.
 */
export function planOf(seed: number, row = ''): Plan {
  const targets = all.filter(({ id }) => id.includes(row))
  if (targets.length === 0) throw new Error(`no route has '${row}' in its name`)
  const ordinary = targets.filter(({ wholesale }) => wholesale !== true)
  let turn = -1
  let order: readonly Target[] = []
  const orderOf = (asked: number): readonly Target[] => {
    if (asked !== turn) order = shuffled(targets, randomFrom(seedOf(seed, asked)))
    turn = asked
    return order
  }
  const targetAt = (number: number): Target => {
    const asked = Math.floor(number / targets.length)
    const target = orderOf(asked)[number % targets.length] as Target
    const another = ordinary[number % ordinary.length]
    return target.wholesale && another && asked % WHOLESALE_EVERY !== 0 ? another : target
  }
  return {
    targets,
    at: (number) => {
      const target = targetAt(number)
      const random = randomFrom(seedOf(seed ^ 0x5f, number))
      const draftSeed = random.seed()
      // Rows alone: what does not end, or takes the game away, does so for the requests beside it too.
      const raw =
        number % RAW_EVERY === RAW_EVERY - 1 && target.faults !== undefined && !target.path.endsWith('/logout')
      return {
        number,
        target,
        chosen: raw ? [] : chooseMutations(random),
        raw,
        random,
        draft: (known, chosen) => mutated(draftOf(target, draftSeed, known, named), chosen, known),
      }
    },
  }
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const rest = [...items]
  return items.map(() => rest.splice(random.below(rest.length), 1)[0] as T)
}
