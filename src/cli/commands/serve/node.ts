import { GameNode } from '../../../cluster/game-node.ts'
import { NodeStore } from '../../../cluster/node-store.ts'
import { followerHealth } from '../../../server/control/health.ts'
import { isOfProcess } from '../../../server/control/metrics.ts'
import { forwardCalls } from '../../../server/forward.ts'
import type { NodeFacts } from '../../../server/node-facts.ts'
import { ListenError, openFront, type Front } from '../../../server/server.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { showProgress } from '../../../terminal/render/progress.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { createDataDirectory } from '../../create-data-directory.ts'
import { programVersion } from '../../package-root.ts'
import { openBlobs } from './blobs-place.ts'
import { addressError } from './listening.ts'
import type { Log } from './log.ts'
import type { NodeServePlan } from './node-plan.ts'
import { NodeServed } from './node-serving.ts'
import { whileOpened, type Serving } from './serving.ts'
import { withStartErrors } from './start-errors.ts'

/** What a node has open. */
interface OpenNode {
  readonly node: GameNode
  readonly store: NodeStore
  readonly front: Front
  /** Ends the connection to the log. */
  readonly disconnect: () => Promise<void>
}

/** How long a node that ends waits for log servers that do not answer, in ms. */
const LOG_GRACE_MS = 5_000

/** How often the writer looks whether its own disk has failed, in ms. */
const LOOK_MS = 500

/**
 * Serves a game as one of its nodes until `signalled` aborts, or a command tells it to leave. While another node is the
 * writer, this one answers reads, and forwards all other calls. `use` gets each game that this node serves as the writer, and
 * serves it until the promise that it gets resolves. Spec 9.
 */
export async function whileNode(
  plan: NodeServePlan,
  shell: Shell,
  log: Log,
  use: (serving: Serving, until: Promise<unknown>) => Promise<void>,
  signalled: AbortSignal,
): Promise<void> {
  const leaving = new AbortController()
  const ending = AbortSignal.any([signalled, leaving.signal])
  const { node, store, front, disconnect } = await withStartErrors(openNode(plan, shell, log, ending))
  // The other nodes call it by this name.
  const allowedHosts = [...plan.allowedHosts, ...(plan.node.advertise ? [plan.node.advertise.hostname] : [])]
  const identity = { version: programVersion(), data: plan.data, game: plan.project.game.id }
  const forwarding = forwardCalls({
    hosts: [plan.host, ...allowedHosts],
    writerUrl: () => (node.role === 'writer' ? undefined : node.writerUrl),
    isReplaced: (url) => node.isReplaced(url),
    passOn: (...call) => front.passOn(...call),
    own: (path) => followerHealth(path, { ...identity, node: () => factsOf(node) }),
  })
  void node.leaving.then(() => leaving.abort())
  const ended = new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve(), { once: true }))
  void ended.then(() => setTimeout(() => void disconnect(), LOG_GRACE_MS).unref())
  front.serve(forwarding)
  const planned = { ...plan, allowedHosts, front, nodeFacts: () => factsOf(node) }
  const served = new NodeServed({ plan: planned, shell, log, node, store, forwarding, ending })
  try {
    while (!ending.aborted) {
      const became = await withStartErrors(node.untilWriter(ending, served)).catch((error: unknown) => {
        if (!ending.aborted) throw error
      })
      if (!became) break
      const { writer } = became
      // A writer that was frozen or cut off may have been replaced, and what it answers may be old.
      front.guardedBy({ allows: (req) => node.isSure || isOfProcess(req), otherwise: forwarding })
      const failure = Promise.withResolvers<void>()
      const over = Promise.race([ended, writer.ended, node.handingOver, failure.promise]).then(() => {
        front.guardedBy(undefined)
        front.serve(forwarding)
      })
      const serve = async (serving: Serving, end: () => Promise<void>): Promise<void> => {
        node.beginsToServe()
        const looking = setInterval(() => serving.emulator.state === 'storage_failed' && failure.resolve(), LOOK_MS)
        try {
          await use(serving, over)
        } finally {
          clearInterval(looking)
          await end()
        }
        writer.throwIfGivenUp()
        if (serving.emulator.state === 'storage_failed' && !writer.isFenced)
          throw new StorageError(
            'The data directory of this node cannot be written, and another node takes over. Free some space or repair the disk, and start this node again',
          )
      }
      try {
        const { opened, end } = await withStartErrors(served.write(became))
        try {
          await withStartErrors(whileOpened(opened, (serving) => serve(serving, end)))
        } finally {
          await end()
        }
      } catch (error) {
        if (!writer.isFenced && !ending.aborted) throw error
      } finally {
        await node.leave(writer).catch((error: unknown) => log.warn(String(error)))
      }
    }
    // The calls that wait get the answers of the next writer.
    await front.serve(forwarding)()
  } finally {
    await served.drop().catch((error: unknown) => log.warn(String(error)))
    await front.close()
    forwarding.close()
    node.close()
    // A directory that cannot be written cannot be closed either. What is still open would keep the process running.
    await store.close().catch((error: unknown) => log.warn(String(error)))
    await disconnect()
  }
}

async function openNode(plan: NodeServePlan, shell: Shell, log: Log, ending: AbortSignal): Promise<OpenNode> {
  const { io } = shell
  const { name, replicas, blobs, keep, advertise } = plan.node
  const front = await openFront(plan.host, plan.port).catch(async (error: unknown) => {
    throw error instanceof ListenError ? await addressError(error, io) : error
  })
  try {
    await createDataDirectory(io.files, plan.data)
    // The library is only loaded by nodes.
    const { NatsLog } = await import('../../../storage/log/nats-log.ts')
    const nats = await showProgress(shell, 'connecting to the log servers', NatsLog.connect(plan.node.log))
    try {
      await nats.create(replicas)
      const store = await NodeStore.open({
        data: { files: io.files, directory: plan.data },
        program: programVersion(),
        game: plan.project.game.id,
        log: await nats.identity(),
        blobs: await openBlobs(blobs, io, nats, replicas),
        createdMs: io.now(),
        durability: plan.settings.durability ?? 'batch',
        ending,
        warn: log.warn,
      })
      nats.warnOfRefusals(log.warn)
      if (plan.project.file === undefined)
        log.warn(`there is no gamify.json here, so this is a node of the game '${plan.project.game.id}'`)
      const url = advertise?.origin ?? front.url
      const node = new GameNode({
        name,
        url,
        program: programVersion(),
        keep,
        store,
        log: nats,
        warn: log.warn,
        note: (message) => shell.note(message),
      })
      shell.note(
        `node ${name} follows the game '${plan.project.game.id}' on ${front.url}: it answers reads, and forwards changes to the writer`,
      )
      return { node, store, front, disconnect: () => nats.close() }
    } catch (error) {
      await nats.close()
      throw error
    }
  } catch (error) {
    await front.close()
    throw error
  }
}

const factsOf = (node: GameNode): NodeFacts => ({
  name: node.name,
  role: node.role,
  position: node.position,
  writer: node.writerUrl,
  figures: node.figures,
})
