import type { Claimed, FollowedGame, GameNode } from '../../../cluster/game-node.ts'
import type { NodeGame } from '../../../cluster/node-game.ts'
import type { NodeStore } from '../../../cluster/node-store.ts'
import type { ForwardingListeners } from '../../../server/forward.ts'
import type { CalledNode, FollowerReads } from '../../../server/node-headers.ts'
import type { Server } from '../../../server/server.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { serveGame } from './listening.ts'
import type { Log } from './log.ts'
import type { NodeServePlan } from './node-plan.ts'
import { closeOpened, openServed, type OpenedGame } from './serving.ts'

/** What the game of a node is opened with. */
interface NodeServing {
  readonly plan: NodeServePlan
  readonly shell: Shell
  readonly log: Log
  readonly node: GameNode
  readonly store: NodeStore
  readonly forwarding: ForwardingListeners
  /** Aborts when the node ends. */
  readonly ending: AbortSignal
}

/** The game of a node, which has the state in memory. */
interface WarmGame {
  readonly opened: OpenedGame
  readonly store: NodeGame
  readonly writes: () => void
  /** Answers reads while another node is the writer. */
  readonly reads: Server | undefined
}

/**
 * The game of a node. While another node is the writer, it takes what that one decides, and answers reads. When this node
 * becomes the writer, it goes on with the state that it has.
 */
export class NodeServed implements FollowedGame {
  readonly #parts: NodeServing
  #game: WarmGame | undefined

  constructor(parts: NodeServing) {
    this.#parts = parts
  }

  async load(): Promise<void> {
    const { forwarding, plan, shell, log } = this.#parts
    const game = await this.#open()
    const { emulator } = game.opened
    try {
      await emulator.recovered
      game.store.taker = (runtime, line) => emulator.runtime(runtime).take(line)
      const calledNode = { ...this.#called(), follower: this.#followerReads() }
      const reads = await serveGame(shell, { ...plan, calledNode }, emulator, log, { forwarding })
      this.#game = { ...game, reads }
    } catch (error) {
      await closeOpened(game.opened)
      throw error
    }
  }

  async drop(): Promise<void> {
    const game = this.#game
    this.#game = undefined
    await game?.reads?.stop()
    if (game) await closeOpened(game.opened)
  }

  /** Lets the game go on as one that this node writes. Returns it, and what ends its streams of before. */
  async write({ writer, id }: Claimed): Promise<{ readonly opened: OpenedGame; readonly end: () => Promise<void> }> {
    const { opened, store, writes, reads } = this.#game ?? (await this.#open())
    this.#game = undefined
    this.#parts.forwarding.readBy(undefined)
    await store.write(writer, id)
    writes()
    return { opened, end: async () => reads?.stop() }
  }

  async #open(): Promise<WarmGame> {
    const { plan, shell, log, store: place, ending } = this.#parts
    const store = await place.openGame()
    const writes = Promise.withResolvers<void>()
    const planned = { ...plan, calledNode: this.#called(), openStore: async () => store }
    const opened = await openServed(planned, shell, log, ending, writes.promise)
    return { opened, store, writes: writes.resolve, reads: undefined }
  }

  #called(): CalledNode {
    const { node, plan } = this.#parts
    return { position: () => node.position, reads: plan.node.reads }
  }

  #followerReads(): FollowerReads {
    const { node, forwarding } = this.#parts
    return {
      lagMs: () => node.reads.lagMs,
      canAnswer: (after) => (after === undefined ? node.reads.untilCurrent() : node.reads.until(after)),
      elsewhere: (call) => call.handOver(forwarding.forward),
    }
  }
}
