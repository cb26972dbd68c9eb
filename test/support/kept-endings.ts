import type { Ending, RevokedTokenStore } from '../../src/auth/ended-logins.ts'

/** A store of ended logins in memory. */
export interface KeptEndings extends RevokedTokenStore {
  /** Everything that is kept now. */
  readonly now: () => readonly Ending[]
  /** How often something was added, and everything replaced. */
  readonly writes: { add: number; replace: number }
  /** What the next writes fail with. */
  failure: Error | undefined
}

/** Keeps ended logins for a next run in the same test, those that it is made with first. */
export function keptEndings(found: readonly Ending[] = []): KeptEndings {
  let kept = [...found]
  const store: KeptEndings = {
    found,
    now: () => kept,
    writes: { add: 0, replace: 0 },
    failure: undefined,
    add: async (ending) => {
      if (store.failure) throw store.failure
      store.writes.add += 1
      kept.push(ending)
    },
    replace: async (endings) => {
      if (store.failure) throw store.failure
      store.writes.replace += 1
      kept = [...endings()]
    },
  }
  return store
}
