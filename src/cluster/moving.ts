import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { openGameFile } from '../emulator/game-document.ts'
import { NODE_FILE } from '../emulator/game-store.ts'
import { openRevokedTokens } from '../emulator/revoked-tokens.ts'
import type { DataDirectory } from '../emulator/settings.ts'
import { makeDirectory } from '../storage/durable-file.ts'
import { takeLock } from '../storage/lock.ts'
import { piecesOf, writePieces, type Blobs } from '../storage/log/blobs.ts'
import { LogRecords } from '../storage/log/log-message.ts'
import { LogWriter } from '../storage/log/log-writer.ts'
import { LogTrimmed, type ReplicatedLog, type Wait } from '../storage/log/replicated-log.ts'
import { localProcesses } from '../storage/processes.ts'
import { orStorageFailure, StorageError } from '../storage/storage-error.ts'
import { joinLog } from './joining.ts'
import { logDocument, RUNTIMES, type DocumentValue } from './log-documents.ts'
import { NodeStore, writeNodeFile, type NodeStoreOptions } from './node-store.ts'
import { factsOfGame, listed, SHARED_FOLDERS, shareFiles } from './shared-files.ts'

/** Moves a game between a data directory and the log of a game on several machines. */
export interface MovingOptions extends Pick<NodeStoreOptions, 'blobs' | 'game' | 'program' | 'warn'> {
  readonly data: DataDirectory
  readonly log: ReplicatedLog
  /** What names the log, and no other one of the same game. */
  readonly logId: string
  /** Reports how many files of how many are done. */
  readonly onProgress?: (done: number, all: number) => void
}

/** What was moved. */
export interface MovedGame {
  readonly entries: Readonly<Record<'staging' | 'production', number>>
  readonly files: number
}

const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Makes the game of a data directory the beginning of a log. The directory is then one of a node. The log has the game once
 * its only message is stored, so an adoption that is interrupted has done nothing, and can be repeated. Throws LockHeld and
 * StorageError.
 */
export async function adopt(options: MovingOptions): Promise<MovedGame> {
  const { data, log, blobs } = options
  const { files: fs, directory, processes = localProcesses() } = data
  if ((await listed(data, '')).length === 0) throw new StorageError(`${directory} has no game`)
  const lock = await takeLock({ fs, directory, processes })
  try {
    if (await isThere(data, NODE_FILE))
      throw new StorageError(
        `${directory} is the data directory of a node already. Only if its log is lost for good: delete the file ${NODE_FILE} in it, and adopt it again`,
      )
    const file = await openGameFile(fs, directory, 0)
    if (!file.runtimes) throw new StorageError(`${directory} has no game`)
    const end = await requireNoGame(log, options.game)
    // Opening a history checks it, and cuts off what was never acknowledged.
    const { entries, paths } = await filesOf(options, file.runtimes)
    const shared = await shareContents(options, paths.length)
    const files = await shareFiles(data, blobs, paths, shared.step)
    const inRuntime = (runtime: string) => files.filter(({ path }) => path.startsWith(`${runtime}/`))
    const isPoint = ({ path }: { path: string }): boolean => path.includes('/points/')
    const runtimes = file.runtimes
    const begun = (runtime: 'staging' | 'production') => ({
      generation: runtimes[runtime].generation,
      files: inRuntime(runtime).filter((each) => !isPoint(each)),
    })
    const value: DocumentValue<'game'> = {
      ...(await factsOfGame(data, options.game, file, (await openRevokedTokens(fs, directory)).found)),
      runtimes: { staging: begun('staging'), production: begun('production') },
      files: files.filter(isPoint),
    }
    const id = `adopt.${randomUUID()}`
    const writer = await LogWriter.claim(log, { writer: id, after: end, facts: { node: 'adopt', url: '' }, wait })
    if (!writer) throw new StorageError('Another process has written to the log meanwhile. Nothing was adopted')
    await writer.append(logDocument('game', value))
    await writer.append(logDocument('end', { successor: '' }))
    await writeNodeFile(data, { log: options.logId, position: writer.position, writer: id })
    return { entries, files: files.length + shared.count }
  } finally {
    await lock.release()
  }
}

/** Ensures that a log has no game yet. Returns its end. Throws StorageError. */
async function requireNoGame(log: ReplicatedLog, game: string): Promise<number> {
  const has = (): StorageError =>
    new StorageError(
      `The log has the game '${game}' already. Start a node with an empty data directory; or, to start again, remove the stream gamify-${game} and its blobs from the log servers first`,
    )
  // Only the log of a game is ever trimmed.
  if ((await log.start()) > 1) throw has()
  const end = await log.end()
  const records = new LogRecords()
  for (let position = 1; position <= end; position++) {
    const record = records.take({ position, message: await readSurely(log, position) })
    if (record?.kind === 'document' && record.name === 'game') throw has()
  }
  return end
}

/** Returns the last entries, and the files of the histories, relative to the directory. */
async function filesOf(
  { data, program, warn }: MovingOptions,
  runtimes: { staging: { generation: number }; production: { generation: number } },
) {
  const entries = { staging: 0, production: 0 }
  const paths: string[] = []
  const { openFileStore } = await import('../storage/file-store.ts')
  for (const runtime of RUNTIMES) {
    const store = await openFileStore({
      fs: data.files,
      directory: join(data.directory, runtime),
      program,
      runtime,
      generation: runtimes[runtime].generation,
      durability: 'batch',
      design: () => null,
      warn,
    })
    entries[runtime] = store.live.journal.lastSeq
    await store.close()
    for (const folder of SHARED_FOLDERS) {
      const names = await listed(data, join(runtime, folder))
      paths.push(...names.filter((name) => name.endsWith('.ndjson')).map((name) => `${runtime}/${folder}/${name}`))
    }
  }
  return { entries, paths }
}

/** Stores all designs and images as blobs, under the names by which nodes look for them. */
async function shareContents({ data, blobs, onProgress }: MovingOptions, others: number) {
  const { files: fs, directory } = data
  const contents: { readonly path: string; readonly blob: string }[] = []
  for (const name of await listed(data, 'designs')) {
    const [hash = ''] = name.split('.')
    contents.push({ path: join('designs', name), blob: `designs/${hash}.json` })
  }
  for (const folder of ['design', 'players', 'files'])
    for (const name of await listed(data, join('images', folder)))
      contents.push({ path: join('images', folder, name), blob: `images/${folder}/${name}` })
  let done = 0
  const step = (): void => onProgress?.((done += 1), contents.length + others)
  for (const { path, blob } of contents) {
    await blobs.put(blob, () => piecesOf(fs, join(directory, path)))
    step()
  }
  return { count: contents.length, step }
}

/**
 * Writes the game of a log, as far as it is when this begins, into a new data directory. That is one of a node until the last
 * step makes it one of a game on one machine, so an export that is interrupted can be repeated, and goes on. Throws LockHeld
 * and StorageError.
 */
export async function exportGame(options: MovingOptions): Promise<MovedGame> {
  const { data, log, blobs, logId, game, program, warn } = options
  const { files: fs, directory } = data
  // A start that was interrupted has left no more than these.
  const isEmpty = (await listed(data, '')).every((name) => /^(?:lock|log\.json)/.test(name))
  if (!isEmpty && !(await isThere(data, NODE_FILE)))
    throw new StorageError(`${directory} is not empty. Name a new directory`)
  const store = await NodeStore.open({
    data,
    program,
    game,
    log: logId,
    blobs,
    createdMs: 0,
    durability: 'batch',
    warn,
  })
  let moved: MovedGame
  try {
    await joinLog(store, { log, wait, ending: new AbortController().signal })
    const end = await log.end()
    for (let position = store.position + 1; position <= end; position++) {
      await store.take({ position, message: await readSurely(log, position) })
      options.onProgress?.(position, end)
    }
    if (!store.isBegun) throw new StorageError(`The log has no game '${game}'`)
    await store.settle()
    moved = { entries: await store.lastSeqs(), files: await fetchContents(data, blobs) }
  } finally {
    await store.close()
  }
  await orStorageFailure(`The export to ${directory} cannot be finished`, async () => {
    await fs.unlink(join(directory, NODE_FILE))
    await fs.syncDirectory(directory)
  })
  return moved
}

/** Reads a message that exists. Throws StorageError if the log has lost it. */
async function readSurely(log: ReplicatedLog, position: number) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const message = await log.read(position).catch(() => undefined)
    if (message) return message
    const start = await log.start().catch(() => 0)
    if (start > position) throw new LogTrimmed(position, start)
    await wait(100)
  }
  throw new StorageError(`The log has lost its message ${position}. Restore it from a data directory of a node`)
}

async function fetchContents(data: DataDirectory, blobs: Blobs): Promise<number> {
  const named = (await blobs.names()).filter((name) =>
    /^(?:designs|images\/(?:design|players|files))\/[\w.]+$/.test(name),
  )
  for (const name of named) {
    if (await isThere(data, name)) continue
    const pieces = await blobs.get(name)
    if (!pieces) continue
    const path = join(data.directory, name)
    await orStorageFailure(`${path} cannot be written`, async () => {
      await makeDirectory(data.files, dirname(path))
      await writePieces(data.files, path, pieces)
    })
  }
  return named.length
}

/** Whether a data directory has a file. Throws StorageError. */
async function isThere({ files, directory }: DataDirectory, path: string): Promise<boolean> {
  const whole = join(directory, path)
  const facts = await orStorageFailure(`${whole} cannot be read`, () => files.facts(whole))
  return facts !== undefined
}
