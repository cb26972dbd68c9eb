import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recoverState } from '../../src/emulator/recovery.ts'
import { openRuntimeStore } from '../../src/emulator/runtime-storage.ts'
import type { GameState } from '../../src/game/game-state.ts'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { SimulatedFileSystem } from '../../src/storage/simulated-fs.ts'
import { snapshotTexts, textHash } from '../support/canonical-hash.ts'
import { testGame } from '../support/test-game.ts'

// Histories as earlier versions wrote them, each beside the hash of the state it comes to (made by record-fixture.ts).
// A version whose state has more in it changes the hash, once it is sure that this is all that changed.
const FIXTURES = join(import.meta.dirname, '../../fixtures')

const game = testGame('fixture')

/** The runtime of a copy of a recorded data directory, of which those parts are left out. */
async function open(history: string, without: readonly string[] = []) {
  const files = new SimulatedFileSystem()
  const from = join(FIXTURES, history, 'data/staging')
  await files.mkdir('data')
  await files.mkdir('data/staging')
  for (const part of ['journal', 'snapshots']) {
    await files.mkdir(`data/staging/${part}`)
    if (!without.includes(part)) await copy(join(from, part), files, `data/staging/${part}`)
  }
  const warnings: string[] = []
  const warn = (message: string): void => void warnings.push(message)
  const { live: storage, snapshots } = await openRuntimeStore(
    'staging',
    { game, clients: [], program: 'test', data: { files, directory: 'data' }, warn },
    { generation: 1, design: () => null },
  )
  return { storage, warnings, ...(await recoverState('staging', { ...storage, snapshots }, async () => {})) }
}

async function copy(from: string, files: SimulatedFileSystem, to: string): Promise<void> {
  const disk = nodeFileSystem()
  for (const name of await disk.list(from)) {
    const handle = await files.open(`${to}/${name}`, 'create')
    await handle.write((await disk.readFile(join(from, name))) ?? Buffer.alloc(0), 0)
    await handle.close()
  }
}

const hashOf = (state: GameState): string => textHash(snapshotTexts({ runtime: { state } }))

async function keptHash(history: string): Promise<string> {
  return String(await nodeFileSystem().readFile(join(FIXTURES, history, 'state.sha256'))).trim()
}

const histories = (await nodeFileSystem().list(FIXTURES)).filter((name) => name.startsWith('history-'))

test('the history that the first version wrote is kept', () => {
  expect(histories).toContain('history-0.1.0')
})

test.each(histories)(
  '%s comes to the same state with its snapshot, which may be of a format read no more',
  async (history) => {
    const { state, from, warnings } = await open(history)
    if (from) {
      expect(from.seq).toBeLessThan(state.seq)
      expect(warnings).toEqual([])
    } else expect(warnings).toEqual([expect.stringMatching(/ is passed over: it has format \d+, written by gamify /)])
    expect(hashOf(state)).toBe(await keptHash(history))
  },
)

test.each(histories)('%s comes to the same state from its entries alone', async (history) => {
  const { state, from } = await open(history, ['snapshots'])
  expect(from).toBeUndefined()
  expect(hashOf(state)).toBe(await keptHash(history))
})

test('history-0.1.0 has something of all that could happen then, in two segments', async () => {
  const { storage } = await open('history-0.1.0')
  const kinds = new Set<string>()
  for await (const { text } of storage.journal.read(1))
    for (const { event } of (JSON.parse(text) as Entry).events) kinds.add(event)
  expect([...kinds].toSorted()).toEqual([
    'achievement',
    'action',
    'clock:set',
    'custom_rule',
    'design:deployed',
    'level',
    'player:created',
    'player:deleted',
    'player:disabled',
    'player:enabled',
    'player:reset',
    'player:updated',
    'reverted',
    'score',
    'seed:set',
  ])
  expect(await nodeFileSystem().list(join(FIXTURES, 'history-0.1.0/data/staging/journal'))).toHaveLength(2)
})
