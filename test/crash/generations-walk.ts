import { checksum } from '../../src/storage/checksum.ts'
import { openDocument } from '../../src/storage/documents.ts'
import { openFileStore } from '../../src/storage/file-store.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import type { Durability } from '../../src/storage/journal.ts'
import type {
  GenerationOrigin,
  GenerationStorage,
  SnapshotFacts,
  RuntimeStore,
  CheckpointFacts,
} from '../../src/storage/runtime-store.ts'
import { unlessStopped, type Life } from './fault-walk.ts'

/** One history of several: the texts that were appended to it, oldest first. */
interface Story {
  readonly letter: string
  readonly texts: string[]
  /** How many of them are promised to be kept. */
  kept: number
  /** Undefined until it was begun. */
  generation: number | undefined
}

/** A point that was promised, or may be there or not. */
interface Point {
  readonly about: SnapshotFacts
  readonly texts: readonly string[]
  isSure: boolean
}

interface Ledger {
  live: Story
  /** The one that takes its place, from when the pointer was told until that is done. */
  next: Story | undefined
  /** The generations that were live. */
  readonly lived: Set<number>
  readonly points: Map<string, Point>
  /** Entries before this one were given up, in whichever history. */
  dropped: number
  letters: number
  readonly durability: Durability
}

const SEGMENT_BYTES = 400
const ENTRIES_PER_BATCH = 3

/**
 * Points of a game, its way back to them, to an entry and to the beginning, over two sessions. Without syncs (`off`) what
 * a point or another history is made of is promised all the same.
 */
export const generationsLife = (durability: Durability): Life<Ledger> => ({
  newLedger: () => ({
    live: newStory('a', []),
    next: undefined,
    lived: new Set(),
    points: new Map(),
    dropped: 0,
    letters: 1,
    durability,
  }),
  async history(fs, ledger) {
    const first = await open(fs, ledger)
    await play(first, ledger)
    await savePoint(first, ledger, 'Start')
    await play(first, ledger)
    await goBack(first, ledger, 4)
    await play(first, ledger)
    await savePoint(first, ledger, 'later')
    await tryOut(first, ledger)
    await goBack(first, ledger, 2)
    await first.store.close()
    const second = await open(fs, ledger)
    await restore(second, ledger, 'later')
    await play(second, ledger)
    await drop(second, ledger)
    await deletePoint(second, ledger, 'later')
    await restore(second, ledger, 'Start')
    await reset(second, ledger)
    await deletePoint(second, ledger, 'Start')
    await second.store.close()
  },
  async check(fs, ledger) {
    const game = await open(fs, ledger)
    const problems = [...(await checkLive(game.store, ledger)), ...(await checkPoints(game, ledger))]
    await play(game, ledger)
    await goBack(game, ledger, game.store.live.journal.lastSeq)
    problems.push(...(await checkLeftovers(fs, ledger)))
    await play(game, ledger)
    await game.store.close()
    return problems
  },
})

interface Game {
  readonly store: RuntimeStore
  /** Tells where the next start finds the live generation. */
  readonly point: (generation: number) => Promise<void>
}

async function open(fs: FileSystem, ledger: Ledger): Promise<Game> {
  const file = await openDocument({
    fs,
    path: 'data/game.json',
    initial: { generation: 0 },
    parse: (value) => value as { generation: number },
    advice: '',
  })
  const store = await openFileStore({
    fs,
    directory: 'data/staging',
    program: '1.0.0',
    runtime: 'staging',
    generation: file.data.generation || undefined,
    durability: ledger.durability,
    design: () => null,
    segmentBytes: SEGMENT_BYTES,
    warn: () => {},
  })
  const { generation } = store.live
  if (file.data.generation === 0) await file.update((data) => void (data.generation = generation))
  ledger.live.generation ??= generation
  ledger.lived.add(generation)
  // What the start found is what counts from now on.
  if (ledger.next?.generation === generation) ledger.live = ledger.next
  ledger.next = undefined
  return { store, point: (next) => file.update((data) => void (data.generation = next)) }
}

async function play({ store }: Game, { live, durability }: Ledger): Promise<void> {
  await appendBatch(store.live, live)
  if (durability !== 'off') live.kept = live.texts.length
}

async function appendBatch({ journal }: GenerationStorage, story: Story): Promise<void> {
  story.texts.length = journal.lastSeq
  for (let entry = 0; entry < ENTRIES_PER_BATCH; entry += 1) {
    const seq = journal.lastSeq + 1
    const text = JSON.stringify({ seq, in: story.letter.repeat(1 + (seq % 5)) })
    story.texts.push(text)
    void journal.append(seq, text, checksum(text))
  }
  await journal.settled()
}

/** Plays on another history, and puts it in the place of the live one. */
async function switchTo({ store, point }: Game, ledger: Ledger, origin: GenerationOrigin, texts: readonly string[]) {
  const ready = await begin(store, ledger, origin, texts)
  if (!ready) return
  const { story, begun } = ready
  ledger.next = story
  await point(begun.generation)
  ledger.lived.add(begun.generation)
  ledger.live = story
  ledger.next = undefined
  await store.madeLive(begun)
}

/** A history that is ready to be live; undefined where it could not be written. */
async function begin(store: RuntimeStore, ledger: Ledger, origin: GenerationOrigin, texts: readonly string[]) {
  ledger.letters += 1
  const story = newStory(String.fromCharCode('a'.charCodeAt(0) + ledger.letters), texts)
  let begun: GenerationStorage | undefined
  let isReady = false
  await unlessStopped(async () => {
    begun = await store.begin(origin)
    story.generation = begun.generation
    await appendBatch(begun, story)
    if (story.letter < 'f') await begun.write?.(stateAt(begun), [])
    await begun.sync()
    story.kept = story.texts.length
    isReady = true
  })
  if (begun && isReady) return { story, begun }
  if (begun) await store.discard(begun)
  return undefined
}

async function goBack(game: Game, ledger: Ledger, seq: number): Promise<void> {
  const { generation } = game.store.live
  const texts = ledger.live.texts.slice(0, seq)
  const origin = { parent: { generation, seq }, first: seq + 1, chain: checksum(texts.at(-1) ?? '') }
  await switchTo(game, ledger, origin, texts)
}

async function restore(game: Game, ledger: Ledger, name: string): Promise<void> {
  const point = ledger.points.get(name)
  if (point) await switchTo(game, ledger, originOf(point), point.texts)
}

async function reset(game: Game, ledger: Ledger): Promise<void> {
  await switchTo(game, ledger, { parent: null, first: 1, chain: 0 }, [])
}

/** Begins a history of which nothing comes. */
async function tryOut({ store }: Game, ledger: Ledger): Promise<void> {
  const ready = await begin(store, ledger, { parent: null, first: 1, chain: 0 }, [])
  if (ready) await store.discard(ready.begun)
}

async function savePoint({ store }: Game, ledger: Ledger, name: string): Promise<void> {
  const { generation, journal } = store.live
  const about = {
    name,
    generation,
    seq: journal.lastSeq,
    sum: journal.lastSum,
    at: 1,
    now: 2,
    frozen: true,
    created: 3,
  }
  const point = { about, texts: ledger.live.texts.slice(0, about.seq), isSure: false }
  ledger.points.set(name, point)
  await unlessStopped(async () => {
    await store.snapshots.save(about, partsOf(point))
    point.isSure = true
    ledger.live.kept = Math.max(ledger.live.kept, about.seq)
  })
}

async function deletePoint({ store }: Game, ledger: Ledger, name: string): Promise<void> {
  const point = ledger.points.get(name)
  if (!point) return
  point.isSure = false
  await unlessStopped(async () => {
    await store.snapshots.delete(name)
    ledger.points.delete(name)
  })
}

async function drop({ store }: Game, ledger: Ledger): Promise<void> {
  const { journal } = store.live
  ledger.dropped = journal.lastSeq - 2
  await unlessStopped(() => journal.dropBefore(ledger.dropped + 1))
}

async function checkLive({ live }: RuntimeStore, ledger: Ledger): Promise<string[]> {
  const { generation, letter, kept } = ledger.live
  if (live.generation !== generation)
    return [`history ${letter} is not the live one, but generation ${live.generation}`]
  const problems = await checkHistory(live, ledger.live.texts, ledger.dropped)
  if (live.journal.lastSeq < kept) problems.push(`entries ${live.journal.lastSeq + 1} to ${kept} are lost`)
  ledger.live.kept = live.journal.lastSeq
  return problems
}

/** The points that were promised are there, whole, and each leads back to the history that it stood on. */
async function checkPoints({ store }: Game, ledger: Ledger): Promise<string[]> {
  const problems: string[] = []
  const listed = new Set((await store.snapshots.list()).map(({ name }) => name))
  for (const [name, point] of ledger.points) {
    const found = await store.snapshots.find(name)
    if (listed.has(name) !== (found !== undefined)) problems.push(`the point ${name} is there and is not`)
    if (!found && point.isSure) problems.push(`the point ${name} is lost`)
    point.isSure = found !== undefined
    if (!found) continue
    const parts = await Array.fromAsync(found.parts())
    if (JSON.stringify(parts) !== JSON.stringify([...partsOf(point)])) problems.push(`the point ${name} is another one`)
    const begun = await store.begin(originOf(point))
    problems.push(
      ...(await checkHistory(begun, point.texts, ledger.dropped)).map((what) => `${what}, for point ${name}`),
    )
    await store.discard(begun)
  }
  for (const name of listed) if (!ledger.points.has(name)) problems.push(`the point ${name} was deleted`)
  return problems
}

/** The history is these texts, from some entry on where some were given up. */
async function checkHistory(
  { journal }: GenerationStorage,
  texts: readonly string[],
  dropped: number,
): Promise<string[]> {
  const problems: string[] = []
  if (dropped === 0 && journal.firstSeq > 1) problems.push(`entries before ${journal.firstSeq} are lost`)
  let expected = journal.firstSeq
  for await (const { seq, text, sum } of journal.read(1)) {
    if (seq !== expected || text !== texts[seq - 1] || sum !== checksum(text))
      problems.push(`entry ${expected} is wrong`)
    expected += 1
  }
  if (expected !== journal.lastSeq + 1) problems.push(`entries ${expected} to ${journal.lastSeq} cannot be read`)
  return problems
}

/** After a switch, no generation is left that never was live. */
async function checkLeftovers(fs: FileSystem, { lived }: Ledger): Promise<string[]> {
  const names = [...(await fs.list('data/staging/journal')), ...(await fs.list('data/staging/snapshots'))]
  return names.filter((name) => !lived.has(Number.parseInt(name, 10))).map((name) => `${name} was left behind`)
}

function stateAt({ journal }: GenerationStorage): CheckpointFacts {
  return { seq: journal.lastSeq, sum: journal.lastSum, at: 0, design: null }
}

function newStory(letter: string, texts: readonly string[]): Story {
  return { letter, texts: [...texts], kept: texts.length, generation: undefined }
}

function originOf({ about: { generation, seq, sum } }: Point): GenerationOrigin {
  return { parent: { generation, seq }, first: seq + 1, chain: sum }
}

function* partsOf({ texts }: Point): Generator<{ name: string; data: unknown }> {
  for (const text of texts) yield { name: 'entry', data: text }
}
