import { playerId } from '../bench/game.ts'
import { requestText } from '../bench/request-text.ts'

/** Players among whom plays go round. */
export const PLAYERS = 50

/** Which plays were sent, and which were answered: what the game must hold at least, and at most. */
export class Ledger {
  readonly #sent = Array.from({ length: PLAYERS }, () => 0)
  readonly #answered = Array.from({ length: PLAYERS }, () => 0)
  #next = 0

  /** A play of the next player, as it goes over the wire, and what to call when it was answered with success. */
  play(authorization: string): { readonly text: string; readonly answered: () => void } {
    const player = this.#next++ % PLAYERS
    const target = `/v2/runtime/actions/like/play?player_id=${playerId(player)}`
    this.sent(player)
    return {
      text: requestText('POST', target, authorization, '{"query":false}'),
      answered: () => (this.#answered[player] = (this.#answered[player] ?? 0) + 1),
    }
  }

  /** Counts a play that goes another way, or that may never arrive whole. */
  sent(player: number): void {
    this.#sent[player] = (this.#sent[player] ?? 0) + 1
  }

  get answered(): number {
    return this.#answered.reduce((sum, count) => sum + count, 0)
  }

  /** How many answered plays the game has lost, and how many it has that nobody sent. `kept` is what each player has. */
  compare(kept: readonly number[]): { readonly lost: number; readonly invented: number } {
    const sumOf = (of: (count: number, player: number) => number): number =>
      kept.reduce((sum, count, player) => sum + Math.max(0, of(count, player)), 0)
    return {
      lost: sumOf((count, player) => (this.#answered[player] ?? 0) - count),
      invented: sumOf((count, player) => count - (this.#sent[player] ?? 0)),
    }
  }
}
