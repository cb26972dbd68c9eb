import type { ApiClient } from '../auth/clients.ts'
import type { RevokedTokenStore } from '../auth/ended-logins.ts'
import type { DesignVersions } from '../emulator/designs/design-versions.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { People } from '../emulator/people.ts'
import type { Runtime } from '../emulator/runtime.ts'
import type { AnsweredCall, KeyedCall } from '../emulator/session/keyed-call.ts'
import type { ShownImage } from '../game/images/shown-image.ts'
import { type Fault, fault } from '../game/kernel/fault.ts'
import type { GameInfo } from '../game/kernel/game-info.ts'
import type { ImageAlbum } from '../game/kernel/image-album.ts'
import type { Caller, Command, Operation } from '../game/kernel/operation.ts'
import type { AnyVersionOperation } from '../game/kernel/version-operation.ts'
import type { Dialect } from '../interface/dialect.ts'
import type { HistoryPosition } from '../interface/history-position.ts'

/** What the server needs of a runtime. */
export interface ServedRuntime extends Pick<
  Runtime,
  | 'actions'
  | 'checks'
  | 'coverage'
  | 'density'
  | 'failed'
  | 'findProcesses'
  | 'follow'
  | 'funnel'
  | 'history'
  | 'journalWork'
  | 'look'
  | 'mayBeginAt'
  | 'notices'
  | 'people'
  | 'player'
  | 'players'
  | 'reevaluate'
  | 'reset'
  | 'rewind'
  | 'snapshots'
  | 'tooEarly'
  | 'why'
  | 'whyCannotAct'
  | 'whyNot'
> {
  /**
   * Runs an operation, and returns a fault or its result. A row does not know the types of its operation, so they are left
   * out here. A command is decided at `atMs`, or at the time of the clock if that is absent; a time before the last entry
   * is a fault. Rejects if the journal could not be written.
   */
  execute(
    op: Operation<never, never, never, unknown, unknown>,
    input: never,
    caller: Caller,
    atMs?: number,
  ): Promise<unknown>
  /** Runs a command as `execute` does, unless its caller has sent a call with the same key before. See `Timeline.executeOnce`. */
  executeOnce(
    op: Command<never, never, never, unknown>,
    input: never,
    caller: Caller,
    call: KeyedCall<unknown>,
  ): Promise<Fault | AnsweredCall>
  /** What luck is drawn from, and the number of the last entry. */
  readonly state: { readonly seed: string; readonly seq: number }
  readonly clock: Pick<Runtime['clock'], 'read' | 'change'>
  /** Lets `use` read the game as it was. */
  past<T>(to: HistoryPosition, use: (game: ReadableRuntime) => T | Promise<T>): Promise<Fault | T>
}

/** What reads need of a runtime, be it the live one or the game as it was. */
export type ReadableRuntime = Pick<
  ServedRuntime,
  'actions' | 'execute' | 'findProcesses' | 'funnel' | 'player' | 'players' | 'state' | 'whyCannotAct' | 'whyNot'
>

/** A player as a person sees one. */
export type PersonReference = Awaited<ReturnType<People['find']>>['data'][number]

/** What the server needs of the versions of a design. */
export interface ServedVersions extends Pick<DesignVersions, 'latest' | 'undeployedDifferences' | 'versions'> {
  /** Runs an operation for a caller in the runtime `runtime`. Returns a fault or the result. Rejects if nothing could be stored. */
  execute(op: AnyVersionOperation, input: never, caller: Caller, runtime: ApiClient['runtime']): Promise<unknown>
}

/** A PNG of `length` bytes that is read in pieces. */
interface PngInPieces {
  readonly length: number
  readonly pieces: () => AsyncIterable<Buffer>
}

/** What the server needs of the images of a game. Operations on images get the same object. */
export interface ServedImages {
  /** Stores an image. Returns a fault if it is not an image that gamify accepts. Rejects if it could not be written. */
  add(album: ImageAlbum, file: Buffer): Promise<Fault | { readonly id: string }>
  /**
   * Returns a picture with its entity tag, as PNG unless the caller `has` that tag already, or a fault if there is none.
   * A large picture is read in pieces, on demand.
   */
  picture(
    shown: ShownImage,
    has: (etag: string) => boolean,
  ): Promise<Fault | { readonly etag: string; readonly png: Buffer | PngInPieces | undefined }>
}

/** What the server needs of a running game. */
export interface ServedGame extends Pick<Emulator, 'loading' | 'ready' | 'secret' | 'state' | 'whole'> {
  readonly settings: {
    /** All clients that can call, including the development clients. */
    readonly clients: readonly ApiClient[]
    /** The description of the game. */
    readonly game: Omit<GameInfo, 'created'>
    /** The shapes of the answers. By default the documented ones. Spec 5.6. */
    readonly dialect?: Dialect | undefined
    /** The data directory. Undefined for a game in memory. */
    readonly data?: { readonly directory: string } | undefined
  }
  /** The tokens that were ended before they expired. By default none are stored. */
  readonly revoked?: RevokedTokenStore
  runtime(name: ApiClient['runtime']): ServedRuntime
  readonly designs: ServedVersions
  readonly images: ServedImages
}

const waiting = fault('not_ready')

const stopped = fault('storage_failed', { message: 'the runtime stopped after an earlier failure' })

/**
 * Returns the runtime of a client. A runtime that has stopped refuses every call, and so does a game that waits for its
 * design. Spec 5.2 `storage_failed`, `not_ready`.
 */
export function runtimeOf(game: ServedGame, client: Pick<ApiClient, 'runtime'>): Fault | ServedRuntime {
  if (game.loading === 'waiting') return waiting
  const runtime = game.runtime(client.runtime)
  return runtime.failed ? stopped : runtime
}
