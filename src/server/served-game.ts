import type { ApiClient } from '../auth/clients.ts'
import type { ClockChange, ClockReading } from '../emulator/clock.ts'
import type { HistoryEntry, HistoryRange } from '../emulator/runtime.ts'
import type { ShownImage } from '../game/images/shown-image.ts'
import type { Fault } from '../game/kernel/fault.ts'
import type { ImageAlbum } from '../game/kernel/image-album.ts'
import type { Caller, Operation } from '../game/kernel/operation.ts'
import type { AnyVersionOperation } from '../game/kernel/version-operation.ts'

/** One runtime of a game, as far as the server needs it. */
export interface ServedRuntime {
  /** A fault, or the operation's result. Rejects where the journal could not be written. */
  execute(op: Operation<never, never, never, unknown, unknown>, input: never, caller: Caller): Promise<unknown>
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

/** The versions of a game's design, as far as the server needs them. */
export interface ServedVersions {
  /** A fault, or the operation's result; `runtime` is the caller's. Rejects where nothing could be kept. */
  execute(op: AnyVersionOperation, input: never, caller: Caller, runtime: ApiClient['runtime']): Promise<unknown>
}

/** A PNG of so many bytes that is not there as a whole. */
interface PngInPieces {
  readonly length: number
  readonly pieces: () => AsyncIterable<Buffer>
}

/** The images of a game, as far as the server needs them. Its operations on images get the same object. */
export interface ServedImages {
  /** Keeps an image; a fault where it is none that is taken. Rejects where it could not be written. */
  add(album: ImageAlbum, file: Buffer): Promise<Fault | { readonly id: string }>
  /**
   * A picture with its entity tag, as PNG unless the caller `has` that already; a fault where there is none. A large one
   * is read in pieces, when they are asked for.
   */
  picture(
    shown: ShownImage,
    has: (etag: string) => boolean,
  ): Promise<Fault | { readonly etag: string; readonly png: Buffer | PngInPieces | undefined }>
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
  readonly designs: ServedVersions
  readonly images: ServedImages
}
