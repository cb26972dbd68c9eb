import type { Emulator } from '../../../emulator/emulator.ts'
import type { Log } from './log.ts'

const COMMAND = "'gamify what-if'"

/**
 * Mentions in the log how many players of staging would have lost something under a design that its files have just deployed. A
 * thread counts them, so that plays do not wait. Spec 7.2.
 */
export class LossMention {
  readonly #emulator: Emulator
  readonly #log: Log
  readonly #reasons = new Set<string>()
  #ending = new AbortController()
  #counting: Promise<void> = Promise.resolve()

  constructor(emulator: Emulator, log: Log) {
    this.#emulator = emulator
    this.#log = log
  }

  /** Begins to count, and drops a count for an earlier design. Resolves when all of them have ended. */
  begin(): Promise<void> {
    this.#ending.abort()
    const { signal } = (this.#ending = new AbortController())
    this.#counting = Promise.all([this.#counting, this.#mention(signal)]).then(() => {})
    return this.#counting
  }

  /** Drops the count in progress. Resolves when its thread has ended. */
  async close(): Promise<void> {
    this.#ending.abort()
    await this.#counting
  }

  /** Logs what there is to say about a deployment. A failure must not end the server. */
  async #mention(signal: AbortSignal): Promise<void> {
    const { isTooLarge, lossesInThread, lossesText, tooLargeText, failureText } =
      await import('../../../lab/what-if/deployment-losses.ts')
    const { seq, players } = this.#emulator.runtime('staging').state
    if (isTooLarge(seq, players.index.size)) return this.#warnOnce(tooLargeText(COMMAND), signal)
    try {
      const texts = this.#emulator.whole('staging').export({ history: true })
      const losers = await lossesInThread(texts, { ...this.#emulator.settings.game, created: 0 }, signal)
      const text = lossesText(losers ?? 0, COMMAND)
      if (text !== undefined && !signal.aborted) this.#log.warn(text)
    } catch (error) {
      this.#warnOnce(failureText(error), signal)
    }
  }

  /** Logs why nothing is counted, and not again with each deployment. */
  #warnOnce(why: string, signal: AbortSignal): void {
    if (signal.aborted || this.#reasons.has(why)) return
    this.#reasons.add(why)
    this.#log.warn(why)
  }
}
