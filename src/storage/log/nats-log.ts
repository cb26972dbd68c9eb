import {
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream'
import { Objm } from '@nats-io/obj'
import {
  connect,
  credsAuthenticator,
  headers as newHeaders,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from '@nats-io/transport-node'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StorageError } from '../storage-error.ts'
import { type Blobs, paced } from './blobs.ts'
import { parseServers, type NatsOptions } from './nats-address.ts'
import {
  codeOf,
  keepTrying,
  NO_MESSAGE,
  NO_PEERS,
  NO_STREAM,
  PURGE_FAILED,
  reasonOf,
  refusalIn,
  refused,
  STREAM_EXISTS,
  TOO_FEW_SERVERS,
  WRONG_LAST_SEQUENCE,
} from './nats-errors.ts'
import { LogMoved, LogSilent, type LogMessage, type ReplicatedLog, type StoredMessage } from './replicated-log.ts'

/** How long a request waits for its answer, in ms. */
const ANSWER_MS = 1_000

/**
 * How often a server is asked whether it is there, in ms, and how often it may leave that unanswered. A machine that lost its
 * power or its network closes no connection, and a node has to notice that before it waits for the writer in vain.
 */
const PING_MS = 500
const PINGS = 2

/** How long a server can take to accept a connection, in ms. The client tries the one that it has lost first, and that may be silent. */
const CONNECT_MS = 1_000

/** How long the servers, which may have just been started, can take to find each other, in ms. */
const PEERS_MS = 5_000

/** How fast a content goes into the store of blobs, in bytes a second. At full speed it would slow the log of the same servers. */
const BLOB_BYTES_A_SECOND = 10e6

/** What a node hears of another one. */
export type Beat = Readonly<Record<string, unknown>>

/** The key of the metadata of a stream that names this one log. */
const LOG_ID = 'gamify_log'

/** The log of a game as a stream of NATS JetStream. What a server does not answer in time rejects with LogSilent. */
export class NatsLog implements ReplicatedLog {
  readonly #connection: NatsConnection
  readonly #client: JetStreamClient
  readonly #manager: JetStreamManager
  readonly #addresses: string
  readonly #game: string
  readonly #refused = new Set<string>()
  #warn: ((message: string) => void) | undefined
  #isConnected = true
  #disconnects = 0

  private constructor(connection: NatsConnection, manager: JetStreamManager, addresses: string, game: string) {
    this.#connection = connection
    this.#client = jetstream(connection, { timeout: ANSWER_MS })
    this.#manager = manager
    this.#addresses = addresses
    this.#game = game
    void this.#watch()
  }

  /** Connects to the servers. Throws StorageError if none answers, or if they refuse the credentials. */
  static async connect(options: NatsOptions): Promise<NatsLog> {
    const { servers, addresses, login } = parseServers(options.servers)
    const connection = await keepTrying(addresses, async () =>
      connect({
        servers,
        ...login,
        ...(await credentialsOf(options)),
        maxReconnectAttempts: -1,
        reconnectTimeWait: 200,
        reconnectJitter: 100,
        pingInterval: PING_MS,
        maxPingOut: PINGS,
        timeout: CONNECT_MS,
        name: `gamify ${options.game}`,
      }),
    )
    try {
      const manager = await keepTrying(addresses, () => jetstreamManager(connection, { timeout: ANSWER_MS }))
      return new NatsLog(connection, manager, addresses, options.game)
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  /** Whether the game has a stream. */
  async exists(): Promise<boolean> {
    const info = await this.#stream().catch((error: unknown) => {
      if (codeOf(error) === NO_STREAM) return undefined
      throw silentOr(error)
    })
    return info !== undefined
  }

  /** Creates the stream of the game with so many copies, if it does not exist. Throws StorageError. */
  async create(replicas: number): Promise<void> {
    const config: Partial<StreamConfig> & { name: string } = {
      name: this.#name,
      subjects: [this.#subject],
      storage: StorageType.File,
      num_replicas: replicas,
      discard: DiscardPolicy.New,
      deny_delete: true,
      // Trimming is a purge.
      deny_purge: false,
      allow_direct: false,
      duplicate_window: 100e6,
      metadata: { [LOG_ID]: randomUUID() },
    }
    const untilMs = performance.now() + PEERS_MS
    const willPass = (code: number): boolean => code === NO_PEERS && performance.now() < untilMs
    try {
      await keepTrying(this.#addresses, () => this.#manager.streams.add(config), willPass)
    } catch (cause) {
      const code = codeOf(cause)
      if (code === STREAM_EXISTS) return
      if (code !== undefined && TOO_FEW_SERVERS.includes(code) && replicas > 1)
        throw new StorageError(
          `The log servers cannot keep ${replicas} copies of the game: ${reasonOf(cause)}. Start ${replicas} servers, or pass --replicas 1 for a trial`,
          { cause },
        )
      if (cause instanceof StorageError) throw cause
      throw new StorageError(`The stream ${this.#name} cannot be created: ${reasonOf(cause)}`, { cause })
    }
  }

  /** Removes the stream of the game and its blobs. */
  async remove(): Promise<void> {
    await this.#manager.streams.delete(this.#name)
    await this.#manager.streams.delete(`OBJ_${this.#bucket}`).catch(() => {})
  }

  async publish({ headers, data }: LogMessage, after: number): Promise<number> {
    try {
      const { seq } = await this.#client.publish(this.#subject, data, {
        headers: toHeaders(headers),
        expect: { lastSequence: after },
        timeout: ANSWER_MS,
        retries: 1,
      })
      return seq
    } catch (error) {
      const code = codeOf(error)
      if (code !== undefined && WRONG_LAST_SEQUENCE.includes(code)) throw new LogMoved(reasonOf(error))
      throw this.#gone(error)
    }
  }

  async read(position: number): Promise<LogMessage | undefined> {
    try {
      const found = await this.#manager.streams.getMessage(this.#name, { seq: position })
      return found ? { headers: fromHeaders(found.header), data: found.data } : undefined
    } catch (error) {
      if (codeOf(error) === NO_MESSAGE) return undefined
      throw this.#gone(error)
    }
  }

  async end(): Promise<number> {
    try {
      return (await this.#stream()).state.last_seq
    } catch (error) {
      throw this.#gone(error)
    }
  }

  async start(): Promise<number> {
    try {
      return (await this.#stream()).state.first_seq
    } catch (error) {
      throw this.#gone(error)
    }
  }

  async trim(before: number): Promise<void> {
    try {
      await this.#manager.streams.purge(this.#name, { seq: before })
    } catch (error) {
      if (codeOf(error) === PURGE_FAILED)
        throw new StorageError(
          `The log servers do not trim the stream ${this.#name}: ${reasonOf(error)}. If it was created with deny_purge, export the game, remove the stream and its blobs, and adopt the game again`,
          { cause: error },
        )
      throw this.#gone(error)
    }
  }

  /** Returns what names this one log, and no other one of the same game. */
  async identity(): Promise<string> {
    const { config } = await keepTrying(this.#addresses, () => this.#stream())
    return config.metadata?.[LOG_ID] ?? ''
  }

  async *follow(after: number, signal: AbortSignal, only?: 'headers'): AsyncGenerator<StoredMessage> {
    try {
      const consumer = await this.#client.consumers.get(this.#name, {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: after + 1,
        headers_only: only === 'headers',
      })
      const messages = await consumer.consume({ max_messages: 1_000 })
      const close = (): void => void messages.close()
      signal.addEventListener('abort', close, { once: true })
      if (signal.aborted) close()
      try {
        for await (const { seq, headers, data } of messages)
          yield { position: seq, message: { headers: fromHeaders(headers), data } }
      } finally {
        signal.removeEventListener('abort', close)
        close()
      }
    } catch (error) {
      throw this.#gone(error)
    }
  }

  /** Says something to all nodes that listen now. It can get lost. */
  beat(beat: Beat): void {
    if (!this.#connection.isClosed()) this.#connection.publish(`gamify.${this.#game}.alive`, JSON.stringify(beat))
  }

  /** Listens to what nodes say, until the connection is closed. */
  hear(listener: (beat: Beat) => void): void {
    this.#connection.subscribe(`gamify.${this.#game}.alive`, {
      callback: (error, message) => {
        const beat = error ? undefined : saidIn(message)
        if (beat) listener(beat)
      },
    })
  }

  /** Asks the nodes something. Resolves to the first answer; undefined if none answers. */
  async ask(question: Beat, mostMs = 2_000): Promise<Beat | undefined> {
    try {
      const answer = await this.#connection.request(`gamify.${this.#game}.ask`, JSON.stringify(question), {
        timeout: mostMs,
      })
      return answer.json<Beat>()
    } catch {
      return undefined
    }
  }

  /** Answers what others ask. A node that has no answer stays silent. */
  answer(answerOf: (question: Beat) => Beat | undefined): void {
    this.#connection.subscribe(`gamify.${this.#game}.ask`, {
      callback: (error, message) => {
        const question = error ? undefined : saidIn(message)
        const answer = question && answerOf(question)
        if (answer) message.respond(JSON.stringify(answer))
      },
    })
  }

  /** How the connection is now, and how often it was lost. */
  get connection(): { readonly isConnected: boolean; readonly disconnects: number } {
    return { isConnected: this.#isConnected, disconnects: this.#disconnects }
  }

  /** Returns the blobs of the game in the object store of the servers. */
  async blobs(replicas: number): Promise<Blobs> {
    const manager = new Objm(this.#connection)
    const store = await keepTrying(this.#addresses, () =>
      manager.create(this.#bucket, { replicas, storage: StorageType.File }),
    )
    return {
      put: (name, pieces) =>
        keepTrying(this.#addresses, async () => {
          // What was removed leaves a note behind, which says so.
          const found = await store.info(name)
          if (found && !found.deleted) return false
          await store.put({ name }, ReadableStream.from(paced(pieces(), BLOB_BYTES_A_SECOND)) as never)
          return true
        }),
      get: (name) =>
        keepTrying(this.#addresses, async () => {
          const found = await store.get(name)
          return found ? wholeOf(found) : undefined
        }),
      remove: async (name) => void (await keepTrying(this.#addresses, () => store.delete(name))),
      names: () =>
        keepTrying(this.#addresses, async () =>
          (await store.list()).flatMap(({ name, deleted }) => (deleted ? [] : [name])),
        ),
    }
  }

  /** What an operator wants to know of the stream. */
  async facts(): Promise<StreamFacts> {
    const { state, config, cluster } = await keepTrying(this.#addresses, () => this.#stream()).catch(
      (error: unknown) => {
        throw this.#gone(error)
      },
    )
    const server = this.#connection.info
    const others = cluster?.replicas ?? []
    return {
      name: config.name,
      messages: state.messages,
      bytes: state.bytes,
      start: state.first_seq,
      end: state.last_seq,
      replicas: config.num_replicas,
      leader: cluster?.leader ?? server?.server_name ?? '',
      servers: others.map(({ name, current, offline, lag }) => ({
        name,
        state: offline ? 'offline' : current ? 'current' : 'behind',
        lag,
      })),
      version: server?.version ?? '',
    }
  }

  async close(): Promise<void> {
    await this.#connection.close()
  }

  /**
   * Tells `warn` once of each subject that the servers do not let this connection use. They may refuse it at any time, and
   * leave what is sent there without an answer.
   */
  warnOfRefusals(warn: (message: string) => void): void {
    this.#warn = warn
  }

  /** Notes how the connection is, until it is closed. */
  async #watch(): Promise<void> {
    for await (const status of this.#connection.status()) {
      const { type } = status
      if (type === 'disconnect') this.#disconnects += 1
      if (type === 'disconnect' || type === 'close') this.#isConnected = false
      if (type === 'reconnect') this.#isConnected = true
      const refusal = type === 'error' ? refusalIn(status.error) : undefined
      if (!refusal || !this.#warn) continue
      const message = refused(this.#addresses, refusal)
      if (!this.#refused.has(message)) this.#warn(message)
      this.#refused.add(message)
    }
  }

  get #name(): string {
    return `gamify-${this.#game}`
  }

  get #subject(): string {
    return `gamify.${this.#game}.log`
  }

  get #bucket(): string {
    return `gamify-${this.#game}-blobs`
  }

  #stream() {
    return this.#manager.streams.info(this.#name)
  }

  /** A stream that no longer exists will not answer later. Everything else can. */
  #gone(error: unknown): Error {
    if (this.#connection.isClosed())
      return new StorageError('The connection to the log servers is closed', { cause: error })
    if (codeOf(error) === NO_STREAM)
      return new StorageError(
        `The log servers have no stream ${this.#name}. Begin the game with gamify serve --journal or gamify cluster adopt; or restore the stream, if it was lost`,
        { cause: error },
      )
    return silentOr(error)
  }
}

/** What the servers say of the stream of a game. */
export interface StreamFacts {
  readonly name: string
  readonly messages: number
  readonly bytes: number
  /** The first position that it still has. */
  readonly start: number
  /** The position of the last message. */
  readonly end: number
  readonly replicas: number
  /** The server that orders the messages; empty while the servers choose one. */
  readonly leader: string
  /** The other servers that have copies. */
  readonly servers: readonly {
    readonly name: string
    readonly state: 'current' | 'behind' | 'offline'
    readonly lag: number
  }[]
  /** The version of the server that answered. */
  readonly version: string
}

async function credentialsOf({ credentials, tls }: NatsOptions) {
  const { ca: caFile, cert: certFile, key: keyFile } = tls ?? {}
  // The client reads them at each connection, because certificates are renewed. Here they are read for a clear message.
  for (const path of [caFile, certFile, keyFile]) if (path !== undefined) await readKey(path)
  const files = { ...(caFile && { caFile }), ...(certFile && { certFile }), ...(keyFile && { keyFile }) }
  return {
    ...(credentials !== undefined && { authenticator: credsAuthenticator(await readKey(credentials)) }),
    ...(Object.keys(files).length > 0 && { tls: files }),
  }
}

const readKey = (path: string): Promise<Buffer> =>
  readFile(path).catch((cause: unknown) => {
    throw new StorageError(`${path}, which is to connect to the log servers, cannot be read: ${reasonOf(cause)}`, {
      cause,
    })
  })

async function* wholeOf({ data, error }: { data: ReadableStream<Uint8Array>; error: Promise<Error | null> }) {
  yield* data
  const failed = await error
  if (failed) throw new LogSilent(failed.message, { cause: failed })
}

function toHeaders(given: LogMessage['headers']): MsgHdrs {
  const made = newHeaders()
  for (const [name, value] of Object.entries(given)) made.set(name, value)
  return made
}

const fromHeaders = (given: MsgHdrs | undefined): LogMessage['headers'] =>
  Object.fromEntries(
    Array.from(given ?? [], ([name, values]) => [name, values[0] ?? ''] as const).filter(
      ([name]) => !name.startsWith('Nats-'),
    ),
  )

/** Returns what a message says; undefined if it is not from gamify. */
function saidIn(message: Msg): Beat | undefined {
  try {
    const said: unknown = message.json()
    return typeof said === 'object' && said !== null ? (said as Beat) : undefined
  } catch {
    return undefined
  }
}

const silentOr = (error: unknown): Error =>
  error instanceof StorageError || error instanceof LogMoved ? error : new LogSilent(reasonOf(error), { cause: error })
