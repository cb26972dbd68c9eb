import type { ApiClient } from '../auth/clients.ts'
import type { ClockChange, ClockReading } from '../emulator/clock.ts'
import type { HistoryEntry, HistoryRange } from '../emulator/runtime.ts'
import type { Fault } from '../game/kernel/fault.ts'
import type { Caller } from '../game/kernel/operation.ts'
import type { Row } from './row.ts'

/** One runtime of a game, as far as the server needs it. */
export interface ServedRuntime {
  /** A fault, or the operation's result. Rejects where the journal could not be written. */
  execute(op: Row['op'], input: never, caller: Caller): Promise<unknown>
  /** It has stopped after a failure, and answers nothing until it is started again. */
  readonly failed: boolean
  /**
   * Why a player may not act now: unknown, or disabled; a promise where what it was found in is not kept yet. Throws, or
   * rejects, where `execute` would reject.
   */
  standing(playerId: string): Fault | undefined | Promise<Fault | undefined>
  readonly clock: {
    read(): Promise<ClockReading>
    change(to: ClockChange): Promise<Fault | ClockReading>
  }
  history(range: HistoryRange): AsyncIterable<HistoryEntry>
}

/** A running game, as far as the server needs it. */
export interface ServedGame {
  /** All clients that may call, the development clients among them where there are any. */
  readonly settings: { readonly clients: readonly ApiClient[] }
  /** The random key of the data directory, which signs tokens. */
  readonly secret: string
  readonly state: 'starting' | 'ready' | 'storage_failed'
  /** Resolves when the state is loaded; rejects where it cannot be. */
  readonly ready: Promise<void>
  runtime(name: ApiClient['runtime']): ServedRuntime
}
