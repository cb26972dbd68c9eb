import type { Draft } from '../draft.ts'
import type { Known } from '../known.ts'
import { randomFrom, type Random } from '../random.ts'
import type { Mutations } from './mutation.ts'
import { bodyMutations } from './of-body.ts'
import { byteMutations } from './of-bytes.ts'
import { headMutations } from './of-head.ts'
import { pathMutations } from './of-path.ts'
import { queryMutations } from './of-query.ts'

const all: Mutations = { ...bodyMutations, ...byteMutations, ...queryMutations, ...pathMutations, ...headMutations }

/** By part of a request, since what hits the body goes deepest. */
const parts = [
  bodyMutations,
  bodyMutations,
  bodyMutations,
  byteMutations,
  queryMutations,
  queryMutations,
  pathMutations,
  headMutations,
]

/** One damage that was chosen, and what it draws from: it does the same wherever it is done, and whatever is done beside it. */
export interface Chosen {
  readonly name: string
  readonly seed: number
}

/** Some damages, one to three mostly; none now and then, so that the game goes on. */
export function chooseMutations(random: Random): readonly Chosen[] {
  const count = random.pick([0, 1, 1, 1, 1, 1, 2, 2, 3])
  return Array.from({ length: count }, () => {
    const name = random.pick(Object.keys(random.pick(parts)))
    return { name, seed: random.seed() }
  })
}

/** The request with the damages done that it has a part for. */
export function mutated(draft: Draft, chosen: readonly Chosen[], known: Known): Draft {
  return chosen.reduce((so, { name, seed }) => all[name]?.(so, randomFrom(seed), known) ?? so, draft)
}
