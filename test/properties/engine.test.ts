import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateSum } from '../../src/emulator/checkpoints/state-sums.ts'
import type { DesignSource } from '../../src/game/design/source.ts'
import { forgetBefore } from '../../src/game/forgetting.ts'
import type { RuntimeName } from '../../src/game/game-state.ts'
import { canonicalHash, everyGet, snapshotTexts } from '../support/canonical-hash.ts'
import { designOf } from '../support/design-parts.ts'
import { beginSnapshot, newFollower, newMemoryGame, recovered, type MemoryGame } from '../support/memory-game.ts'
import { Life, playerIds, randomCommands, type Command } from '../support/random-commands.ts'
import { randomDesign } from '../support/random-design.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

interface Setting {
  readonly runtime: RuntimeName
  readonly sources: readonly DesignSource[]
}

/** A runtime, and two designs as they are written: so a failure shows them. */
const settings: fc.Arbitrary<Setting> = fc.record({
  runtime: fc.constantFrom('staging', 'production'),
  sources: fc.tuple(randomDesign, randomDesign),
})

const newLife = async ({ runtime, sources }: Setting) =>
  new Life(await newMemoryGame(sources.map(designOf), 'seed', runtime))

const hashOf = (game: MemoryGame) => canonicalHash(game, playerIds)

/** All entries of a game, as they stand in its journal. */
async function journalOf({ journal }: MemoryGame): Promise<string[]> {
  const texts: string[] = []
  for await (const { text } of journal.read(1)) texts.push(text)
  return texts
}

async function lived(setting: Setting, commands: readonly Command[]): Promise<MemoryGame> {
  const life = await newLife(setting)
  for (const command of commands) await life.does(command)
  return life.game
}

/** Texts that differ tell more than hashes that do. */
async function expectSame(found: MemoryGame, wanted: MemoryGame): Promise<void> {
  if ((await hashOf(found)) === (await hashOf(wanted))) return
  expect(snapshotTexts(found)).toEqual(snapshotTexts(wanted))
  expect(await everyGet(found, playerIds)).toEqual(await everyGet(wanted, playerIds))
  throw new Error('hashes differ, and nothing that they stand for')
}

interface Happened {
  readonly event: string
  readonly changes?: readonly { readonly metric: { readonly type: string } }[]
  readonly drops?: readonly unknown[]
}

test('random designs are right, and random histories do what they are for', { timeout: TIMEOUT_MS }, async () => {
  const seen = new Map<string, number>()
  const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
  const samples = fc.sample(fc.tuple(settings, randomCommands), { numRuns: 150, seed: 1 })
  for (const [chosen, commands] of samples) {
    const game = await lived(chosen, commands)
    for (const text of await journalOf(game)) {
      const { events } = JSON.parse(text) as { events: Happened[] }
      for (const { event, changes = [], drops = [] } of events) {
        see(event)
        if (drops.length > 0) see(`${event} with a loss`)
        for (const { metric } of changes) see(`${event} of ${metric.type}`)
      }
    }
  }
  const rare = [
    'action of point',
    'action of set',
    'action of state',
    'action of compound',
    'level of state',
    'achievement of set',
    'custom_rule of point',
    'score of set',
  ]
  const reverts = ['reverted of point', 'reverted of set', 'reverted of state', 'reverted of compound']
  const others = [
    'player:deleted',
    'player:reset',
    'player:disabled',
    'player:enabled',
    'player:updated',
    'clock:set',
    'seed:set',
    'design:deployed',
    'design:deployed with a loss',
    'design:held',
    'issue:fixed',
    'game:invite',
    'game:invite:cancel',
    'game:request',
    'game:request:accept',
    'game:request:reject',
  ]
  const missing = [...rare, ...reverts, ...others].filter((what) => (seen.get(what) ?? 0) < 3)
  expect(missing).toEqual([])
})

test(
  'state from a snapshot plus the journal after it is the live state, in every bit and every answer',
  { timeout: TIMEOUT_MS },
  async () => {
    const steps = fc.tuple(randomCommands, fc.nat(40), fc.nat(40))
    await fc.assert(
      fc.asyncProperty(settings, steps, async (chosen, [commands, early, late]) => {
        const life = await newLife(chosen)
        const snapshots: ReturnType<typeof beginSnapshot>[] = []
        for (const [i, command] of commands.entries()) {
          await life.does(command)
          if (i === early || i === late) snapshots.push(beginSnapshot(life.game))
        }
        snapshots.push(beginSnapshot(life.game))
        await expectSame(await recovered(life.game), life.game)
        for (const snapshot of snapshots) await expectSame(await recovered(life.game, snapshot()), life.game)
      }),
      runs(60),
    )
  },
)

test(
  'a game that takes what another one decides is that one, in every bit and every answer',
  { timeout: TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(settings, randomCommands, fc.nat(20), async (chosen, commands, often) => {
        const life = await newLife(chosen)
        const follower = await newFollower(life.game)
        for (const [i, command] of commands.entries()) {
          await life.does(command)
          if (i % (often + 1) === 0) await follower.catchUp()
        }
        await follower.catchUp()
        await expectSame(follower.game, life.game)
        expect(await journalOf(follower.game)).toEqual(await journalOf(life.game))
      }),
      runs(60),
    )
  },
)

test(
  'the checksum of a state is that of its history: a start and what was forgotten do not show in it',
  { timeout: TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(settings, randomCommands, async (chosen, commands) => {
        const game = await lived(chosen, commands)
        const { state } = game.runtime
        const sum = await stateSum(state)
        const again = await recovered(game, beginSnapshot(game)())
        expect(await stateSum(again.runtime.state)).toBe(sum)
        for (const _ of forgetBefore(state, state.seq)) continue
        expect(await stateSum(state)).toBe(sum)
      }),
      runs(60),
    )
  },
)

test('a refused command leaves everything as it was', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(settings, randomCommands, async (chosen, commands) => {
      const life = await newLife(chosen)
      // What stood before a command stands since the last one where that was refused.
      let hash: string | undefined
      for (const command of commands) {
        const before = snapshotTexts(life.game)
        const { lastSeq } = life.game.journal
        hash ??= await hashOf(life.game)
        if (await life.does(command)) {
          hash = undefined
          continue
        }
        expect(snapshotTexts(life.game)).toEqual(before)
        expect(await hashOf(life.game)).toBe(hash)
        expect(life.game.journal.lastSeq).toBe(lastSeq)
      }
    }),
    runs(25),
  )
})

test(
  'the same history with the same seed gives the same bytes, ids included, whatever is read in between',
  { timeout: TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(settings, randomCommands, async (chosen, commands) => {
        const first = await lived(chosen, commands)
        const second = await newLife(chosen)
        for (const [i, command] of commands.entries()) {
          await second.does(command)
          if (i % 10 === 0) await everyGet(second.game, playerIds)
        }
        expect(await journalOf(second.game)).toEqual(await journalOf(first))
        await expectSame(second.game, first)
      }),
      runs(60),
    )
  },
)

test('a history goes on from a snapshot as it would have without one', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(settings, randomCommands, fc.nat(40), async (chosen, commands, cut) => {
      const whole = await lived(chosen, commands)
      const begun = await newLife(chosen)
      for (const command of commands.slice(0, cut)) await begun.does(command)
      const again = begun.resumed(await recovered(begun.game, beginSnapshot(begun.game)()))
      for (const command of commands.slice(cut)) await again.does(command)
      expect(await journalOf(again.game)).toEqual(await journalOf(whole))
      await expectSame(again.game, whole)
    }),
    runs(60),
  )
})
