import { LogSilent, type ReplicatedLog } from '../storage/log/replicated-log.ts'
import type { NodeFigures } from './node-figures.ts'

/** How many positions that the writer has told are kept until this node has them. */
const MAX_TOLD = 1_000

type Counted = Omit<NodeFigures, 'writerSilentMs' | 'isConnected' | 'disconnects'>

/** Counts what happens to a node. `now` returns a time in ms that never goes back. */
export class NodeCounter {
  claims = 0
  replaced = 0
  readonly #now: () => number
  /** Positions that the writer has told and this node did not have, with when, the oldest first. */
  #told: { readonly position: number; readonly atMs: number }[] = []
  #lastTold = 0
  #silentPublishes = 0
  #silentMs = 0
  #silentSinceMs: number | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** Notes a position that the writer has told, at a node that has the log up to `own`. */
  hear(told: number, own: number): void {
    this.#lastTold = Math.max(this.#lastTold, told)
    this.#dropUpTo(own)
    const isNew = told > (this.#told.at(-1)?.position ?? own)
    if (isNew && this.#told.length < MAX_TOLD) this.#told.push({ position: told, atMs: this.#now() })
  }

  /** Returns the same log, and counts when it does not answer. */
  watching(log: Pick<ReplicatedLog, 'publish' | 'read'>): Pick<ReplicatedLog, 'publish' | 'read'> {
    return {
      publish: async (message, after) => {
        const sentMs = this.#now()
        try {
          const position = await log.publish(message, after)
          this.#answered()
          return position
        } catch (error) {
          if (error instanceof LogSilent) {
            this.#silentPublishes += 1
            this.#silentSinceMs ??= sentMs
          } else this.#answered()
          throw error
        }
      },
      read: (position) => log.read(position),
    }
  }

  /** Returns what was counted, for a node that has the log up to `own`. */
  figures(own: number): Counted {
    this.#dropUpTo(own)
    const [first] = this.#told
    return {
      lagMessages: Math.max(0, this.#lastTold - own),
      lagMs: first ? this.#now() - first.atMs : 0,
      claims: this.claims,
      replaced: this.replaced,
      silentPublishes: this.#silentPublishes,
      silentMs: this.#silentMs + (this.#silentSinceMs === undefined ? 0 : this.#now() - this.#silentSinceMs),
    }
  }

  #dropUpTo(own: number): void {
    this.#told = this.#told.filter(({ position }) => position > own)
  }

  #answered(): void {
    if (this.#silentSinceMs === undefined) return
    this.#silentMs += this.#now() - this.#silentSinceMs
    this.#silentSinceMs = undefined
  }
}
