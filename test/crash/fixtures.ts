import assert from 'node:assert/strict'
import { join } from 'node:path'
import { recoverState } from '../../src/emulator/checkpoints/recovery.ts'
import { openEmulator, type Emulator } from '../../src/emulator/emulator.ts'
import type { RuntimeName } from '../../src/game/game-state.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { openFileStore } from '../../src/storage/file-store.ts'
import { nodeFileSystem, type FileSystem } from '../../src/storage/fs.ts'
import { snapshotTexts, textHash } from '../support/canonical-hash.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { testGame } from '../support/test-game.ts'

/** The game whose histories were recorded. */
export const fixtureGame = testGame('fixture')

/** Long after all that was recorded. */
const NOW_MS = Date.UTC(2040, 0, 1)

const disk = nodeFileSystem()

/** A recorded data directory as `data` on files of its own, of which those parts are left out. */
export async function copyOf(history: string, without: readonly string[] = []): Promise<SimulatedFileSystem> {
  const files = new SimulatedFileSystem()
  await copy(join(history, 'data'), files, 'data', without)
  return files
}

async function copy(from: string, files: SimulatedFileSystem, to: string, without: readonly string[]): Promise<void> {
  await files.mkdir(to)
  for (const name of await disk.list(from)) {
    if (without.includes(name)) continue
    const [source, target] = [join(from, name), `${to}/${name}`]
    const bytes = await disk.readFile(source).catch(() => undefined)
    if (bytes === undefined) await copy(source, files, target, without)
    else await put(files, target, bytes)
  }
}

async function put(files: SimulatedFileSystem, path: string, bytes: Buffer): Promise<void> {
  const handle = await files.open(path, 'create')
  await handle.write(bytes, 0)
  await handle.close()
}

/** The game on these files as it is, with what the start warned of; in memory without any. */
export async function openRecorded(files?: FileSystem): Promise<{ emulator: Emulator; warnings: readonly string[] }> {
  const warnings: string[] = []
  const emulator = await openEmulator({
    game: fixtureGame,
    clients: [],
    program: 'test',
    machineNow: () => NOW_MS,
    data: files && { files, directory: 'data' },
    warn: (message) => void warnings.push(message),
  })
  await emulator.ready
  return { emulator, warnings }
}

/** What tells of boards, which are made of the rest; how many players went is counted without any. */
const OF_BOARDS = /^(?:{"name":")?board(?!-departures)/

/** What recovery makes of staging's history on these files, but for the boards. */
export async function recoveredOn(files: FileSystem) {
  const warnings: string[] = []
  const { live, checkpoints: snapshots } = await openFileStore({
    fs: files,
    directory: 'data/staging',
    program: 'test',
    runtime: 'staging',
    durability: 'batch',
    generation: await liveGeneration(files),
    design: () => null,
    segmentBytes: undefined,
    warn: (message) => void warnings.push(message),
  })
  const { state, from } = await recoverState('staging', { ...live, checkpoints: snapshots }, async () => {})
  const texts = snapshotTexts({ runtime: { state } }).filter((text) => !OF_BOARDS.test(text))
  return { hash: textHash(texts), state, from, warnings }
}

async function liveGeneration(files: FileSystem): Promise<number> {
  const game = JSON.parse(String(await files.readFile('data/game.json'))) as {
    readonly runtimes: Readonly<Record<RuntimeName, { readonly generation: number }>>
  }
  return game.runtimes.staging.generation
}

/** Stands for the whole of a runtime: its state with the rows of finished periods, whatever file they lie in. */
export async function wholeHash(emulator: Emulator, name: RuntimeName): Promise<string> {
  const held = await emulator.runtime(name).hold()
  const texts: string[] = []
  for await (const part of held.parts)
    texts.push('bytes' in part ? `${part.name} ${Buffer.from(part.bytes).toString('base64')}` : JSON.stringify(part))
  held.release()
  return textHash(texts)
}

/** Stands for the state that staging comes to when this is imported into a new game. */
export async function importedHash(text: string): Promise<string> {
  const { emulator } = await openRecorded()
  try {
    const imported = await emulator.whole('staging').import(inPieces(text))
    assert(!isFault(imported), `what was exported is taken: ${JSON.stringify(imported)}`)
    return await wholeHash(emulator, 'staging')
  } finally {
    await emulator.stop()
  }
}

async function* inPieces(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** What stands beside a recorded history; undefined where it has none of this name. */
export async function recorded(history: string, name: string): Promise<string | undefined> {
  return (await disk.readFile(join(history, name)))?.toString()
}
