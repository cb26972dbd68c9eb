import { faultBody, type Fault } from '../kernel/fault.ts'
import type { Reevaluation } from '../kernel/reevaluation-answer.ts'
import { valueDelta } from '../metrics/score.ts'
import type { RuleFollowed } from './shapes.ts'

/**
 * The maximum number of different changes that are listed. Players with other changes are only counted in the total.
 */
const MAX_CHANGES = 1000

/** Counts what rules change for players, one player at a time. */
export class ReevaluationTally {
  #players = 0
  readonly #levels = new Counts<{ readonly rule: string; readonly from: string | null; readonly to: string | null }>()
  readonly #achievements = new Counts<{ readonly rule: string }>()
  readonly #failed: { players: number; why: string | null } = { players: 0, why: null }

  /** Counts the changes of one player. Returns whether there are any. */
  add(events: readonly RuleFollowed[]): boolean {
    if (events.length === 0) return false
    this.#players += 1
    const of = (kind: RuleFollowed['event']) => events.filter(({ event }) => event === kind)
    this.#levels.add(of('level').map(levelChangeOf))
    this.#achievements.add(of('achievement').map(({ rule: { id: rule } }) => ({ rule })))
    return true
  }

  /** Counts a player whose rules cannot be computed. */
  fail(why: Fault): void {
    this.#failed.players += 1
    this.#failed.why ??= faultBody(why).error_description
  }

  /** Returns a new tally with the same failures and no changes. */
  failuresOnly(): ReevaluationTally {
    const other = new ReevaluationTally()
    Object.assign(other.#failed, this.#failed)
    return other
  }

  /** Returns the counts as an answer. */
  answer(isDryRun: boolean): Reevaluation {
    const { players, why } = this.#failed
    return {
      dry_run: isDryRun,
      players: this.#players,
      levels: this.#levels.answer(),
      achievements: this.#achievements.answer(),
      failed: { players, error_description: why },
    }
  }
}

function levelChangeOf({ rule, changes }: RuleFollowed) {
  const change = changes.find(({ metric }) => metric.type === 'state')
  const { old: from, new: to } = change ? valueDelta(change) : { old: null, new: null }
  return { rule: rule.id, from, to }
}

/** The number of players for each change, and in total. */
class Counts<T extends object> {
  #players = 0
  readonly #changes = new Map<string, T & { players: number }>()

  /** Counts the changes of one player. */
  add(changes: readonly T[]): void {
    if (changes.length > 0) this.#players += 1
    for (const change of changes) {
      const key = JSON.stringify(change)
      const counted = this.#changes.get(key)
      if (counted) counted.players += 1
      else if (this.#changes.size < MAX_CHANGES) this.#changes.set(key, { ...change, players: 1 })
    }
  }

  answer(): { players: number; changes: (T & { players: number })[] } {
    const changes = [...this.#changes.values()].toSorted((a, b) => b.players - a.players)
    return { players: this.#players, changes: changes.map((change) => ({ ...change })) }
  }
}
