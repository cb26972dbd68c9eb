import { StorageError } from '../storage/storage-error.ts'

/** After so long without a beat, another node counts as gone, in ms. */
const GONE_MS = 3_000

/** For so long another node of the same name is heard before it counts as one, in ms. */
const TWIN_MS = 500

/** What a node says of itself, several times a second. */
export interface NodeBeat {
  readonly node: string
  /** Names this run of the node. */
  readonly instance: string
  /** When this run began, in ms since 1970. */
  readonly started: number
  /** The node's own clock, in ms since 1970. */
  readonly now: number
  readonly url: string
  readonly role: 'writer' | 'follower'
  /** Whether it answers calls by itself: a writer whose game is loaded. */
  readonly serves: boolean
  /** The position up to which it has the log. */
  readonly position: number
  /** The position up to which it needs nothing of the log, even if it is killed now. */
  readonly settled: number
  /** The position of the claim of the writer that it knows. */
  readonly claimed: number
  /** The version of gamify, and of the data of time zones. */
  readonly program: string
  readonly tz: string
  /** For how long it keeps history, as `--keep` says it, or `ever`. */
  readonly keep?: string
}

/** A node that was heard, with when. */
export interface HeardNode {
  readonly beat: NodeBeat
  readonly atMs: number
  /** How far its clock is ahead of the one of this node, in ms. */
  readonly aheadMs: number
}

/** The other nodes that a node hears, and another run of its own name. */
export class HeardNodes {
  readonly #own: Pick<NodeBeat, 'node' | 'instance' | 'started'>
  readonly #heard = new Map<string, HeardNode>()
  #twin: StorageError | undefined
  /** The other run of a node of this name that was heard, and when that began. */
  #otherRun: { readonly instance: string; readonly atMs: number } | undefined

  constructor(own: Pick<NodeBeat, 'node' | 'instance' | 'started'>) {
    this.#own = own
  }

  /** Why this node cannot run, if another one of its name does. */
  get twin(): StorageError | undefined {
    return this.#twin
  }

  /** The nodes that were heard lately. */
  get lately(): readonly HeardNode[] {
    const sinceMs = performance.now() - GONE_MS
    return [...this.#heard.values()].filter(({ atMs }) => atMs >= sinceMs)
  }

  /** Whether a node at an address was heard in the last `ms`. */
  isHeard(url: string, ms: number): boolean {
    const sinceMs = performance.now() - ms
    return this.#heard.values().some(({ beat, atMs }) => beat.url === url && atMs >= sinceMs)
  }

  /** Notes a beat. Returns whether it is one of another node. */
  hear(beat: NodeBeat): boolean {
    const { node, instance, started } = this.#own
    if (beat.instance === instance) return false
    if (beat.node === node && beat.started <= started) {
      this.#hearTwin(beat)
      return false
    }
    this.#heard.set(beat.node, { beat, atMs: performance.now(), aheadMs: beat.now - Date.now() })
    return true
  }

  /** What the last run of this node has said can arrive late, all at once. Only one that goes on runs. */
  #hearTwin({ node, instance, url }: NodeBeat): void {
    if (this.#otherRun?.instance !== instance) this.#otherRun = { instance, atMs: performance.now() }
    if (performance.now() - this.#otherRun.atMs < TWIN_MS) return
    this.#twin = new StorageError(
      `A node with the name '${node}' already runs at ${url}. Give each node a name of its own with --node`,
    )
  }
}
