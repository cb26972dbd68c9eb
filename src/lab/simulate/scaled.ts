import type { Expectation, Group, Simulation } from './simulation.ts'

/**
 * Returns a simulation with this number of players in all. The groups keep their shares as well as whole numbers allow, by
 * largest remainder, and have at least one player each, so more groups than players exceed the number. Spec 7.1 `--players`.
 */
export function withPlayers(simulation: Simulation, players: number): Simulation {
  const { groups } = simulation
  const sizes = groups.map((group) => group.players)
  const small = smallOnes(sizes, players)
  const large = [...groups.keys()].filter((index) => !small.has(index))
  const [all, rest] = [sum(large.map((index) => sizes[index] ?? 0)), players - small.size]
  // Products of whole numbers, so that equal remainders are exactly equal.
  const shares = large.map((index) => ({ index, share: (sizes[index] ?? 0) * rest }))
  const counts = new Map(shares.map(({ index, share }) => [index, Math.floor(share / all)]))
  const byRemainder = shares.toSorted((a, b) => (b.share % all) - (a.share % all))
  for (const { index } of byRemainder.slice(0, rest - sum([...counts.values()])))
    counts.set(index, (counts.get(index) ?? 0) + 1)
  return { ...simulation, groups: groups.map((group, i): Group => ({ ...group, players: counts.get(i) ?? 1 })) }
}

/** Returns the groups that have one player because their share is less. They leave fewer for the others. */
function smallOnes(sizes: readonly number[], players: number): ReadonlySet<number> {
  const small = new Set<number>()
  for (let before = -1; before < small.size;) {
    before = small.size
    const all = sum(sizes.filter((_, index) => !small.has(index)))
    const rest = players - before
    for (const [index, size] of sizes.entries()) if (size * rest < all) small.add(index)
  }
  return small
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** Returns a simulation with this number of days, without the expectations of later days. */
export function withDays(simulation: Simulation, days: number): Simulation {
  const expect = simulation.expect.filter((expectation) => dayOf(expectation) <= days)
  return { ...simulation, days, expect }
}

/** Returns the day that an expectation is about; 0 for the last one. */
function dayOf(expectation: Expectation): number {
  if ('day' in expectation) return expectation.day
  return 'by_day' in expectation ? (expectation.by_day ?? 0) : 0
}
