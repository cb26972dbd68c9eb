import { afterEach, expect, test } from 'vitest'
import { snapshotTexts } from '../../test/support/canonical-hash.ts'
import { START_MS } from '../../test/support/game-run.ts'
import { MemoryLog } from '../../test/support/memory-log.ts'
import { openNode, takeAll } from '../../test/support/node-stores.ts'
import { like, likeDesign, likes, neo, operator } from '../../test/support/played-game.ts'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { dataOn } from '../../test/support/storages.ts'
import { testGame } from '../../test/support/test-game.ts'
import { endedLogins, type Login } from '../auth/ended-logins.ts'
import { openEmulator, type Emulator } from '../emulator/emulator.ts'
import { playAction } from '../game/actions/operations.ts'
import { compileDesign, type Design } from '../game/design/design.ts'
import { createPlayer } from '../game/players/administration.ts'
import { readProfile } from '../game/players/profile.ts'
import { putPlayer } from '../game/players/state.ts'
import { directoryBlobs } from '../storage/log/blobs.ts'
import { LogWriter } from '../storage/log/log-writer.ts'
import type { NodeGame } from './node-game.ts'
import type { NodeStore } from './node-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface TestNode {
  readonly emulator: Emulator
  readonly store: NodeStore
  /** Takes what is in the log and not here. */
  catchUp(): Promise<void>
  /** Makes this node the writer. Resolves when calls are answered. */
  write(): Promise<LogWriter>
  close(): Promise<void>
}

const closings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

const compiled = (source: typeof likeDesign): Design => {
  const design = compileDesign(source)
  if (!('source' in design)) throw new Error('the design of a test is broken')
  return design
}

/** A log, and nodes of its game, whose machines have one clock. */
async function newCluster() {
  const log = new MemoryLog()
  const blobs = await directoryBlobs(new SimulatedFileSystem(), 'blobs')
  const machine = { ms: START_MS }
  let claims = 0
  /** Opens a node on a directory of its own. It has taken all of the log. */
  const open = async (design: Design = likes): Promise<TestNode> => {
    const data = { ...dataOn(new SimulatedFileSystem()), limits: { sumEntries: 4 } }
    const store = await openNode({ log, blobs, data, createdMs: machine.ms, game: 'quest' })
    const game: NodeGame = await store.openGame()
    const writes = Promise.withResolvers<void>()
    const settings = { game: testGame('quest'), clients: [], program: 'test', data, design }
    const emulator = await openEmulator({ ...settings, machineNow: () => machine.ms }, async () => game, writes.promise)
    await emulator.recovered
    game.taker = (runtime, line) => emulator.runtime(runtime).take(line)
    closings.push(() => emulator.stop())
    return {
      emulator,
      store,
      catchUp: () => takeAll(store, log),
      write: async () => {
        const id = `test.${(claims += 1)}`
        const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
        const writer = await LogWriter.claim(log, { writer: id, after: store.position, facts: {}, wait })
        if (!writer) throw new Error('another node has claimed the log')
        await game.write(writer, id)
        writes.resolve()
        await emulator.ready
        return writer
      },
      close: async () => {
        await emulator.stop()
        await store.close()
      },
    }
  }
  return { log, machine, open, blobs }
}

const play = ({ emulator }: TestNode) => emulator.runtime('staging').execute(playAction, { ...like }, neo)
const stateOf = ({ emulator }: TestNode) => snapshotTexts({ runtime: emulator.runtime('staging') })
const xpOf = async ({ emulator }: TestNode) => {
  const profile = await emulator.runtime('staging').execute(readProfile, { id: 'neo' }, operator)
  return 'fault' in profile ? profile.fault : profile.scores[0]?.value
}

/** A node that writes, with a player who has played once. */
async function written() {
  const cluster = await newCluster()
  const writer = await cluster.open()
  await writer.write()
  await writer.emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
  await play(writer)
  return { ...cluster, writer }
}

test('a node that follows has the game of the writer, also after another design and a day', async () => {
  const { writer, open, machine } = await written()
  const follower = await open()
  expect(stateOf(follower)).toEqual(stateOf(writer))
  await writer.emulator.designs.takeFromFiles(compiled(likeDesign), false)
  await play(writer)
  machine.ms += DAY_MS
  await play(writer)
  await follower.catchUp()
  // Each node builds the leaderboards of a new design in the background.
  await expect.poll(() => stateOf(follower)).toEqual(stateOf(writer))
  expect(await xpOf(follower)).toBe('30')
  expect(follower.emulator.runtime('staging').design.leaderboards.has('top')).toBe(true)
})

test('a node that follows refuses what changes the game, and stays in step', async () => {
  const { writer, open } = await written()
  const follower = await open()
  expect(await play(follower)).toMatchObject({ fault: 'temporary_failure' })
  await play(writer)
  await follower.catchUp()
  expect(stateOf(follower)).toEqual(stateOf(writer))
})

test('a node that becomes the writer goes on with the state that it has', async () => {
  const { writer, open, log } = await written()
  const follower = await open()
  await play(writer)
  await follower.catchUp()
  await follower.write()
  await play(follower)
  expect(await xpOf(follower)).toBe('30')
  await expect(play(writer)).rejects.toThrow('Another node writes the log of the game')
  const third = await open()
  expect(stateOf(third)).toEqual(stateOf(follower))
  expect(third.store.position).toBe(await log.end())
})

test('the new writer deploys the design of its own files', async () => {
  const { writer, open } = await written()
  await writer.emulator.designs.takeFromFiles(compiled(likeDesign), false)
  const follower = await open(compiled(likeDesign))
  await follower.write()
  expect(follower.emulator.designs.latest.source.leaderboards).toHaveLength(1)
  expect(follower.emulator.runtime('staging').design.leaderboards.has('top')).toBe(true)
})

test('a token that was ended at the writer is ended on the nodes that follow, at once and after they take over', async () => {
  const { writer, open } = await written()
  const follower = await open()
  const login: Login = { id: 'one', client: 'app', issuedAtS: 1, expiresAtS: START_MS }
  const here = endedLogins(follower.emulator.revoked, () => 1)
  let told = false
  here.watch(login, () => (told = true))
  await endedLogins(writer.emulator.revoked, () => 1).end(login, START_MS)
  expect(here.has(login)).toBe(false)
  await follower.catchUp()
  expect([here.has(login), told]).toEqual([true, true])
  await follower.write()
  expect(endedLogins(follower.emulator.revoked, () => 1).has(login)).toBe(true)
})

test('a node that follows has the designs that the writer stores before it needs them', async () => {
  const { writer, open, blobs } = await written()
  await open()
  await writer.emulator.designs.takeFromFiles(compiled(likeDesign), false)
  const follower = await open()
  const get = blobs.get.bind(blobs)
  const asked: string[] = []
  await writer.emulator.designs.takeFromFiles(likes, false)
  await follower.catchUp()
  blobs.get = (name) => {
    asked.push(name)
    return get(name)
  }
  await follower.write()
  expect(asked).toEqual([])
})

test('a snapshot that the writer saved is one of the node that takes over', async () => {
  const { writer, open } = await written()
  const follower = await open()
  expect(await follower.emulator.runtime('staging').snapshots.list()).toEqual([])
  await writer.emulator.runtime('staging').snapshots.save('before')
  await follower.catchUp()
  await follower.write()
  expect(await follower.emulator.runtime('staging').snapshots.list()).toMatchObject([{ name: 'before' }])
})

test('a node whose state is not that of the writer says so and goes no further', async () => {
  const { writer, open, log } = await written()
  const [same, other] = [await open(), await open()]
  const { players } = other.emulator.runtime('staging').state
  const [found] = players.records
  if (!found) throw new Error('the game has a player')
  putPlayer(players, { ...found, alias: 'another' })
  for (let i = 0; i < 8; i++) await play(writer)
  // The writer tells its checksums in the background.
  await expect.poll(() => log.messages.filter(({ headers }) => headers['name'] === 'sum').length).toBeGreaterThan(1)
  await same.catchUp()
  await play(writer)
  await same.catchUp()
  await expect(other.catchUp().then(() => other.catchUp())).rejects.toThrow('is not the same as at the writer')
})

test('a node that follows can be stopped, and goes on where it was', async () => {
  const { writer, open } = await written()
  const follower = await open()
  await play(writer)
  await follower.catchUp()
  await follower.close()
  const again = await open()
  expect(stateOf(again)).toEqual(stateOf(writer))
})
