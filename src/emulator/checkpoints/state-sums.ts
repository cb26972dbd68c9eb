import { TimeSlice } from '../../async/time-slice.ts'
import type { GameState } from '../../game/game-state.ts'
import { checksum } from '../../storage/checksum.ts'
import type { EntryFollower } from '../session/entry-follower.ts'
import { kinds } from './state-records.ts'

/** The checksum of a state after an entry. It leaves out what each machine forgets when it drops old history. */
export interface StateSum {
  readonly seq: number
  readonly sum: number
}

/** What gets the checksums of a runtime. */
export interface StateSumming {
  /** The least number of entries between two checksums. */
  readonly every?: number | undefined
  readonly onSum: (sum: StateSum) => void
}

/** A checksum takes as long as some thousand entries, and longer with many players. */
const EVERY = 10_000

/**
 * Computes checksums of the state after entries whose numbers depend on the history alone, so that machines that have the
 * same history can compare them. It works while the game goes on, and leaves a checksum out if the one before is not done.
 */
export class StateSums implements EntryFollower {
  readonly #state: GameState
  readonly #summing: StateSumming
  #isBusy = false

  constructor(state: GameState, summing: StateSumming) {
    this.#state = state
    this.#summing = summing
  }

  onEntry(): void {
    const { seq, players } = this.#state
    let every = this.#summing.every ?? EVERY
    while (every < players.index.size) every *= 2
    if (seq % every !== 0 || this.#isBusy) return
    this.#isBusy = true
    void stateSum(this.#state)
      .then((sum) => this.#summing.onSum({ seq, sum }))
      .finally(() => (this.#isBusy = false))
  }
}

/** Returns the checksum of the present state. The state can change meanwhile, because records are replaced and never changed. */
export async function stateSum(state: GameState): Promise<number> {
  const { seed, design, clock, deployment } = state
  const held = kinds.map((kind) => ({ kind, records: kind.hold(state) }))
  let sum = checksum(JSON.stringify([seed, design, clock, deployment.label]))
  const slice = new TimeSlice()
  for (const { kind, records } of held)
    for (const record of records) {
      const stable = kind.stays ? kind.stays(record) : record
      if (stable !== undefined) sum = checksum(`${sum} ${kind.name} ${JSON.stringify(stable)}`)
      if (slice.over) await slice.next()
    }
  return sum
}
