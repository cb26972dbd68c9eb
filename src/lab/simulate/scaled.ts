import type { Expectation, Group, Simulation } from './simulation.ts'

/**
 * Returns a simulation with this number of players in all. The groups keep their shares as well as whole numbers allow, by
 * largest remainder, and have at least one player each. Spec 7.1 `--players`.
 */
export function withPlayers(simulation: Simulation, players: number): Simulation {
  const { groups } = simulation
  const all = groups.reduce((sum, group) => sum + group.players, 0)
  const shares = groups.map((group) => (group.players * players) / all)
  const counts = shares.map((share) => Math.max(1, Math.floor(share)))
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  let left = players - counts.reduce((sum, count) => sum + count, 0)
  for (const { index } of byRemainder) {
    if (left <= 0) break
    // A group that was raised to one player has its remainder already.
    if ((shares[index] ?? 0) < 1) continue
    counts[index] = (counts[index] ?? 0) + 1
    left -= 1
  }
  return { ...simulation, groups: groups.map((group, i): Group => ({ ...group, players: counts[i] ?? 1 })) }
}

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
