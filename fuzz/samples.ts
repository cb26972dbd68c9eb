import { askOf, pathOf } from '../test/contract/success-case.ts'
import { successCases } from '../test/contract/success-cases.ts'
import type { Facts } from '../test/contract/world.ts'
import type { Ask } from '../test/support/http.ts'

/** A request that is answered 200 in a game that has just begun. */
export interface Sample {
  readonly path: string
  readonly ask: Ask
}

/** Those of the contract's table of successes, by route. */
export function samplesFor(facts: Facts): ReadonlyMap<string, readonly Sample[]> {
  const samples = new Map<string, Sample[]>()
  for (const success of successCases)
    for (const route of success.routes) {
      const sample = { path: pathOf(success, route, facts), ask: askOf(success, route, facts) }
      samples.set(route, [...(samples.get(route) ?? []), sample])
    }
  return samples
}
