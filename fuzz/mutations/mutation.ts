import type { Draft } from '../draft.ts'
import type { Known } from '../known.ts'
import type { Random } from '../random.ts'

/** One damage to a request; undefined where it has no such part. */
export type Mutation = (draft: Draft, random: Random, known: Known) => Draft | undefined

/** Damages by name. */
export type Mutations = Readonly<Record<string, Mutation>>
