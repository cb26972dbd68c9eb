import type { ApiClient } from '../auth/clients.ts'
import type { RevokedTokenStore } from '../auth/ended-logins.ts'
import type { ClockChange, ClockReading } from '../emulator/session/clock.ts'
import type { Notices } from '../emulator/history/notices.ts'
import type { People } from '../emulator/people.ts'
import type { HistoryEntry, HistoryRange, HistoryStep } from '../emulator/history/history-range.ts'
import type { Runtime } from '../emulator/runtime.ts'
import type { WholeRuntime } from '../emulator/transfer/whole-runtime.ts'
import type { ShownImage } from '../game/images/shown-image.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'
import type { Dialect } from '../interface/dialect.ts'
import type { Fault } from '../game/kernel/fault.ts'
import type { GameInfo } from '../game/kernel/game-info.ts'
import type { ImageAlbum } from '../game/kernel/image-album.ts'
import type { Caller, Operation } from '../game/kernel/operation.ts'
import type { AnyVersionOperation } from '../game/kernel/version-operation.ts'

/** One runtime of a game, as far as the server needs it. */
export interface ServedRuntime {
  /**
   * A fault, or the operation's result. A command is decided at `atMs`, where that is not what the clock shows; a time
   * before the last entry's is a fault. Rejects where the journal could not be written.
   */
  execute(
    op: Operation<never, never, never, unknown, unknown>,
    input: never,
    caller: Caller,
    atMs?: number,
  ): Promise<unknown>
  /** Whether a time is before all that is in the game, and a reset may begin it then, where nobody has ever come into it. */
  mayBeginAt(atMs: number): boolean
  /** The fault of a time before the last entry's, told when that is kept; undefined for any other. */
  tooEarly(atMs: number): Promise<Fault> | undefined
  /** Of the game as it stands, what luck is drawn from. */
  readonly state: { readonly seed: string }
  /** It has stopped after a failure, and answers nothing until it is started again. */
  readonly failed: boolean
  /**
   * Why a player may not act now: unknown, or disabled; a promise where what it was found in is not kept yet. Throws, or
   * rejects, where `execute` would reject.
   */
  whyCannotAct(playerId: string): Fault | undefined | Promise<Fault | undefined>
  readonly clock: {
    read(): Promise<ClockReading>
    change(to: ClockChange): Promise<Fault | ClockReading>
  }
  history(range: HistoryRange): AsyncIterable<HistoryEntry>
  follow(range: HistoryRange, ending: AbortSignal): AsyncIterable<HistoryStep>
  readonly people: People
  readonly notices: ServedNotices
  readonly snapshots: Runtime['snapshots']
  readonly coverage: Runtime['coverage']
  readonly reset: Runtime['reset']
  readonly rewind: Runtime['rewind']
  readonly why: Runtime['why']
  readonly whyNot: Runtime['whyNot']
  readonly actions: Runtime['actions']
  readonly reevaluate: Runtime['reevaluate']
}

/** What players are notified of, for their streams. Spec 5.4. */
export type ServedNotices = Pick<Notices, 'listen'>

/** A player as a person sees one. */
export type PersonReference = Awaited<ReturnType<People['find']>>['data'][number]

/** The versions of a game's design, as far as the server needs them. */
export interface ServedVersions {
  /** What a runtime lacks of the working design though that was deployed once. Spec 6.6 `GET /design`. */
  undeployedDifferences(runtime: ApiClient['runtime']): NonNullable<ControlAnswer<'GET /_gamify/design'>['undeployed']>
  /** The frozen versions and `latest`. Spec 6.6 `GET /design/versions`. */
  versions(): Promise<ControlAnswer<'GET /_gamify/design/versions'>>
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
  readonly settings: {
    /** All clients that may call, the development clients among them where there are any. */
    readonly clients: readonly ApiClient[]
    /** What the game says of itself. */
    readonly game: Omit<GameInfo, 'created'>
    /** In which shapes it answers; the documented ones unless told. Spec 5.6. */
    readonly dialect?: Dialect | undefined
    /** Where the game is kept; undefined for one in memory. */
    readonly data?: { readonly directory: string } | undefined
  }
  /** The random key of the data directory, which signs tokens. */
  readonly secret: string
  /** Tokens that were ended before they expired; none are kept where it is left out. */
  readonly revoked?: RevokedTokenStore
  readonly state: 'starting' | 'waiting' | 'ready' | 'storage_failed'
  /** Resolves when the state is loaded; rejects where it cannot be. */
  readonly ready: Promise<void>
  runtime(name: ApiClient['runtime']): ServedRuntime
  /** The whole of a runtime, to be read and replaced. Spec 6.6 `/state`. */
  whole(name: ApiClient['runtime']): WholeRuntime
  readonly designs: ServedVersions
  readonly images: ServedImages
}
