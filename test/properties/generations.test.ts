import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksum } from '../../src/storage/checksum.ts'
import { openFileStore } from '../../src/storage/file-store.ts'
import { memoryStore } from '../../src/storage/memory-store.ts'
import type { GenerationOrigin, GenerationStorage, RuntimeStore } from '../../src/storage/runtime-store.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

/** What a store is asked to do; `at` and `which` choose, from 0 to 1, among what there is then. */
type Step =
  | { readonly kind: 'append'; readonly count: number }
  | { readonly kind: 'go back' | 'try out' | 'drop'; readonly at: number }
  | { readonly kind: 'restore' | 'delete'; readonly which: number }
  | { readonly kind: 'save' | 'snapshot' | 'reset' | 'start again' }

const fraction = fc.double({ min: 0, max: 1, noNaN: true })

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 9 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('go back' as const, 'try out' as const), at: fraction }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), at: fraction }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('restore' as const, 'delete' as const), which: fraction }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'save' as const,
          'save' as const,
          'snapshot' as const,
          'reset' as const,
          'start again' as const,
        ),
      }),
    },
  ),
  { minLength: 5, maxLength: 60 },
)

/** A history as a list of texts. */
type Story = readonly string[]

/** Somebody who keeps lists of texts beside a store. */
class Life {
  #store: RuntimeStore
  readonly #reopen: (generation: number) => Promise<RuntimeStore>
  #story: Story = []
  readonly #points = new Map<string, Story>()
  /** Whether entries were given up, so that histories may be shorter at their beginning. */
  #dropped = false
  #entries = 0

  constructor(store: RuntimeStore, reopen: (generation: number) => Promise<RuntimeStore>) {
    this.#store = store
    this.#reopen = reopen
  }

  async does(step: Step): Promise<void> {
    if (step.kind === 'append') await this.#append(this.#store.live, step.count)
    else if (step.kind === 'go back') await this.#switchTo(this.#after(step.at))
    else if (step.kind === 'try out') await this.#tryOut(this.#after(step.at))
    else if (step.kind === 'drop') await this.#drop(step.at)
    else if (step.kind === 'restore') await this.#restore(step.which)
    else if (step.kind === 'delete') await this.#delete(step.which)
    else if (step.kind === 'save') await this.#save()
    else if (step.kind === 'snapshot') await this.#snapshot()
    else if (step.kind === 'reset') await this.#switchTo({ parent: null, first: 1, chain: 0 })
    else await this.#startAgain()
    await this.#check(this.#store.live, this.#story)
  }

  async #append({ journal }: GenerationStorage, count: number): Promise<void> {
    const story = this.#story.slice(0, journal.lastSeq)
    for (let entry = 0; entry < count; entry += 1) {
      this.#entries += 1
      const text = JSON.stringify({ entry: this.#entries })
      story.push(text)
      void journal.append(journal.lastSeq + 1, text, checksum(text))
    }
    await journal.settled()
    this.#story = story
  }

  /** A place in the live history that is kept. */
  #after(at: number): GenerationOrigin {
    const { generation, journal } = this.#store.live
    const seq = journal.firstSeq - 1 + Math.round(at * (journal.lastSeq - journal.firstSeq + 1))
    return { parent: { generation, seq }, first: seq + 1, chain: sumAt(this.#story, seq) }
  }

  async #switchTo(origin: GenerationOrigin, story = this.#story): Promise<void> {
    const begun = await this.#store.begin(origin)
    this.#story = story.slice(0, origin.first - 1)
    await this.#append(begun, 2)
    await begun.sync()
    await this.#store.madeLive(begun)
  }

  async #tryOut(origin: GenerationOrigin): Promise<void> {
    const story = this.#story
    const begun = await this.#store.begin(origin)
    await this.#append(begun, 5)
    await this.#check(begun, this.#story)
    await this.#store.discard(begun)
    this.#story = story
  }

  async #drop(at: number): Promise<void> {
    this.#dropped = true
    await this.#store.live.journal.dropBefore(Math.ceil(at * this.#story.length))
  }

  async #save(): Promise<void> {
    const { generation, journal } = this.#store.live
    const name = `p${this.#points.size}-${this.#entries}-${generation}`
    const place = { generation, seq: journal.lastSeq, sum: journal.lastSum }
    await this.#store.snapshots.save({ name, ...place, at: 1, now: 2, frozen: false, created: 3 }, [
      { name, data: name },
    ])
    this.#points.set(name, this.#story)
  }

  async #restore(which: number): Promise<void> {
    const [name, story] = this.#pick(which)
    const point = name === undefined ? undefined : await this.#store.snapshots.find(name)
    if (!point) return
    expect(await Array.fromAsync(point.parts())).toEqual([{ name, data: name }])
    const { generation, seq, sum } = point
    await this.#switchTo({ parent: { generation, seq }, first: seq + 1, chain: sum }, story)
  }

  async #delete(which: number): Promise<void> {
    const [name] = this.#pick(which)
    if (name === undefined) return
    expect(await this.#store.snapshots.delete(name)).toBe(true)
    this.#points.delete(name)
  }

  #pick(which: number): readonly [string, Story] | readonly [undefined, undefined] {
    return [...this.#points][Math.floor(which * this.#points.size)] ?? [undefined, undefined]
  }

  async #snapshot(): Promise<void> {
    const { journal, write } = this.#store.live
    await write?.({ seq: journal.lastSeq, sum: journal.lastSum, at: 0, design: null }, [])
  }

  async #startAgain(): Promise<void> {
    const { generation } = this.#store.live
    await this.#store.close()
    this.#store = await this.#reopen(generation)
    expect(this.#store.live.generation).toBe(generation)
  }

  async #check({ journal, boards }: GenerationStorage, story: Story): Promise<void> {
    expect(journal.lastSeq).toBe(story.length)
    if (!this.#dropped) expect(journal.firstSeq).toBe(1)
    const lines = await Array.fromAsync(journal.read(1))
    expect(lines.map(({ text }) => text)).toEqual(story.slice(journal.firstSeq - 1))
    expect(lines.map(({ sum }) => sum)).toEqual(lines.map(({ text }) => checksum(text)))
    expect((await this.#store.snapshots.list()).map(({ name }) => name).toSorted()).toEqual(
      [...this.#points.keys()].toSorted(),
    )
    for (const { seq } of await boards.checkpoints()) expect(seq).toBeLessThanOrEqual(story.length)
  }
}

const sumAt = (story: Story, seq: number): number => (seq === 0 ? 0 : checksum(story[seq - 1] ?? ''))

async function lives(life: Life, does: readonly Step[]): Promise<void> {
  for (const step of does) await life.does(step)
}

test('whatever way a history has come about, it is what was appended to it', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (does) => {
      const inMemory = memoryStore()
      // What is in memory is gone when it is closed.
      const stays = does.filter(({ kind }) => kind !== 'start again')
      await lives(new Life(inMemory, async () => inMemory), stays)
      const fs = new SimulatedFileSystem()
      const open = (generation: number | undefined): Promise<RuntimeStore> =>
        openFileStore({
          fs,
          directory: 'data/staging',
          program: '1.0.0',
          runtime: 'staging',
          generation,
          durability: 'batch',
          design: () => null,
          segmentBytes: 300,
          warn: (message) => expect(message).toBe(''),
        })
      await lives(new Life(await open(undefined), open), does)
    }),
    runs(100),
  )
})
