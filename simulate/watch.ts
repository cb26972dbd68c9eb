import type { Runtime } from '../src/emulator/runtime.ts'
import type { GameState, RuntimeName } from '../src/game/game-state.ts'
import { formatAmount, type Amount } from '../src/game/kernel/decimal.ts'
import { namedEntries } from '../src/game/kernel/name-map.ts'
import type { Scores } from '../src/game/metrics/score.ts'
import { findPlayer } from '../src/game/players/state.ts'
import { Flows } from './flows.ts'
import { Violation } from './invariant.ts'
import type { Known } from './known.ts'
import { Ledger } from './ledger.ts'

/** Follows the history of a runtime, and holds what its state says against what its events say. */
export class Watch {
  readonly name: RuntimeName
  readonly flows = new Flows()
  ledger: Ledger
  /** The last entry that was looked at. */
  seq: number
  readonly #known: Known

  constructor(known: Known) {
    const { name, state } = known.runtime
    this.name = name
    this.#known = known
    this.ledger = ledgerOf(state)
    this.seq = state.seq
  }

  /** Takes in what has happened since; the scores of all whom it touched are the sum of their events. */
  async look(): Promise<void> {
    const { runtime } = this.#known
    if (runtime.state.seq === this.seq) return
    for await (const entry of runtime.history({ since: { seq: this.seq + 1 } })) {
      if (entry.seq !== this.seq + 1) throw new Violation('no entry is missing', this.seq + 1, entry.seq)
      const mismatch = this.ledger.take(entry)
      if (mismatch)
        throw new Violation(`scores are the sum of their events: ${mismatch.what}`, mismatch.expected, mismatch.found)
      this.flows.take(entry)
      this.seq = entry.seq
    }
    this.#checkTouched(runtime)
    this.flows.check(runtime.state)
  }

  /** All scores of all players are the sum of their events. */
  checkAll(): void {
    const { state } = this.#known.runtime
    const there = state.players.records.flatMap((player) => (player ? [player.id] : []))
    const missing = there.find((id) => !this.ledger.scores.has(id))
    const gone = [...this.ledger.scores.keys()].find((id) => !findPlayer(state.players, id))
    if (missing !== undefined) throw new Violation('every player was made by an event', 'an event', missing)
    if (gone !== undefined) throw new Violation('no player goes without an event', gone, 'nobody')
    for (const id of there) this.#checkPlayer(state, id)
    this.flows.checkAll(state)
  }

  /** The game has become another one: what it is now is taken for right. */
  rebase(): void {
    const { state } = this.#known.runtime
    this.ledger = ledgerOf(state)
    this.flows.forget()
    this.#known.forget()
    this.seq = state.seq
  }

  #checkTouched({ state }: Runtime): void {
    for (const id of this.ledger.touched) this.#checkPlayer(state, id)
    this.ledger.touched.clear()
  }

  #checkPlayer(state: GameState, id: string): void {
    const wanted = this.ledger.scores.get(id)
    const player = findPlayer(state.players, id)
    if (!wanted || !player) return
    const found = keptScores(player.scores)
    for (const key of new Set([...wanted.keys(), ...found.keys()])) {
      const [one, other] = [text(wanted.get(key)), text(found.get(key))]
      if (one !== other) throw new Violation(`scores are the sum of their events: '${key}' of '${id}'`, one, other)
    }
  }
}

function ledgerOf(state: GameState): Ledger {
  const ledger = new Ledger(state.seq === 0 ? undefined : state.at)
  for (const record of state.players.records) {
    const player = record && findPlayer(state.players, record.id)
    if (player) ledger.scores.set(player.id, keptScores(player.scores))
  }
  return ledger
}

type Kept = string | Map<string, string>

function keptScores(scores: Scores): Map<string, Kept> {
  return new Map(
    Object.entries(scores).map(([key, score]) => [
      key,
      typeof score === 'object' ? counts(score) : formatAmount(score),
    ]),
  )
}

function counts(book: Readonly<Record<string, Amount>>): Map<string, string> {
  return new Map(namedEntries(book).map(([item, count]) => [item, formatAmount(count)]))
}

/** Items without a count are none, and no items are no score. */
function text(kept: Kept | undefined): string {
  if (kept === undefined) return ''
  if (typeof kept === 'string') return kept
  const held = [...kept].filter(([, count]) => count !== '0')
  return held
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([item, count]) => `${item}=${count}`)
    .join(',')
}
