import type { EntryWatcher } from '../src/emulator/session/entry-watcher.ts'
import { LiveChecks } from '../src/lab/check/live-checks.ts'

const compared = (lhs: string, operator: string, rhs: string) => ({
  always: { type: 'var', context: { lhs: `$scores.${lhs}`, operator, rhs } },
})

/** Ten checks that hold in the measured game. Most of them are evaluated after each play. */
export const tenChecks: readonly object[] = [
  { id: 'xp-not-negative', ...compared('xp', 'ge', '0') },
  { id: 'coins-not-negative', ...compared('coins', 'ge', '0') },
  { id: 'karma-not-negative', ...compared('karma', 'ge', '0') },
  { id: 'coins-below-xp', ...compared('coins', 'le', '$scores.xp') },
  { id: 'xp-only-grows', never_falls: 'xp' },
  { id: 'coins-only-grow', never_falls: 'coins' },
  { id: 'rank-only-grows', never_falls: 'rank' },
  { id: 'tier-only-grows', never_falls: 'tier' },
  { id: 'xp-in-an-hour', at_most: { metric: 'xp', gain: '1000000000000', within: '1h' } },
  { id: 'coins-in-a-day', at_most: { metric: 'coins', gain: '1000000000000', within: '1d' } },
]

/** Returns what watches the measured game for ten checks. Throws if one of them is wrong or violated. */
export function liveChecks(): EntryWatcher {
  const fail = (what: unknown): never => {
    throw new Error(`the checks of the bench fail: ${JSON.stringify(what)}`)
  }
  const file = { path: '/checks/bench.json', value: tenChecks, positionsOf: () => [] }
  return new LiveChecks({ project: '/', files: [file], problems: [] }, () => 0, {
    onViolation: fail,
    onProblems: (_, problems) => fail(problems),
    warn: fail,
  }).watcher('staging')
}
