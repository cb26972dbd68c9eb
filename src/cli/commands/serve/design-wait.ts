import { turns } from '../../../async/turns.ts'
import { designNames, type DesignReading } from '../../../project/design-reader.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'

type Design = NonNullable<DesignReading['design']>

/** Waits until the design files are valid. Spec 6.3 `--wait-for-design`. */
export class DesignWait {
  readonly #design: ServePlan['design']
  readonly #log: Log
  readonly #started = Promise.withResolvers<void>()
  readonly #served = Promise.withResolvers<void>()
  readonly #ending = new AbortController()
  #look: DesignReading

  constructor(design: ServePlan['design'], log: Log) {
    this.#design = design
    this.#log = log
    this.#look = design.look
  }

  /** Resolves when a game starts to wait; it can stay pending. */
  get started(): Promise<void> {
    return this.#started.promise
  }

  /** The planned design, with the latest state of its files. */
  get design(): ServePlan['design'] {
    const look = this.#look
    return look === this.#design.look ? this.#design : { ...this.#design, look, problems: look.problems }
  }

  /**
   * Watches the files until they have no problems, and resolves to their design. Reports their problems once the
   * address is printed.
   */
  readonly waitForDesign = async (): Promise<Design> => {
    const { promise: ended, reject } = Promise.withResolvers<never>()
    const { signal } = this.#ending
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
    this.#started.resolve()
    await Promise.race([this.#served.promise, ended])
    this.#tell()
    const { DesignWatch } = await import('../../../project/design-watch.ts')
    const { promise: found, resolve } = Promise.withResolvers<Design>()
    const watch = new DesignWatch({
      ...this.#design.reader,
      names: designNames,
      known: this.#look,
      poll: this.#design.watch === 'poll',
      inTurn: turns(1),
      onChange: async (look) => {
        // The game starts with the first valid design. Later changes belong to the watch that starts then.
        if (this.#look.design) return
        this.#look = look
        if (look.design) resolve(look.design)
        else this.#tell()
      },
      warn: this.#log.warn,
    })
    try {
      return await Promise.race([found, ended])
    } finally {
      await watch.close()
    }
  }

  /** Records that the game is served and that its address is printed. */
  served(): void {
    this.#served.resolve()
  }

  /** Ends the wait, which rejects with this reason. */
  end(reason: unknown): void {
    this.#ending.abort(reason)
  }

  #tell(): void {
    this.#log.design({ type: 'waiting', problems: this.#look.problems })
  }
}
