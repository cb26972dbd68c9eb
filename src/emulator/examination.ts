import { join } from 'node:path'
import type { RuntimeName } from '../game/game-state.ts'
import { openBoardArchive } from '../storage/board-archive.ts'
import { openCheckpoints, type Checkpoint } from '../storage/checkpoint.ts'
import { designHash, openDesigns, type Designs } from '../storage/designs.ts'
import { openFileImages } from '../storage/file-images.ts'
import type { FileSystem } from '../storage/fs.ts'
import { readOnly } from '../storage/read-only-fs.ts'
import { recoverSegments, type Recovered } from '../storage/recovery.ts'
import { readTexts } from '../storage/segment-reader.ts'
import { openSnapshotFiles } from '../storage/snapshot-files.ts'
import { StorageError } from '../storage/storage-error.ts'
import { requireKept } from './designs/kept-designs.ts'
import { openGameFile, type GameFile } from './game-document.ts'
import { entryCodec } from './history/entry-codec.ts'
import { openRevokedTokens } from './revoked-tokens.ts'

/** What was checked in a data directory, and its condition in words for people. */
export interface DataFinding {
  readonly about: string
  /** A warning is reported at the next start, and stops nothing. */
  readonly level: 'ok' | 'warning' | 'problem'
  readonly message: string
}

/** The condition of a data directory. */
export interface Examined {
  readonly findings: readonly DataFinding[]
  /** The game time of the newest entry of both runtimes, in ms since 1970; undefined before the first one. */
  readonly lastAt: number | undefined
}

/** The directory to examine, and the findings so far. */
interface Examination {
  readonly fs: FileSystem
  readonly directory: string
  readonly findings: DataFinding[]
  lastAt: number | undefined
}

/**
 * Reads everything that a game has stored: game.json, journals, checkpoints, snapshots, finished leaderboards, designs,
 * images and ended tokens. Checks it as a start does, and changes nothing. A game that runs meanwhile can be caught in
 * the middle of a change. `text` is the text of the design that a start reads from the files of the project, if there
 * is one; the start then stores it again.
 */
export async function examineData(files: FileSystem, directory: string, text: string | undefined): Promise<Examined> {
  const examination: Examination = { fs: readOnly(files), directory, findings: [], lastAt: undefined }
  const file = await attempt(examination, 'game.json', () => openGameFile(examination.fs, directory, 0))
  if (file === undefined) return examination
  if (file.runtimes) addFinding(examination, 'game.json', 'ok', 'can be read')
  for (const runtime of ['staging', 'production'] as const) await examineRuntime(examination, runtime, file)
  if (file.runtimes) await examineDesigns(examination, file, text)
  await examineImages(examination)
  await attempt(examination, 'ended tokens', () => openRevokedTokens(examination.fs, directory))
  return examination
}

async function examineRuntime(examination: Examination, runtime: RuntimeName, file: GameFile): Promise<void> {
  const { fs, directory } = examination
  const at = (name: string) => ({ fs, directory: join(directory, runtime, name), program: '', runtime })
  const checkpoints = await attempt(examination, `${runtime} snapshots`, async () =>
    (await openCheckpoints(at('snapshots'))).list(),
  )
  if (checkpoints === undefined) return
  const journal = await attempt(examination, `${runtime} journal`, () =>
    recoverSegments({ ...at('journal'), generation: file.runtimes?.[runtime].generation, checkpoints }),
  )
  if (journal === undefined) return
  await examineJournal(examination, runtime, file, journal)
  await examineCheckpoints(examination, runtime, checkpoints, journal)
  await examineSnapshots(examination, runtime, at('points'))
  await examineBoards(examination, runtime, at('boards'))
}

async function examineJournal(
  examination: Examination,
  runtime: RuntimeName,
  file: GameFile,
  { segments, cutBytes }: Recovered,
): Promise<void> {
  const about = `${runtime} journal`
  const newest = segments.at(-1)
  if (newest === undefined) return addFinding(examination, about, 'ok', 'empty')
  if (!file.runtimes)
    addFinding(
      examination,
      'game.json',
      'warning',
      'is missing; the next start creates it again, and earlier tokens are no longer valid',
    )
  const unfinished = `; ${cutBytes} bytes of an incomplete last write are cut off at the next start`
  const first = segments[0]?.first ?? newest.first
  const what = newest.last < first ? 'has no entries yet' : `entries ${first} to ${newest.last} are whole`
  const message = `${what}${cutBytes > 0 ? unfinished : ''}`
  addFinding(examination, about, cutBytes > 0 ? 'warning' : 'ok', message)
  if (newest.last < newest.first) return
  const [text] = await readTexts(examination.fs, newest, [newest.last])
  if (text !== undefined) examination.lastAt = Math.max(examination.lastAt ?? 0, entryCodec.read(text).at)
}

/**
 * A game starts from the newest good checkpoint. Without one it starts from its first entry, if that is still stored.
 */
async function examineCheckpoints(
  examination: Examination,
  runtime: RuntimeName,
  checkpoints: readonly Checkpoint[],
  { segments }: Recovered,
): Promise<void> {
  const about = `${runtime} snapshots`
  let good = 0
  for (const snapshot of checkpoints) {
    const why = await readProblem(snapshot.parts())
    if (why === undefined) good += 1
    else addFinding(examination, about, 'warning', `${snapshot.path} is ignored: ${why}`)
  }
  const first = segments[0]?.first ?? 1
  if (good > 0) addFinding(examination, about, 'ok', `${good} can be read`)
  else if (first > 1)
    addFinding(
      examination,
      about,
      'problem',
      `none is left, and the journal starts at entry ${first} alone. Restore them from a backup`,
    )
}

async function examineSnapshots(
  examination: Examination,
  runtime: RuntimeName,
  options: Parameters<typeof openSnapshotFiles>[0],
): Promise<void> {
  const about = `${runtime} snapshots`
  const snapshots = await attempt(examination, about, () => openSnapshotFiles(options))
  if (snapshots === undefined) return
  const there = await attempt(examination, about, () => snapshots.all())
  for (const { message } of there?.unusable.values() ?? []) addFinding(examination, about, 'warning', message)
  for (const name of there?.usable.keys() ?? []) {
    const why = await readProblem(snapshots.parts(name))
    if (why !== undefined) addFinding(examination, about, 'warning', why)
  }
}

/** Checks the rankings of finished periods. One that cannot be read is only reported when somebody requests it. */
async function examineBoards(
  examination: Examination,
  runtime: RuntimeName,
  options: Parameters<typeof openBoardArchive>[0],
): Promise<void> {
  const about = `${runtime} finished boards`
  await attempt(examination, about, async () => {
    const archive = await openBoardArchive(options)
    for (const name of await archive.list()) {
      const why = await readProblem(archive.read(name))
      if (why !== undefined) addFinding(examination, about, 'warning', `${why}. Restore the file from a backup`)
    }
  })
}

async function examineDesigns(examination: Examination, { design }: GameFile, text: string | undefined): Promise<void> {
  const { fs, directory } = examination
  const path = join(directory, 'designs')
  const rewritten = text && designHash(text)
  const count = await attempt(examination, 'designs', async () => {
    const kept = await openDesigns(fs, path)
    const designs: Designs = { ...kept, missing: (hashes) => kept.missing(hashes.filter((hash) => hash !== rewritten)) }
    if (design) await requireKept(design, designs, directory)
    const there = (await fs.list(path)).flatMap((name) => /^([0-9a-f]{64})\./.exec(name)?.[1] ?? [])
    const others = there.filter((hash) => hash !== rewritten)
    for (const hash of others) await designs.read(hash)
    return others.length
  })
  if (count !== undefined)
    addFinding(examination, 'designs', 'ok', `${count} can be read; every start reads the design files again`)
}

/** Checks the images. One that cannot be read is only reported when somebody requests it. */
async function examineImages(examination: Examination): Promise<void> {
  const { fs, directory } = examination
  const path = join(directory, 'images')
  await attempt(examination, 'kept images', async () => {
    const images = await openFileImages(fs, path)
    for (const folder of ['design', 'players', 'files'] as const) {
      const inFiles = (await fs.list(join(path, folder))).map((name) => name.replace(/\.png$/, ''))
      for (const id of folder === 'design' ? images.list() : inFiles) {
        const why = await images.find(folder, id).then(() => undefined, messageOf)
        if (why !== undefined) addFinding(examination, 'kept images', 'warning', why)
      }
    }
  })
}

/** Returns why parts cannot be read to their end; undefined if they can. */
async function readProblem(parts: AsyncIterable<unknown>): Promise<string | undefined> {
  try {
    for await (const _part of parts);
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the result of a step. If the step fails, records that as a problem. */
async function attempt<T>(examination: Examination, about: string, step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    addFinding(examination, about, 'problem', error.message)
    return undefined
  }
}

function addFinding({ findings }: Examination, about: string, level: DataFinding['level'], message: string): void {
  findings.push({ about, level, message })
}
