// Records a history that later versions must be able to read: node test/crash/record-fixture.ts fixtures/history/<name>
// What is recorded is never made anew, for it stands for what that version wrote: a later version gets one of its own.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openEmulator, type Emulator } from '../../src/emulator/emulator.ts'
import { compileDesign } from '../../src/game/design/design.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import { makeDirectory } from '../../src/storage/durable-file.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { copyOf, fixtureGame, importedHash, recoveredOn, wholeHash } from './fixtures.ts'
import { laterDesign, liveFirst, liveSecond, recordedDesign } from './recorded-game.ts'

/** Small enough that this history has several. */
const SEGMENT_BYTES = 30_000

const runtimes = ['staging', 'production'] as const

const fs = nodeFileSystem()
let now = Date.UTC(2030, 0, 6, 12)

/** Lives a session of the game in a run of its own; `last` looks at it before it ends. */
async function live(
  directory: string,
  source: DesignSource,
  session: (emulator: Emulator) => Promise<void>,
  last: (emulator: Emulator) => Promise<void> = async () => {},
): Promise<void> {
  const design = compileDesign(source)
  assert('source' in design, 'the design is right')
  const emulator = await openEmulator({
    game: { ...fixtureGame, access: 'PROTECTED' },
    clients: [],
    program: '0.1.0',
    design,
    machineNow: () => (now += 1000),
    data: { files: fs, directory, limits: { segmentBytes: SEGMENT_BYTES } },
  })
  await emulator.ready
  await session(emulator)
  await last(emulator)
  await emulator.stop()
}

async function write(path: string, text: string): Promise<void> {
  const handle = await fs.open(path, 'create')
  await handle.write(Buffer.from(text), 0)
  await handle.close()
}

/** The hash of what each runtime is, and what staging exports, with the hash of what comes of importing that. */
async function record(directory: string, emulator: Emulator): Promise<void> {
  for (const name of runtimes) await write(join(directory, `${name}.sha256`), `${await wholeHash(emulator, name)}\n`)
  for (const history of [true, false]) {
    const name = history ? 'export' : 'export-without-history'
    const text = (await Array.fromAsync(emulator.whole('staging').export({ history }))).join('')
    await write(join(directory, `${name}.ndjson`), text)
    await write(join(directory, `${name}.sha256`), `${await importedHash(text)}\n`)
  }
}

const [directory = ''] = process.argv.slice(2)
assert.deepEqual(await fs.list(directory), [], 'a history is recorded into a directory of its own')
await makeDirectory(fs, directory, { ownerOnly: false })
const data = join(directory, 'data')
await live(data, recordedDesign, liveFirst)
await live(data, laterDesign, liveSecond, (emulator) => record(directory, emulator))
// The newest snapshot goes, so that a start has entries to replay.
for (const runtime of runtimes) {
  const snapshots = join(data, runtime, 'snapshots')
  const names = await fs.list(snapshots)
  for (const name of names.slice(1)) await fs.unlink(join(snapshots, name))
}
const { hash } = await recoveredOn(await copyOf(directory))
await write(join(directory, 'state.sha256'), `${hash}\n`)
