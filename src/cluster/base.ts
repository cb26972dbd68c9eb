import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { Ending } from '../auth/ended-logins.ts'
import { readGameFile } from '../emulator/game-document.ts'
import type { DataDirectory } from '../emulator/settings.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { parseHistoryName } from '../storage/history-name.ts'
import { paced, piecesOf, type Blobs } from '../storage/log/blobs.ts'
import type { LogWriter } from '../storage/log/log-writer.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { StorageError } from '../storage/storage-error.ts'
import { logDocument, RUNTIMES, type BaseFile, type DocumentValue } from './log-documents.ts'
import { factsOfGame, listed, newFileBlob } from './shared-files.ts'

/** How fast files are read for their checksums, in bytes a second, so that plays do not wait for the disk. */
const READ_BYTES_A_SECOND = 100e6

/** How many checkpoints a base has: one to start from, and one in case that is damaged. */
const CHECKPOINTS = 2

/** How often a base is begun anew, because a file was removed meanwhile or another history becomes the live one. */
const ATTEMPTS = 20
const RETRY_MS = 250

/** The base before the one that is made, as far as it is known. */
export type EarlierBase = Pick<DocumentValue<'base'>, 'runtimes' | 'files'>

/** What a base is made of. */
export interface BaseSource {
  readonly data: DataDirectory
  /** The id of the game. */
  readonly game: string
  readonly blobs: Blobs
  readonly writer: LogWriter
  /** The name of the writer's claim. */
  readonly writerName: string
  readonly runtime: (name: RuntimeName) => RuntimeStore
  /** Resolves when everything that the log has been told so far is in the directory too. */
  readonly settled: () => Promise<void>
  /** The tokens that were ended. */
  readonly endings: () => readonly Ending[]
  /** The checksums of journal files that were read before, by path and size; this adds to them. */
  readonly sums: Map<string, string>
  /** Aborts when the writer gives the game up. */
  readonly ending: AbortSignal
}

/** A base that is in the log. */
export interface StoredBase {
  /** The position of its last message. */
  readonly position: number
  /** It has everything of the log up to this position. */
  readonly from: number
  readonly made: number
}

/** Called with how many files of how many are stored. */
export type Progress = (done: number, all: number) => void

/** A file that is to be part of a base; `size` is how much of it, if it is still written. */
interface Wanted {
  readonly path: string
  readonly size?: number
}

/** What has changed while a base was made, so that it has to be begun anew. */
class Changed extends StorageError {}

/**
 * Stores all of the game in the log once more, while it goes on. Files that the base before has are not stored again. Throws
 * StorageError.
 */
export async function makeBase(
  source: BaseSource,
  earlier: EarlierBase | undefined,
  onProgress: Progress = () => {},
): Promise<StoredBase> {
  const known = new Map<string, string>()
  const before = earlier ? [...RUNTIMES.flatMap((name) => earlier.runtimes[name].files), ...earlier.files] : []
  for (const { path, sha256, blob } of before) known.set(`${path} ${sha256}`, blob)
  for (let attempt = 1; ; attempt++) {
    try {
      const value = await gather(source, known, onProgress)
      source.ending.throwIfAborted()
      const { from, made } = value
      return { position: await source.writer.append(logDocument('base', value)), from, made }
    } catch (error) {
      if (!(error instanceof Changed) || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

async function gather(
  source: BaseSource,
  known: Map<string, string>,
  onProgress: Progress,
): Promise<DocumentValue<'base'>> {
  const { data, game, writer, writerName, settled, endings } = source
  const from = writer.wholePosition
  await settled()
  const releases: (() => void)[] = []
  try {
    const file = await readGameFile(data.files, data.directory)
    const wanted = new Map<RuntimeName, readonly Wanted[]>()
    for (const name of RUNTIMES) {
      const { live } = source.runtime(name)
      if (file.runtimes[name].generation !== live.generation)
        throw new Changed(`another history of the ${name} runtime is about to be the live one`)
      await live.sync()
      // Listed before the journal is held, so that none is of a later entry than the files have.
      const checkpoints = await live.boards.checkpoints()
      const held = live.journal.hold()
      releases.push(held.release)
      const own = held.files.map(({ path, size }) => ({ path: `${name}/journal/${basename(path)}`, size }))
      const newest = checkpoints
        .slice(0, CHECKPOINTS)
        .map(({ path }) => ({ path: `${name}/snapshots/${basename(path)}` }))
      const boards = await wholeFiles(data, `${name}/boards`)
      wanted.set(name, [...own, ...(await earlierFiles(data, name, live.generation, own)), ...newest, ...boards])
    }
    const points = [...(await wholeFiles(data, 'staging/points')), ...(await wholeFiles(data, 'production/points'))]
    const all = [...wanted.values(), points].reduce((count, { length }) => count + length, 0)
    let done = 0
    const stored = async (files: readonly Wanted[] = []): Promise<readonly BaseFile[]> => {
      const made: BaseFile[] = []
      for (const each of files) {
        made.push(await storeFile(source, each, known))
        onProgress((done += 1), all)
      }
      return made
    }
    const { staging, production } = file.runtimes
    return {
      ...(await factsOfGame(data, game, file, endings())),
      runtimes: {
        staging: { ...staging, files: await stored(wanted.get('staging')) },
        production: { ...production, files: await stored(wanted.get('production')) },
      },
      files: await stored(points),
      from,
      writer: writerName,
      made: Date.now(),
    }
  } finally {
    for (const release of releases) release()
  }
}

/** Returns the files of a folder, each of which was written as a whole. */
async function wholeFiles(data: DataDirectory, folder: string): Promise<readonly Wanted[]> {
  const names = await listed(data, folder)
  return names.filter((name) => name.endsWith('.ndjson')).map((name) => ({ path: `${folder}/${name}` }))
}

/** Returns the files of earlier generations that the live one does not continue, but that a snapshot may. */
async function earlierFiles(
  data: DataDirectory,
  name: RuntimeName,
  live: number,
  own: readonly Wanted[],
): Promise<readonly Wanted[]> {
  const known = new Set(own.map(({ path }) => path))
  const names = await listed(data, join(name, 'journal'))
  return names
    .filter((each) => (parseHistoryName(each)?.generation ?? Infinity) < live)
    .map((each) => ({ path: `${name}/journal/${each}` }))
    .filter(({ path }) => !known.has(path))
}

/** Stores a file as a blob, unless it is known to be one. */
async function storeFile(
  { data: { files: fs, directory }, blobs, sums, ending }: BaseSource,
  { path, size }: Wanted,
  known: Map<string, string>,
): Promise<BaseFile> {
  const whole = join(directory, path)
  async function* pieces() {
    for await (const piece of piecesOf(fs, whole, size)) {
      ending.throwIfAborted()
      yield piece
    }
  }
  try {
    const read = `${path} ${size}`
    const sha256 = (size === undefined ? undefined : sums.get(read)) ?? (await sumOf(pieces()))
    if (size !== undefined) sums.set(read, sha256)
    const key = `${path} ${sha256}`
    const blob = known.get(key) ?? newFileBlob()
    if (!known.has(key)) await blobs.put(blob, pieces)
    known.set(key, blob)
    return { path, blob, sha256 }
  } catch (error) {
    if (!ending.aborted && !(await fs.facts(whole))) throw new Changed(`${whole} was removed`, { cause: error })
    throw error
  }
}

async function sumOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of paced(pieces, READ_BYTES_A_SECOND)) hash.update(piece)
  return hash.digest('hex')
}
