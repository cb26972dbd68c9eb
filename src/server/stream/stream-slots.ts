import { fault, type Fault } from '../../game/kernel/fault.ts'

/** Streams that a server holds, of all kinds together. */
const MAX_STREAMS = 30_000

/** Streams over Engine.IO whose client has not said who it is, which anybody may open. */
const MAX_STRANGERS = 2_000

/** The places that a server has for streams. */
export class StreamSlots {
  readonly #taken = new Set<object>()
  readonly #strangers = new Set<object>()

  /** Why there is no place for a stream whose player is known; undefined where there is one. */
  full(): Fault | undefined {
    return this.#taken.size < MAX_STREAMS ? undefined : tooMany(`${MAX_STREAMS} streams are open`)
  }

  /** The same for one whose client has still to say who it is. */
  fullForStrangers(): Fault | undefined {
    const waiting = `${MAX_STRANGERS} streams are waiting for their clients to authenticate`
    return this.#strangers.size < MAX_STRANGERS ? this.full() : tooMany(waiting)
  }

  /** Gives a stream a place, until it leaves. */
  take(stream: object): void {
    this.#taken.add(stream)
  }

  /** The same for one whose client has still to say who it is. */
  takeAsStranger(stream: object): void {
    this.#taken.add(stream)
    this.#strangers.add(stream)
  }

  /** The client of a stream has said who it is. */
  admitted(stream: object): void {
    this.#strangers.delete(stream)
  }

  /** Frees the place of a stream, whether it had been admitted or not. */
  leave(stream: object): void {
    this.#taken.delete(stream)
    this.#strangers.delete(stream)
  }
}

const tooMany = (what: string): Fault => fault('rate_limit_exceeded', { message: `${what}; try again later` })
