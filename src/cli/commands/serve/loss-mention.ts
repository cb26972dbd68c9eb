import type { Emulator } from '../../../emulator/emulator.ts'
import type { Log } from './log.ts'

/**
 * Mentions in the log how many players of staging would have lost something under a design that its files have just deployed. A
 * thread counts them, so that plays do not wait. Spec 7.2.
 */
export class LossMention {
  readonly #emulator: Emulator
  readonly #log: Log
  #ending = new AbortController()
  #counting: Promise<void> = Promise.resolve()

  constructor(emulator: Emulator, log: Log) {
    this.#emulator = emulator
    this.#log = log
  }

  /** Begins to count. A count for an earlier design is dropped. */
  begin(): void {
    this.#ending.abort()
    const { signal } = (this.#ending = new AbortController())
    // A failure must not end the server, and there is nothing to do about it.
    this.#counting = Promise.all([this.#counting, this.#count(signal).catch(() => {})]).then(() => {})
  }

  /** Drops the count in progress. Resolves when its thread has ended. */
  async close(): Promise<void> {
    this.#ending.abort()
    await this.#counting
  }

  async #count(signal: AbortSignal): Promise<void> {
    const { MAX_MENTIONED, lossesInThread, lossesText } = await import('../../../lab/what-if/deployment-losses.ts')
    const { seq, players } = this.#emulator.runtime('staging').state
    if (seq > MAX_MENTIONED || players.index.size > MAX_MENTIONED) return
    const texts = this.#emulator.whole('staging').export({ history: true })
    const losers = await lossesInThread(texts, { ...this.#emulator.settings.game, created: 0 }, signal)
    const text = lossesText(losers ?? 0, "'gamify what-if'")
    if (text !== undefined && !signal.aborted) this.#log.warn(text)
  }
}
