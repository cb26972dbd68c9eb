import type { ApiClient } from '../auth/clients.ts'
import type { EntryCaller, GameEvent } from '../game/kernel/entry.ts'
import type { Fault } from '../game/kernel/fault.ts'
import type { Caller } from '../game/kernel/operation.ts'
import type { Row } from './row.ts'

/** What a clock shows: game time in ms since 1970, and whether it stands still. */
export interface ClockReading {
  readonly now: number
  readonly frozen: boolean
}

/** A step of the history as control routes show it; `at` is game time in ms. Spec 6.6. */
export interface HistoryEntry {
  readonly seq: number
  readonly at: number
  readonly op: string
  readonly caller: EntryCaller
  readonly input: unknown
  readonly events: readonly GameEvent[]
}

/** From where on a history is read: an entry number, or a game time in ms. */
export type HistoryPoint = { readonly seq: number } | { readonly at: number }

/** One runtime of a game, as far as the server needs it. */
export interface ServedRuntime {
  /** A fault, or the operation's result. Rejects where the journal could not be written. */
  execute(op: Row['op'], input: never, caller: Caller): Promise<unknown>
  /** Why a player may not act now: unknown, or disabled. */
  standing(playerId: string): Fault | undefined
  readonly clock: {
    read(): ClockReading
    change(to: { now?: number; advanceMs?: number; frozen?: boolean }): Promise<Fault | ClockReading>
  }
  history(range: { since?: HistoryPoint; playerId?: string; follow?: AbortSignal }): AsyncIterable<HistoryEntry>
}

/** A running game, as far as the server needs it. */
export interface ServedGame {
  /** All clients that may call, the development clients among them where there are any. */
  readonly settings: { readonly clients: readonly ApiClient[] }
  /** The random key of the data directory, which signs tokens. */
  readonly secret: string
  readonly state: 'starting' | 'ready' | 'storage_failed'
  runtime(name: ApiClient['runtime']): ServedRuntime
}
