import { formatAmount, type Amount } from '../../game/kernel/decimal.ts'
import { numberIn } from '../../game/kernel/formula.ts'
import { findPlayer } from '../../game/players/state.ts'
import { judge } from '../../game/rules/judge.ts'
import { createObserver } from '../../game/rules/observer.ts'
import { observedBy } from '../../game/rules/reading.ts'
import type { WatchedCheck } from './check.ts'
import { WatchedReading } from './reading.ts'
import type { Trial } from './trial.ts'
import type { Watch } from './watch.ts'

/**
 * Returns how far a game is from violating a check: the gap of the nearest comparison, or what is missing of a gain, of the
 * nearest player, or the least rise of what may not fall. Infinity if nothing says.
 */
export function distanceTo(check: WatchedCheck, trial: Trial, players: readonly string[], watch: Watch): number {
  switch (check.kind) {
    case 'never_falls':
      return watch.leastRise(check.id)
    case 'at_most':
      return Math.min(...players.map((player) => Number(check.gain) - Number(watch.gainOf(check.id, player))))
    case 'always':
      return Math.min(...players.map((player) => gapOf(check, trial, player)))
  }
}

function gapOf({ requires }: Extract<WatchedCheck, { kind: 'always' }>, trial: Trial, id: string): number {
  const { state, design, at } = trial.game
  const player = findPlayer(state.players, id)
  if (!player) return Infinity
  let gap = Infinity
  const observer = createObserver({
    judged: (_, __, found, against) => {
      if (found === undefined || against === undefined) return
      const [a, b] = [numberIn(found), numberIn(against)]
      if (a !== undefined && b !== undefined) gap = Math.min(gap, Math.abs(numeric(a) - numeric(b)))
    },
  })
  const reading = new WatchedReading(design).at(player, state, at + trial.zoneOffsetMs)
  judge(requires, observedBy(observer, reading))
  return gap
}

const numeric = (amount: Amount): number => Number(formatAmount(amount))
