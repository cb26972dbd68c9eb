import type { StoredBase } from '../../src/cluster/base.ts'
import { joinLog } from '../../src/cluster/joining.ts'
import { NodeStore, type NodeStoreOptions } from '../../src/cluster/node-store.ts'
import { trimLog, type Trimmed } from '../../src/cluster/trimming.ts'
import type { GameStore } from '../../src/emulator/game-store.ts'
import { LogWriter } from '../../src/storage/log/log-writer.ts'
import type { ReplicatedLog } from '../../src/storage/log/replicated-log.ts'

/** What a node of a test needs. */
export interface TestNode extends Pick<NodeStoreOptions, 'data' | 'blobs' | 'createdMs' | 'game' | 'ending'> {
  readonly log: ReplicatedLog
  readonly logId?: string
  /** Receives warnings (default: none may come). */
  readonly warn?: (message: string) => void
}

const unexpected = (message: string): never => {
  throw new Error(message)
}

/** Opens a node that has taken all of a log. */
export async function openNode({
  log,
  logId = 'the log',
  warn = unexpected,
  ...options
}: TestNode): Promise<NodeStore> {
  const node = await NodeStore.open({
    ...options,
    program: 'test',
    log: logId,
    durability: 'batch',
    warn,
  })
  try {
    await joinLog(node, { log, wait, ending: new AbortController().signal })
    await takeAll(node, log)
    return node
  } catch (error) {
    await node.close()
    throw error
  }
}

/** Lets a node take what it does not have of a log. */
export async function takeAll(node: NodeStore, log: ReplicatedLog): Promise<void> {
  const end = await log.end()
  for (let position = node.position + 1; position <= end; position++) {
    const message = await log.read(position)
    if (message) await node.take({ position, message })
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

let claims = 0

/** The store of a node that writes. */
interface WritingStore extends GameStore {
  readonly writer: LogWriter
  makeBase(): Promise<StoredBase>
  /** Records how far the directory is, as a node does from time to time. */
  settle(): Promise<void>
  /** Makes a base, and removes what comes before it and what other nodes have on disk. */
  trim(others?: readonly number[]): Promise<Trimmed>
}

/** Makes a node the writer. Its directory is free when the store is closed. */
export async function writeWith(node: NodeStore, log: ReplicatedLog): Promise<WritingStore> {
  claims += 1
  const id = `test.${claims}`
  const writer = await LogWriter.claim(log, { writer: id, after: node.position, facts: {}, wait })
  if (!writer) throw new Error('another node has claimed the log')
  const game = await node.openGame()
  await game.write(writer, id)
  const store: GameStore = game
  return {
    file: store.file,
    revoked: store.revoked,
    openDesigns: () => store.openDesigns(),
    openImages: () => store.openImages(),
    openRuntime: (...parameters) => store.openRuntime(...parameters),
    announce: (url) => store.announce(url),
    writer,
    settle: () => node.settleWritten(),
    makeBase: () => node.makeBase(undefined, () => {}),
    trim: (others = []) => {
      const settled = () => [node.settledPosition, ...others]
      return trimLog({ log, store: node, wait: () => wait(0), ending: new AbortController().signal, settled }, false)
    },
    close: async () => {
      await store.close()
      await node.close()
    },
  }
}
