import { exportGame } from '../../src/cluster/moving.ts'
import { openGameFile } from '../../src/emulator/game-document.ts'
import { openGameStore, type GameStore } from '../../src/emulator/game-store.ts'
import { checksum } from '../../src/storage/checksum.ts'
import { openFileStore } from '../../src/storage/file-store.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import { directoryBlobs, type Blobs } from '../../src/storage/log/blobs.ts'
import { LogTrimmed, type LogMessage } from '../../src/storage/log/replicated-log.ts'
import type { RuntimeStore } from '../../src/storage/runtime-store.ts'
import { MemoryLog } from '../support/memory-log.ts'
import { openNode, writeWith } from '../support/node-stores.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn } from '../support/storages.ts'
import { testGame } from '../support/test-game.ts'
import { newCells, NOTHING, put, settles, type Cells } from './cells.ts'
import type { Life } from './fault-walk.ts'

/** The nodes of a game on several machines. Their files go wrong; their log and their blobs do not. */

/** What is outside of the files, and which entries the log was told to have. */
interface NodeLedger {
  readonly messages: LogMessage[]
  readonly blobs: Map<string, Uint8Array>
  readonly answered: string[]
}

const newNodeLedger = (): NodeLedger => ({ messages: [], blobs: new Map(), answered: [] })

function blobsIn(blobs: NodeLedger['blobs']): Blobs {
  return {
    async put(name, pieces) {
      if (blobs.has(name)) return false
      blobs.set(name, Buffer.concat(await Array.fromAsync(pieces())))
      return true
    },
    async get(name) {
      const found = blobs.get(name)
      return found && ReadableStream.from([found])
    },
    remove: async (name) => void blobs.delete(name),
    names: async () => [...blobs.keys()],
  }
}

/** A process of its own for each start, because one that was stopped did not let go of its directory. */
let starts = 0
function placeOn(fs: FileSystem) {
  starts += 1
  return dataOn(fs, starts)
}

const openOn = (fs: FileSystem, { messages, blobs }: NodeLedger, start = 1) => {
  const log = new MemoryLog(messages, start)
  const options = { data: placeOn(fs), blobs: blobsIn(blobs), createdMs: 1, game: 'quest', log, warn: () => {} }
  return { log, node: () => openNode(options) }
}

async function append({ live: { journal } }: RuntimeStore, letter: string, { answered }: NodeLedger): Promise<void> {
  const seq = journal.lastSeq + 1
  const text = JSON.stringify({ seq, letter })
  await journal.append(seq, text, checksum(text))
  answered.push(text)
}

const lettersOf = async ({ live: { journal } }: RuntimeStore): Promise<string> =>
  (await Array.fromAsync(journal.read(1), ({ text }) => (JSON.parse(text) as { letter: string }).letter)).join('')

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Writes in two sessions: the game, entries, a design, an image, an ended token, a snapshot, and another history. */
async function write(fs: FileSystem, ledger: NodeLedger): Promise<void> {
  for (const session of ['a', 'b']) {
    const { log, node } = openOn(fs, ledger)
    const store = await writeWith(await node(), log)
    try {
      await writeSession(store, session, ledger)
    } finally {
      await store.close()
    }
  }
}

async function writeSession(
  store: GameStore & { settle(): Promise<void> },
  session: string,
  ledger: NodeLedger,
): Promise<void> {
  const staging = await store.openRuntime('staging', {
    generation: store.file.runtimes?.staging.generation,
    design: () => null,
  })
  const production = await store.openRuntime('production', {
    generation: store.file.runtimes?.production.generation,
    design: () => null,
  })
  const live = {
    staging: { generation: staging.live.generation },
    production: { generation: production.live.generation },
  }
  if (!store.file.runtimes) await store.file.begin(live)
  await append(staging, session, ledger)
  await (await store.openDesigns()).write(`{"design":"${session}"}`)
  await (await store.openImages()).put('design', (session === 'a' ? 'ab' : 'cd').repeat(12), PNG)
  await store.revoked.add({ family: 'tokens:app', id: session, untilS: 99 })
  await append(staging, 'x', ledger)
  await store.settle()
  if (session === 'b') return
  const { generation } = staging.live
  const [text = ''] = (await staging.live.journal.texts([1])).map((each) => each ?? '')
  const next = await staging.begin({ parent: { generation, seq: 1 }, first: 2, chain: checksum(text) })
  await next.sync()
  // From now on, the entries after the first one may no longer be part of the game.
  ledger.answered.splice(1)
  await store.file.keepGeneration('staging', next.generation)
  await staging.madeLive(next)
  await append(staging, 'y', ledger)
  await store.settle()
}

/** Returns what a node on other files has of the log. */
async function followed(ledger: NodeLedger): Promise<{ readonly letters: string; readonly secret: string }> {
  return whole(new SimulatedFileSystem(), ledger)
}

/** Takes all of the log, and returns what the directory has then. */
async function whole(
  fs: FileSystem,
  ledger: NodeLedger,
  start = 1,
): Promise<{ readonly letters: string; readonly secret: string }> {
  const { node } = openOn(fs, ledger, start)
  const following = await node()
  const { isBegun } = following
  await following.close()
  if (!isBegun) return { letters: '', secret: '' }
  const { secret, runtimes } = await openGameFile(fs, 'data', 1)
  const staging = await openFileStore({
    fs,
    directory: 'data/staging',
    program: 'test',
    runtime: 'staging',
    generation: runtimes?.staging.generation,
    durability: 'batch',
    design: () => null,
    warn: () => {},
  })
  const letters = await lettersOf(staging)
  await staging.close()
  return { letters, secret }
}

/** A node that writes: whatever goes wrong with its files, it finds what the log has, which is all that was answered. */
export const writerLife: Life<NodeLedger> = {
  newLedger: newNodeLedger,
  history: write,
  async check(fs, ledger) {
    const [own, other] = [await whole(fs, ledger), await followed(ledger)]
    const answered = ledger.answered.map((text) => (JSON.parse(text) as { letter: string }).letter).join('')
    return [
      ...(own.letters === other.letters && own.secret === other.secret
        ? []
        : [`it has ${JSON.stringify(own)}, and another node ${JSON.stringify(other)}`]),
      ...(own.letters.startsWith(answered) ? [] : [`${answered} was answered, and it has ${own.letters}`]),
    ]
  },
}

/** A log that a writer has written whose files were sound. */
const written = newNodeLedger()
await write(new SimulatedFileSystem(), written)
const complete = await followed(written)

/** A node that follows, in two sessions. */
export const followerLife: Life<object> = {
  newLedger: () => ({}),
  async history(fs) {
    for (const part of [0.5, 1]) {
      const messages = written.messages.slice(0, Math.ceil(written.messages.length * part))
      const { node } = openOn(fs, { ...written, messages })
      const following = await node()
      await following.settle()
      await following.close()
    }
  },
  async check(fs) {
    const found = await whole(fs, written)
    return found.letters === complete.letters && found.secret === complete.secret
      ? []
      : [`it has ${JSON.stringify(found)}, and the log ${JSON.stringify(complete)}`]
  },
}

/** A log that was trimmed twice, with entries after each base. */
const based = newNodeLedger()
const basedFrom = await writeBases(based)
const completeBased = await whole(new SimulatedFileSystem(), based, basedFrom.second)

/** Writes a game with two bases. Returns where the log begins after the first and the second one. */
async function writeBases(ledger: NodeLedger): Promise<{ readonly first: number; readonly second: number }> {
  const fs = new SimulatedFileSystem()
  await write(fs, ledger)
  const { log, node } = openOn(fs, ledger)
  // The files of the first base stay, for a node that begins with it.
  const store = await writeWith(await node(), log)
  const generation = store.file.runtimes?.staging.generation
  const staging = await store.openRuntime('staging', { generation, design: () => null })
  await store.openRuntime('production', { generation: 1, design: () => null })
  const kept = new Map(ledger.blobs)
  const { start: first } = await store.trim()
  for (const [name, content] of ledger.blobs) kept.set(name, content)
  await append(staging, 'z', ledger)
  const { start: second } = await store.trim()
  for (const [name, content] of kept) ledger.blobs.set(name, content)
  await append(staging, 'q', ledger)
  await store.close()
  return { first, second }
}

/** A node that begins with a base in a directory of its own, and whose next start may find a later one. */
export const joinerLife: Life<object> = {
  newLedger: () => ({}),
  async history(fs) {
    const { node } = openOn(fs, { ...based, messages: based.messages.slice(0, basedFrom.second) }, basedFrom.first)
    const following = await node()
    await following.settle()
    await following.close()
  },
  async check(fs) {
    // A directory that has begun with the first base goes on where the log still has what it needs.
    const found = await whole(fs, based, basedFrom.second).catch((error: unknown) => {
      if (error instanceof LogTrimmed) return whole(fs, based, basedFrom.first)
      throw error
    })
    return found.letters === completeBased.letters && found.secret === completeBased.secret
      ? []
      : [`it has ${JSON.stringify(found)}, and the log ${JSON.stringify(completeBased)}`]
  },
}

const exportTo = async (fs: FileSystem): Promise<unknown> =>
  exportGame({
    data: placeOn(fs),
    log: new MemoryLog(written.messages),
    logId: 'the log',
    blobs: blobsIn(written.blobs),
    game: 'quest',
    program: 'test',
    warn: () => {},
  })

/** A game that is exported: an export that went wrong can be repeated, until it is whole. */
export const exportLife: Life<object> = {
  newLedger: () => ({}),
  history: async (fs) => void (await exportTo(fs)),
  async check(fs) {
    const isDone = (await fs.facts('data/game.json')) !== undefined && (await fs.facts('data/log.json')) === undefined
    if (!isDone) await exportTo(fs)
    const store = await openGameStore({ game: testGame('quest'), clients: [], program: 'test', data: placeOn(fs) })
    try {
      const generation = store.file.runtimes?.staging.generation
      const staging = await store.openRuntime('staging', { generation, design: () => null })
      const letters = await lettersOf(staging)
      const images = (await store.openImages()).list().length
      const isWhole = letters === complete.letters && store.file.secret === complete.secret && images === 2
      return isWhole ? [] : [`it has ${letters} and ${images} images, and the log ${complete.letters} and 2`]
    } finally {
      await store.close()
    }
  },
}

/** Contents in a directory that nodes share. */
export const blobsLife: Life<Cells> = {
  newLedger: newCells,
  async history(fs, cells) {
    for (const name of ['files/a', 'files/b']) {
      const blobs = await directoryBlobs(fs, 'blobs')
      await put(cells, name, name, () => blobs.put(name, () => ReadableStream.from([Buffer.from(name)])))
    }
  },
  async check(fs, cells) {
    const blobs = await directoryBlobs(fs, 'blobs')
    const problems: string[] = []
    for (const name of cells.keys()) {
      const found = await blobs.get(name)
      const text = found === undefined ? NOTHING : Buffer.concat(await Array.fromAsync(found)).toString()
      problems.push(...settles(cells, name, text))
    }
    return problems
  },
}
