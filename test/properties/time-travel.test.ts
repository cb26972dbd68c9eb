import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import type { HistoryPosition } from '../../src/interface/history-position.ts'
import { checksum } from '../../src/storage/checksum.ts'
import { MemoryJournal } from '../../src/storage/memory-journal.ts'
import { memoryBoards } from '../../src/storage/memory-store.ts'
import { canonicalHash, everyGet, snapshotTexts } from '../support/canonical-hash.ts'
import { designOf } from '../support/design-parts.ts'
import { newMemoryGame, recovered, type MemoryGame } from '../support/memory-game.ts'
import { Life, playerIds, randomCommands } from '../support/random-commands.ts'
import { randomDesign } from '../support/random-design.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

/** A way out of the present, between two stretches of life; `back` picks an entry, counted back round and round. */
type Travel =
  | { readonly kind: 'save' | 'restore'; readonly name: string }
  | { readonly kind: 'rewind'; readonly back: number; readonly byTime: boolean }
  | { readonly kind: 'reset' }

const name = fc.constantFrom('a', 'b')
const travel: fc.Arbitrary<Travel> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('save' as const), name }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('restore' as const), name }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('rewind' as const), back: fc.nat(30), byTime: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'reset' as const }) },
)

/** The texts of the entries that a game came about by, and of the points of it. */
interface Model {
  texts: readonly string[]
  readonly points: Map<string, readonly string[]>
  /** The names of those that were not saved by hand, the oldest first. */
  readonly automatic: string[]
}

async function textsOf({ journal }: MemoryGame): Promise<string[]> {
  const texts: string[] = []
  for await (const { text } of journal.read(1)) texts.push(text)
  return texts
}

/** The game that only ever lived through these entries. */
async function simplyLived(game: MemoryGame, texts: readonly string[]): Promise<MemoryGame> {
  const journal = new MemoryJournal()
  for (const [index, text] of texts.entries()) void journal.append(index + 1, text, checksum(text))
  return recovered({ ...game, journal, boards: memoryBoards() })
}

const atOf = (text: string | undefined): number => (JSON.parse(text ?? '{"at":0}') as Entry).at

/** Of automatic snapshots only the newest ten stay. */
function savedBefore({ points, automatic }: Model, { snapshot = '' }, texts: readonly string[]): void {
  points.set(snapshot, texts)
  automatic.push(snapshot)
  for (const oldest of automatic.splice(0, automatic.length - 10)) points.delete(oldest)
}

/** Travels in the model; gives what it has then before the entry that may set the clock, undefined where it is the game's to say. */
async function travels(game: MemoryGame, model: Model, step: Travel): Promise<readonly string[] | undefined> {
  const { runtime } = game
  const { texts, points } = model
  switch (step.kind) {
    case 'save': {
      const isTaken = points.has(step.name)
      expect(isFault(await runtime.snapshots.save(step.name))).toBe(isTaken)
      if (!isTaken) points.set(step.name, texts)
      return texts
    }
    case 'restore': {
      const saved = points.get(step.name)
      const restored = await runtime.snapshots.restore(step.name)
      expect(isFault(restored)).toBe(saved === undefined)
      if (!isFault(restored)) savedBefore(model, restored, texts)
      return saved ?? texts
    }
    case 'rewind': {
      const seq = texts.length - (step.back % texts.length)
      const at = atOf(texts[seq - 1])
      const last = step.byTime ? texts.findLastIndex((text) => atOf(text) <= at) + 1 : seq
      const to: HistoryPosition = step.byTime ? { at } : { seq }
      const rewound = await runtime.rewind(to)
      if (isFault(rewound)) throw new Error(`a rewind was refused: ${JSON.stringify(rewound)}`)
      expect(rewound.undone).toBe(texts.length - last)
      expect(rewound.now).toBe(at)
      savedBefore(model, rewound, texts)
      return texts.slice(0, last)
    }
    case 'reset': {
      const reset = await runtime.reset()
      if (isFault(reset)) throw new Error(`a reset was refused: ${JSON.stringify(reset)}`)
      expect(reset.players).toBe(0)
      savedBefore(model, reset, texts)
      return undefined
    }
  }
}

async function expectSame(game: MemoryGame, texts: readonly string[]): Promise<void> {
  const simple = await simplyLived(game, texts)
  if ((await canonicalHash(game, playerIds)) === (await canonicalHash(simple, playerIds))) return
  expect(snapshotTexts(game)).toEqual(snapshotTexts(simple))
  expect(await everyGet(game, playerIds)).toEqual(await everyGet(simple, playerIds))
  throw new Error('hashes differ, and nothing that they stand for')
}

test(
  'a game that was rewound and restored is what one is that only ever had the entries that are left',
  { timeout: TIMEOUT_MS },
  async () => {
    const setting = fc.record({
      runtime: fc.constantFrom('staging' as const, 'production' as const),
      sources: fc.tuple(randomDesign, randomDesign),
    })
    const stretches = fc.array(fc.tuple(randomCommands, travel), { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(setting, stretches, async ({ runtime, sources }, lives) => {
        const game = await newMemoryGame(sources.map(designOf), 'seed', runtime)
        const life = new Life(game)
        const model: Model = { texts: [], points: new Map(), automatic: [] }
        for (const [commands, step] of lives) {
          for (const command of commands.slice(0, 12)) await life.does(command)
          model.texts = await textsOf(game)
          const wanted = await travels(game, model, step)
          const found = await textsOf(game)
          if (wanted) {
            expect(found.slice(0, wanted.length)).toEqual(wanted)
            expect(found.slice(wanted.length).map((text) => (JSON.parse(text) as Entry).op)).toEqual(
              found.length > wanted.length ? ['clock.set'] : [],
            )
          }
          model.texts = found
          await expectSame(game, found)
        }
        expect((await game.runtime.snapshots.list()).map((each) => each.name).toSorted()).toEqual(
          [...model.points.keys()].toSorted(),
        )
        expect(game.warnings).toEqual([])
      }),
      runs(25),
    )
  },
)
