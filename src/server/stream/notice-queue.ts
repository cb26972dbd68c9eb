import type { Notice, NoticeListener } from '../../emulator/history/notices.ts'

/**
 * The maximum length of what waits for the reader of one stream, in characters of JSON. A reader that is further behind is
 * disconnected. One more notification can come on top, however long it is.
 */
export const MAX_WAITING_CHARS = 256 * 1024

/** The notices that wait for the reader of a stream. */
export class NoticeQueue implements NoticeListener {
  readonly #overflow: () => void
  #waiting: Notice[] = []
  #waitingChars = 0
  #isOver = false
  #wake = (): void => {}

  /** `overflow` is called when the reader is too slow. The queue is ended and empty then. */
  constructor(overflow: () => void) {
    this.#overflow = overflow
  }

  readonly notify = (notice: Notice): void => {
    if (this.#isOver) return
    if (this.#waitingChars >= MAX_WAITING_CHARS) {
      this.#empty()
      this.end()
      return this.#overflow()
    }
    this.#waiting.push(notice)
    this.#waitingChars += notice.json.length
    this.#wake()
  }

  /** Ends the queue: no more notices will come. */
  readonly end = (): void => {
    this.#isOver = true
    this.#wake()
  }

  /** Returns all waiting notices, or the first that come within `waitMs`, if any. Returns undefined when the queue is ended and empty. */
  async take(waitMs: number): Promise<readonly Notice[] | undefined> {
    if (this.#waiting.length === 0 && !this.#isOver) await this.#next(waitMs)
    return this.#waiting.length === 0 && this.#isOver ? undefined : this.#empty()
  }

  #next(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #empty(): readonly Notice[] {
    const taken = this.#waiting
    this.#waiting = []
    this.#waitingChars = 0
    return taken
  }
}
