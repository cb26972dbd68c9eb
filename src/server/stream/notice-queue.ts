import type { Notice, NoticeListener } from '../../emulator/history/notices.ts'
import { MAX_WAITING_CHARS } from './slow-reader.ts'

/** What waits for the reader of a stream. */
export class NoticeQueue implements NoticeListener {
  readonly #overflow: () => void
  #waiting: Notice[] = []
  #waitingChars = 0
  #isOver = false
  #wake = (): void => {}

  /** `overflow` is called when the reader is too slow; the queue is over then, and empty. */
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

  /** Nothing more will come. */
  readonly end = (): void => {
    this.#isOver = true
    this.#wake()
  }

  /** All that waits, or what comes first within `waitMs`, which may be nothing; undefined when it is over and empty. */
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
