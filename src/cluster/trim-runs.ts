import { randomUUID } from 'node:crypto'
import type { ReplicatedLog, Wait } from '../storage/log/replicated-log.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { NodeStore } from './node-store.ts'
import { isTrimDue, trimLog, type Trimmed } from './trimming.ts'

/** How often the writer looks whether the log is to be trimmed, and how long it leaves that after it has failed, in ms. */
const LOOK_MS = 60_000
const AGAIN_MS = 3_600_000

/** What the writer answers to one who wants the log to be trimmed. */
export type TrimAnswer =
  | {
      /** Names the trim that is under way. */
      readonly trims: string
      /** How many files of how many are stored. */
      readonly done: number
      readonly all: number
    }
  | { readonly trimmed: Trimmed }
  | { readonly refused: string }

/** What the trims of a writer need of its node. */
export interface TrimmingNode {
  readonly store: Pick<NodeStore, 'makeBase' | 'bases' | 'blobs' | 'createdMs'>
  readonly log: ReplicatedLog
  /** The position of the last message. */
  readonly position: () => number
  /** Whether the game is loaded. */
  readonly serves: () => boolean
  /** Like `TrimParts.settled`. */
  readonly settled: () => readonly number[]
  readonly warn: (message: string) => void
}

/** A trim that was begun. */
interface Run {
  readonly id: string
  done: number
  all: number
  /** What has become of it; undefined while it is under way. */
  answer: TrimAnswer | undefined
}

const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Trims the log when somebody asks, and by itself when it is due, as long as a node is the writer. */
export class TrimRuns {
  readonly #node: TrimmingNode
  readonly #ending = new AbortController()
  readonly #looking: NodeJS.Timeout
  #run: Run | undefined
  #againMs = -Infinity

  constructor(node: TrimmingNode) {
    this.#node = node
    this.#looking = setInterval(() => void this.#trimIfDue(), LOOK_MS)
    this.#looking.unref()
  }

  /** Ends what is under way, because the node is not the writer any more. */
  end(): void {
    clearInterval(this.#looking)
    this.#ending.abort(new StorageError('Another node writes the game'))
  }

  /** Begins to trim the log; or, with the id of a trim, tells what has become of it. */
  answer(id: string | undefined): TrimAnswer {
    if (id !== undefined && id !== this.#run?.id) return { refused: 'another node has become the writer meanwhile' }
    if (id === undefined && !this.#node.serves()) return { refused: 'the writer is still loading the game' }
    if (id === undefined && this.#isBusy) return { refused: 'the log is being trimmed already' }
    const run = id === undefined ? this.#begin(false).run : (this.#run as Run)
    return run.answer ?? { trims: run.id, done: run.done, all: run.all }
  }

  get #isBusy(): boolean {
    return this.#run !== undefined && this.#run.answer === undefined
  }

  async #trimIfDue(): Promise<void> {
    const { store, position, serves, warn } = this.#node
    if (this.#isBusy || !serves() || performance.now() < this.#againMs) return
    if (!isTrimDue(store, position(), Date.now())) return
    const answer = await this.#begin(true).over
    if (!('refused' in answer) || this.#ending.signal.aborted) return
    this.#againMs = performance.now() + AGAIN_MS
    warn(`The log could not be trimmed: ${answer.refused}`)
  }

  /** With `isSparing`, what a node that is away for a while needs is kept. */
  #begin(isSparing: boolean): { readonly run: Run; readonly over: Promise<TrimAnswer> } {
    const { store, log, settled } = this.#node
    const run: Run = { id: randomUUID(), done: 0, all: 0, answer: undefined }
    this.#run = run
    const onProgress = (done: number, all: number): void => void Object.assign(run, { done, all })
    const parts = { log, store, wait, ending: this.#ending.signal, settled, onProgress }
    const over = trimLog(parts, isSparing)
      .then((trimmed): TrimAnswer => ({ trimmed }))
      .catch((error: unknown): TrimAnswer => ({ refused: error instanceof Error ? error.message : String(error) }))
      .then((answer) => (run.answer = answer))
    return { run, over }
  }
}
