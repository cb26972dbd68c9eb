// Records the history that later versions must be able to read: node test/crash/record-fixture.ts fixtures/history-<version>
// What is recorded is never made anew, for it stands for what that version wrote: a later version gets one of its own.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openEmulator } from '../../src/emulator/emulator.ts'
import type { Runtime } from '../../src/emulator/runtime.ts'
import { playAction } from '../../src/game/actions/operations.ts'
import { compileDesign } from '../../src/game/design/design.ts'
import type { GameCommand } from '../../src/game/game-operation.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import {
  createPlayer,
  deletePlayer,
  disablePlayer,
  enablePlayer,
  resetPlayer,
} from '../../src/game/players/administration.ts'
import { updateProfile } from '../../src/game/players/profile.ts'
import { revertEvents } from '../../src/game/players/revert.ts'
import { updateScores } from '../../src/game/players/score-update.ts'
import { evaluateRule } from '../../src/game/rules/operations.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { contractDesign } from '../contract/game-design.ts'
import { snapshotTexts, textHash } from '../support/canonical-hash.ts'
import { testGame } from '../support/test-game.ts'

/** Small enough that this history has two. */
const SEGMENT_BYTES = 24_000

const ids = ['neo', 'trinity', 'morpheus']
let now = Date.UTC(2030, 0, 6, 12)

async function run<I, R>(runtime: Runtime, op: GameCommand<I, R>, input: I, player?: string): Promise<R> {
  const done = await runtime.execute(
    op,
    input,
    player === undefined ? { client: 'recorder' } : { client: 'recorder', player },
  )
  assert(!isFault(done), `nothing stands in the way of ${op.name}: ${JSON.stringify(done)}`)
  return done as R
}

async function play(runtime: Runtime, player: string, action: string, count = 1, variables = {}): Promise<string> {
  const played = await run(runtime, playAction, { action, count, variables, scopes: [], query: false }, player)
  return played.events.local[0]?.id ?? ''
}

async function firstPart(runtime: Runtime): Promise<void> {
  for (const id of ids) await run(runtime, createPlayer, { id, alias: `${id} the First` })
  for (const id of [...ids, ...ids, ...ids]) await play(runtime, id, 'like')
  await run(runtime, updateProfile, { alias: 'Neo ☃', email: 'neo@example.com' }, 'neo')
  await run(runtime, disablePlayer, { id: 'trinity' })
  await run(runtime, enablePlayer, { id: 'trinity' })
  for (const id of ids) await play(runtime, id, 'answer', 1, { votes: 3 })
  await run(runtime, evaluateRule, {
    rule: 'welcome',
    data: [{ player_ids: ['neo', 'morpheus'], variables: { gift: 5 } }],
    scopes: [{ id: 'class', entity_id: 'a' }],
  })
  await run(runtime, createPlayer, { id: 'cypher' })
  await play(runtime, 'cypher', 'visit')
  await run(runtime, deletePlayer, { id: 'cypher' })
}

async function secondPart(runtime: Runtime): Promise<void> {
  await runtime.clock.change({ advanceMs: 86_400_000, frozen: false })
  const undone = await play(runtime, 'neo', 'like', 10)
  for (const id of ids) for (let i = 0; i < 5; i += 1) await play(runtime, id, 'like', i + 1)
  for (const id of ids) await play(runtime, id, 'visit')
  await run(runtime, revertEvents, { id: 'neo', eventIds: [undone] })
  await run(runtime, updateScores, {
    id: 'trinity',
    rewards: [
      { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '12345678901234567890.5' },
      { metric: { id: 'badges', type: 'set' }, verb: 'set', value: { Secret: '2', ['__proto__']: '1' } },
    ],
  })
  await run(runtime, resetPlayer, { id: 'morpheus' })
  for (let i = 0; i < 10; i += 1) await play(runtime, 'morpheus', 'like')
  await run(runtime, createPlayer, { id: 'cypher' })
  await play(runtime, 'cypher', 'pour')
  await runtime.clock.change({ frozen: true })
}

/** Lives a part of the history in a run of its own; gives the state after it, as texts. */
async function live(directory: string, extra: object, part: (runtime: Runtime) => Promise<void>): Promise<string[]> {
  const design = compileDesign({ ...contractDesign, ...extra })
  assert('source' in design, 'the design is right')
  const emulator = await openEmulator({
    game: testGame('fixture'),
    clients: [],
    program: '0.1.0',
    design,
    machineNow: () => (now += 1000),
    data: { files: nodeFileSystem(), directory, limits: { segmentBytes: SEGMENT_BYTES } },
  })
  await emulator.ready
  const runtime = emulator.runtime('staging')
  await part(runtime)
  await emulator.stop()
  return snapshotTexts({ runtime })
}

const [directory = ''] = process.argv.slice(2)
const fs = nodeFileSystem()
await live(join(directory, 'data'), {}, firstPart)
const texts = await live(join(directory, 'data'), { bootstrap: { scores: [] } }, secondPart)
// The snapshot of the end goes, so that a start has entries to replay.
for (const runtime of ['staging', 'production']) {
  const snapshots = join(directory, 'data', runtime, 'snapshots')
  const names = await fs.list(snapshots)
  for (const name of names.slice(1)) await fs.unlink(join(snapshots, name))
}
const hash = await fs.open(join(directory, 'state.sha256'), 'create')
await hash.write(Buffer.from(`${textHash(texts)}\n`), 0)
await hash.close()
