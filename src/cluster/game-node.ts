import { randomUUID } from 'node:crypto'
import { Outcome } from '../async/outcome.ts'
import { NODE_FILE } from '../emulator/game-store.ts'
import { parseDuration } from '../game/kernel/duration.ts'
import type { LogRecord } from '../storage/log/log-message.ts'
import { readLog } from '../storage/log/log-reader.ts'
import { LogWriter } from '../storage/log/log-writer.ts'
import { LogSilent, type ReplicatedLog, type StoredMessage, type Wait } from '../storage/log/replicated-log.ts'
import { StorageError } from '../storage/storage-error.ts'
import { HeardNodes, type HeardNode, type NodeBeat } from './heard-nodes.ts'
import { joinLog } from './joining.ts'
import { logDocument, type DocumentName, type DocumentValue } from './log-documents.ts'
import { watchForLoss } from './log-loss.ts'
import { NodeCounter } from './node-counter.ts'
import type { NodeFigures } from './node-figures.ts'
import type { NodeStore } from './node-store.ts'
import { ReadPositions } from './read-positions.ts'
import { TrimRuns, type TrimAnswer } from './trim-runs.ts'

/** How often the writer says that it is alive, in ms. */
const WRITER_BEAT_MS = 250

/** How often a follower says that it is alive, in ms. */
const FOLLOWER_BEAT_MS = 1_000

/** How long a node waits for a writer that says nothing, in ms. Each time it waits up to `RANDOM_MS` longer, so that not all claim at once. */
const PATIENCE_MS = 1_500
const RANDOM_MS = 500

/** How often a follower looks whether it has to claim, and the writer whether it still is the writer, in ms. */
const LOOK_MS = 50
const WRITER_LOOK_MS = 250

/** For so long the writer relies on what the log has confirmed, in ms. No other node claims earlier after the last sign of life. */
const SURE_MS = 1_000

/** How often a node records how far it is, in ms. */
const SETTLE_MS = 5_000

/** What passes between the nodes besides the log. It can get lost. */
export interface NodeRadio {
  beat(beat: Readonly<Record<string, unknown>>): void
  hear(listener: (beat: Readonly<Record<string, unknown>>) => void): void
  /** Answers what commands ask. A node that has no answer stays silent. */
  answer(answerOf: (question: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined): void
  /** How the connection is now, and how often it was lost. */
  readonly connection: { readonly isConnected: boolean; readonly disconnects: number }
}

/**
 * What a command asks the nodes. The node of that name answers `leave`, and the writer all others. `trim` without `id` begins
 * to trim the log, and with it asks what has become of that.
 */
export type NodeQuestion =
  | { readonly ask: 'trim'; readonly id?: string | undefined }
  | { readonly ask: 'hand-over'; readonly to?: string | undefined }
  | { readonly ask: 'leave'; readonly node: string }

/** What a node answers: what it begins to do, or why it does not. */
export type NodeAnswer =
  | { readonly successor: string; /** The position of the claim of the present writer. */ readonly claimed: number }
  | { readonly leaves: string }
  | TrimAnswer
  | { readonly refused: string }

/** What a node is the writer with. */
export interface Claimed {
  readonly writer: LogWriter
  /** The name of its claim. */
  readonly id: string
}

/** The game of a node, while another node writes it. */
export interface FollowedGame {
  /** Loads the game, which takes what the log says from then on. Called when the node has what the log had. */
  readonly load: () => Promise<void>
  /** Gives the game up, because another history replaces it. */
  readonly drop: () => Promise<void>
}

export interface GameNodeOptions {
  /** The name of the node, which no other node has. */
  readonly name: string
  /** The address at which the other nodes reach it. */
  readonly url: string
  readonly program: string
  /** For how long it keeps history, as `--keep` says it, or `ever`. All nodes should keep as much. */
  readonly keep: string
  readonly store: NodeStore
  readonly log: ReplicatedLog & NodeRadio
  readonly warn: (message: string) => void
  /** Receives what people may want to know. */
  readonly note: (message: string) => void
}

/**
 * A node of a game on several machines. It follows the log, hears which node is the writer, and becomes the writer when that
 * one is silent or has said that it ends. Only the log decides: a claim is stored if the node has taken everything before it.
 */
export class GameNode {
  readonly name: string
  readonly url: string
  /** Which reads it can answer while another node is the writer. */
  readonly reads: ReadPositions
  readonly #options: GameNodeOptions
  readonly #instance = randomUUID()
  readonly #startedMs = Date.now()
  readonly #heard: HeardNodes
  readonly #counter = new NodeCounter(() => performance.now())
  readonly #beating: NodeJS.Timeout
  #role: 'writer' | 'follower' = 'follower'
  #writer: LogWriter | undefined
  /** The last claim that is known, and the address of the node that made it. */
  #claim:
    | { readonly position: number; readonly instance: string; readonly url: string; readonly serves?: boolean }
    | undefined
  /** The position of the claim whose writer was last compared with this node. */
  #compared = 0
  #serves = false
  #writerHeardMs = performance.now()
  /** The node that is to be the next writer. It claims at once when the writer ends; the others leave it some time. */
  #successor: string | undefined
  #hasEnded = false
  #beats = 0
  #shortSinceMs: number | undefined
  #isShortTold = false
  #handingOver = Promise.withResolvers<void>()
  readonly #leaving = Promise.withResolvers<void>()
  #trims: TrimRuns | undefined

  constructor(options: GameNodeOptions) {
    this.#options = options
    this.name = options.name
    this.url = options.url
    this.#heard = new HeardNodes({ node: options.name, instance: this.#instance, started: this.#startedMs })
    this.reads = new ReadPositions(options.log, () => this.position)
    options.log.hear((beat) => this.#hear(beat as unknown as NodeBeat))
    options.log.answer((question) => this.#answer(question as unknown as NodeQuestion))
    this.#beating = setInterval(() => this.#beat(), WRITER_BEAT_MS)
    this.#sayNow()
  }

  get role(): 'writer' | 'follower' {
    return this.#role
  }

  /** The position up to which this node has the log. */
  get position(): number {
    return this.#writer?.position ?? this.#options.store.position
  }

  /** The address of the node that is the writer; undefined if none has been heard of for a while. */
  get writerUrl(): string | undefined {
    if (this.#role === 'writer') return this.url
    if (this.#hasEnded || performance.now() - this.#writerHeardMs > PATIENCE_MS) return undefined
    if (this.#claim?.instance === this.#instance) return undefined
    // A game that was adopted has a claim of no node.
    return this.#claim?.url === '' ? undefined : this.#claim?.url
  }

  /** What this node has counted, and how far it is behind. */
  get figures(): NodeFigures {
    const writerSilentMs = this.#role === 'writer' ? 0 : performance.now() - this.#writerHeardMs
    return { ...this.#counter.figures(this.position), writerSilentMs, ...this.#options.log.connection }
  }

  /** Tells the other nodes that this one, the writer, answers calls. */
  beginsToServe(): void {
    this.#serves = true
    this.#sayNow()
  }

  /**
   * Whether another node than the one at an address answers the calls, and that one is not heard any more. One that has handed
   * over is, and still answers the calls that it has.
   */
  isReplaced(url: string): boolean {
    if (this.#claim === undefined || this.#claim.url === url || this.#claim.serves !== true) return false
    return !this.#heard.isHeard(url, PATIENCE_MS)
  }

  /** Whether this node knows that it is the writer. One that was frozen or cut off does not, and another one may be. */
  get isSure(): boolean {
    return this.#writer !== undefined && performance.now() - this.#writer.confirmedMs < SURE_MS
  }

  /** The nodes that were heard lately, this one included. */
  get nodes(): readonly HeardNode[] {
    return [{ beat: this.#say(), atMs: performance.now(), aheadMs: 0 }, ...this.#heard.lately]
  }

  /**
   * Follows the log until this node is the writer. The game is loaded once the node has everything, if the log has one.
   * Rejects with the reason of `ending`, with StorageError if the log or the data directory cannot be used, or if another
   * node has the same name.
   */
  async untilWriter(ending: AbortSignal, game: FollowedGame): Promise<Claimed> {
    this.#role = 'follower'
    this.#writer = undefined
    this.#writerHeardMs = performance.now()
    const { store, log, note } = this.#options
    const stop = new AbortController()
    if (await joinLog(store, { log, wait, ending }))
      note(`${this.name} begins with the game as it was at message ${store.position} of the log`)
    const messages = readLog({
      log,
      after: store.position,
      wait,
      ending: AbortSignal.any([stop.signal, ending]),
      onMissing: (position) =>
        this.#options.warn(
          `The log servers do not have message ${position} of the game any more, so this node cannot follow it. Stop the log server that leads, so that another one answers. If that has the message, start the first one again with an empty directory`,
        ),
    })
    let patienceMs = newPatience()
    let settledMs = performance.now()
    let isLoaded = false
    let known: number | undefined
    try {
      // The last one is not waited for, and can fail when the connection is closed.
      let coming = new Outcome(messages.next())
      for (;;) {
        const hasCome = await coming.isSettledBefore(wait(LOOK_MS))
        ending.throwIfAborted()
        if (this.#heard.twin) throw this.#heard.twin
        if (hasCome) {
          const came = coming.value
          if (came.done === true) throw new StorageError('The log has ended')
          coming = new Outcome(messages.next())
          // Another history replaces that of a runtime.
          if (isLoaded && isDocument(came.value, 'live')) {
            await game.drop()
            isLoaded = false
          }
          const record = await this.#take(came.value)
          const writer = record?.kind === 'claim' ? record.facts['node'] : undefined
          if (isLoaded && writer !== undefined) note(`${writer} is the writer of the game now`)
          // The writer waits for this before it trims the log.
          if (isDocument(came.value, 'base')) settledMs = -Infinity
        }
        if (performance.now() - settledMs > SETTLE_MS) {
          await store.settle()
          settledMs = performance.now()
        }
        if (!isLoaded && store.isBegun) {
          known ??= await log.end().catch(() => undefined)
          if (known !== undefined && store.position >= known) {
            await game.load()
            isLoaded = true
          }
        }
        if (hasCome) continue
        if (!this.#mayClaim(patienceMs)) continue
        // Messages that are still on their way would refuse the claim.
        const end = await log.end().catch(() => undefined)
        if (end === undefined || end > store.position) continue
        // A node that was busy or frozen has heard only now what the writer has said meanwhile.
        if (!this.#mayClaim(patienceMs)) continue
        if (end < store.position) {
          this.#warnOfShortLog(end)
          continue
        }
        const id = `${this.name}.${randomUUID()}`
        const writer = await this.#tryClaim(id, wait)
        patienceMs = newPatience()
        if (!writer) continue
        this.#becomeWriter(writer)
        note(`${this.name} is the writer of the game now`)
        return { writer, id }
      }
    } finally {
      stop.abort()
      messages.return().catch(() => {})
    }
  }

  /** Tells all nodes that this one is not the writer any more, once everything that it has decided is stored. */
  async leave(writer: LogWriter): Promise<void> {
    this.#role = 'follower'
    this.#writer = undefined
    this.#serves = false
    this.#trims?.end()
    if (!writer.isFenced) await writer.append(logDocument('end', { successor: this.#successor ?? '' }))
    this.#successor = undefined
    this.#sayNow()
  }

  /** Resolves when this node, which is the writer, is to let another one be the writer. */
  get handingOver(): Promise<void> {
    return this.#handingOver.promise
  }

  /** Resolves when this node is to end. */
  get leaving(): Promise<void> {
    return this.#leaving.promise
  }

  close(): void {
    clearInterval(this.#beating)
  }

  async #take(message: StoredMessage): Promise<LogRecord | undefined> {
    const record = await this.#options.store.take(message)
    this.reads.moved()
    // A node that is behind reads claims that are over, and may have heard the present writer already.
    if (record?.kind === 'claim' && message.position >= (this.#claim?.position ?? 0)) {
      const { instance = '', url = '' } = record.facts
      this.#claim = { position: message.position, instance, url }
      this.#writerHeardMs = performance.now()
      this.#successor = undefined
    }
    this.#hasEnded = record?.kind === 'document' && record.name === 'end'
    if (record?.kind === 'document' && this.#hasEnded) {
      this.#successor = (record.value as DocumentValue<'end'>).successor
      this.#writerHeardMs = performance.now()
    }
    return record
  }

  /** Warns once of a log that has lost its end. A server that was away can answer so for a moment. */
  #warnOfShortLog(end: number): void {
    const { store, warn } = this.#options
    this.#shortSinceMs ??= performance.now()
    if (performance.now() - this.#shortSinceMs < SETTLE_MS || this.#isShortTold) return
    this.#isShortTold = true
    warn(
      `The log ends at ${end}, and this node has it up to ${store.position}, so this node cannot be the writer. If the log was restored from an older copy, stop all nodes, remove the stream, delete ${NODE_FILE} in the data directory of this node, and start a new log from it with 'gamify cluster adopt'`,
    )
  }

  /** Warns, once for each claim, of what the writer has otherwise than this node. */
  #compare({ claimed, node, program, tz, keep }: NodeBeat): void {
    if (claimed === this.#compared) return
    this.#compared = claimed
    const { program: own, keep: kept, warn } = this.#options
    if (tz !== process.versions.tz)
      warn(
        `The writer ${node} has time zone data ${tz}, and this node has ${process.versions.tz}. Use the same version of Node.js on all nodes`,
      )
    if (program !== own) warn(`The writer ${node} runs gamify ${program}, and this node runs ${own}`)
    if (keep !== undefined && parseDuration(keep) !== parseDuration(kept))
      warn(`The writer ${node} keeps history for ${keep}, and this node for ${kept}. Use the same --keep on all nodes`)
  }

  #mayClaim(patienceMs: number): boolean {
    const silentMs = performance.now() - this.#writerHeardMs
    const isNew = this.#claim === undefined && this.#options.store.position === 0
    if (isNew) return silentMs > LOOK_MS * 2
    // A node that was asked to take over does so at once. The others leave it the time.
    if (this.#hasEnded)
      return silentMs > (this.#successor === this.name || this.#successor === '' ? 0 : PATIENCE_MS / 2)
    return silentMs > patienceMs
  }

  async #tryClaim(id: string, wait: Wait): Promise<LogWriter | undefined> {
    const { store, log, program } = this.#options
    const { name: node, url } = this
    const facts = { node, instance: this.#instance, url, program, tz: process.versions.tz ?? '' }
    try {
      return await LogWriter.claim(this.#counter.watching(log), { writer: id, after: store.position, facts, wait })
    } catch (error) {
      if (error instanceof LogSilent) return undefined
      throw error
    }
  }

  #becomeWriter(writer: LogWriter): void {
    this.#writer = writer
    this.#counter.claims += 1
    this.#handingOver = Promise.withResolvers()
    this.#role = 'writer'
    this.#hasEnded = false
    this.#claim = { position: writer.position, instance: this.#instance, url: this.url }
    this.#sayNow()
    const { store, log, warn } = this.#options
    const settled = (): readonly number[] => this.nodes.map(({ beat }) => beat.settled)
    const position = (): number => writer.position
    const trims = new TrimRuns({ store, log, position, serves: () => this.#serves, settled, warn })
    this.#trims = trims
    const looking = setInterval(() => void writer.look().catch(() => {}), WRITER_LOOK_MS)
    let isSettling = false
    const settling = setInterval(() => {
      if (isSettling) return
      isSettling = true
      // A directory that cannot be written shows in the game.
      void store
        .settleWritten()
        .catch(() => {})
        .finally(() => (isSettling = false))
    }, SETTLE_MS)
    const checking = watchForLoss(log, (error) => {
      if (this.#writer === writer) writer.giveUp(error)
    })
    void writer.ended.then(() => {
      for (const timer of [looking, settling, checking]) clearInterval(timer)
      trims.end()
      if (this.#writer !== writer || !writer.isFenced) return
      this.#counter.replaced += 1
      this.#options.note('Another node has become the writer of the game')
    })
    for (const timer of [looking, settling]) timer.unref()
  }

  #answer(question: NodeQuestion): NodeAnswer | undefined {
    if (question.ask === 'leave') {
      if (question.node !== this.name) return undefined
      this.#leaving.resolve()
      return { leaves: this.name }
    }
    if (this.#role !== 'writer') return undefined
    if (question.ask === 'trim') return this.#trims?.answer(question.id)
    const successor = this.#successorFor(question.to)
    if (typeof successor !== 'string') return successor
    this.#successor = successor
    this.#handingOver.resolve()
    return { successor, claimed: this.#claim?.position ?? 0 }
  }

  /** Returns the node that is to be the next writer, the one that is furthest by default, or why there is none. */
  #successorFor(name: string | undefined): string | NodeAnswer {
    if (name === this.name) return { refused: `${name} is the writer already` }
    const followers = this.nodes.filter(({ beat }) => beat.role === 'follower')
    const furthest = followers.toSorted((a, b) => b.beat.position - a.beat.position)[0]
    const chosen = name === undefined ? furthest : followers.find(({ beat }) => beat.node === name)
    if (chosen) return chosen.beat.node
    return { refused: name === undefined ? 'there is no other node' : `there is no other node with the name '${name}'` }
  }

  #beat(): void {
    this.#beats += 1
    if (this.#role === 'writer' || this.#beats % (FOLLOWER_BEAT_MS / WRITER_BEAT_MS) === 0) this.#sayNow()
  }

  #sayNow(): void {
    this.#options.log.beat({ ...this.#say() })
  }

  #say(): NodeBeat {
    const { name: node, url, program, keep } = this.#options
    return {
      node,
      instance: this.#instance,
      started: this.#startedMs,
      now: Date.now(),
      url,
      role: this.#role,
      serves: this.#serves,
      position: this.position,
      settled: this.#options.store.settledPosition,
      claimed: this.#claim?.position ?? 0,
      program,
      tz: process.versions.tz ?? '',
      keep,
    }
  }

  #hear(beat: NodeBeat): void {
    if (!this.#heard.hear(beat)) return
    if (beat.role !== 'writer' || beat.claimed < (this.#claim?.position ?? 0)) return
    this.#counter.hear(beat.position, this.position)
    if (beat.claimed > (this.#claim?.position ?? 0)) void this.#writer?.look().catch(() => {})
    if (this.#role === 'writer') return
    this.#compare(beat)
    this.#claim = { position: beat.claimed, instance: beat.instance, url: beat.url, serves: beat.serves }
    this.#writerHeardMs = performance.now()
    this.reads.heard(beat.position)
  }
}

const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether a message is a document of this name, or a part of one. */
const isDocument = ({ message: { headers } }: StoredMessage, name: DocumentName): boolean =>
  headers['kind'] === 'document' && headers['name'] === name

const newPatience = (): number => PATIENCE_MS + Math.random() * RANDOM_MS
