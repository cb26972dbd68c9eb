import { checksum } from '../../src/storage/checksum.ts'
import { openDesigns } from '../../src/storage/designs.ts'
import { openDocument } from '../../src/storage/documents.ts'
import { openFileStore } from '../../src/storage/file-store.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import type { Journal } from '../../src/storage/journal.ts'
import type { GenerationStorage } from '../../src/storage/runtime-store.ts'
import { unlessStopped, type Life } from './fault-walk.ts'

/** What a program was told to be on disk, and what it only tried. */
interface Ledger {
  /** The newest entry that was appended, and the newest that was acknowledged or read after a start. */
  appended: number
  kept: number
  /** Entries before this one were given up. */
  dropped: number
  snapshots: number[]
  titles: { kept: string; tried: string }
  designs: Map<string, string>
}

const SEGMENT_BYTES = 700
const ENTRIES_PER_BATCH = 3

const textOf = (seq: number): string => JSON.stringify({ seq, words: 'ünïcödé '.repeat(seq % 5) })

/** What storage is asked to do while a game runs, starts again and runs on. */
export const storageLife: Life<Ledger> = { newLedger, history, check }

/** Two sessions. */
async function history(fs: FileSystem, ledger: Ledger): Promise<void> {
  for (const rounds of [[1, 2], [3]]) {
    const live = await start(fs)
    for (const round of rounds) await playRound(fs, round, live, ledger)
    await live.journal.close()
  }
}

async function playRound(fs: FileSystem, round: number, live: GenerationStorage, ledger: Ledger): Promise<void> {
  const { journal } = live
  const game = await openGame(fs)
  ledger.titles.tried = `round ${round}`
  await game.update((data) => {
    data.title = ledger.titles.tried
  })
  ledger.titles.kept = ledger.titles.tried
  const design = `{"round":${round}}`
  ledger.designs.set(await (await openDesigns(fs, 'data/designs')).write(design), design)
  await appendBatch(journal, ledger)
  await appendBatch(journal, ledger)
  // A snapshot that fails is no reason to stop, and so is old history that cannot be removed.
  await unlessStopped(async () => {
    await live.write?.(stateAt(journal.lastSeq), partsAt(journal.lastSeq))
    ledger.snapshots.push(journal.lastSeq)
    ledger.dropped = ledger.snapshots.at(-2) ?? 0
    await journal.dropBefore(ledger.dropped + 1)
  })
  await appendBatch(journal, ledger)
}

async function appendBatch(journal: Journal, ledger: Ledger): Promise<void> {
  for (let entry = 0; entry < ENTRIES_PER_BATCH; entry += 1) {
    const seq = journal.lastSeq + 1
    ledger.appended = Math.max(ledger.appended, seq)
    void journal.append(seq, textOf(seq), checksum(textOf(seq)))
  }
  await journal.settled()
  ledger.kept = Math.max(ledger.kept, journal.lastSeq)
}

/** As a game starts: its document names the journal once that was begun, and must find it from then on. */
async function start(fs: FileSystem): Promise<GenerationStorage> {
  const game = await openGame(fs)
  const { live } = await openFileStore({
    fs,
    directory: 'data/staging',
    program: '1.0.0',
    runtime: 'staging',
    generation: game.data.begun ? 1 : undefined,
    durability: 'batch',
    design: () => null,
    segmentBytes: SEGMENT_BYTES,
    warn: () => {},
  })
  if (!game.data.begun) await game.update((data) => void (data.begun = true))
  return live
}

const openGame = (fs: FileSystem) =>
  openDocument({
    fs,
    path: 'data/game.json',
    initial: { title: '', begun: false },
    parse: (value) => value as { title: string; begun: boolean },
    advice: '',
  })

const stateAt = (seq: number) => ({ seq, sum: checksum(textOf(seq)), at: seq, design: null })

function* partsAt(seq: number): Generator<{ name: string; data: unknown }> {
  for (let entry = 1; entry <= seq; entry += 1) yield { name: 'entry', data: textOf(entry) }
}

/** Starts from these files, and compares what is there with what was promised; then goes on for a batch. */
async function check(fs: FileSystem, ledger: Ledger): Promise<string[]> {
  const live = await start(fs)
  const problems = [...(await checkEntries(live.journal, ledger)), ...(await checkSnapshots(live, ledger))]
  const title = (await openGame(fs)).data.title
  if (title !== ledger.titles.kept && title !== ledger.titles.tried) problems.push(`game.json holds "${title}"`)
  ledger.titles = { kept: title, tried: title }
  const designs = await openDesigns(fs, 'data/designs')
  for (const [hash, text] of ledger.designs) {
    if ((await designs.read(hash)) !== text) problems.push(`design ${hash} is another one`)
  }
  await appendBatch(live.journal, ledger)
  await live.journal.close()
  return problems
}

async function checkEntries(journal: Journal, ledger: Ledger): Promise<string[]> {
  const problems: string[] = []
  if (journal.lastSeq < ledger.kept) problems.push(`entries ${journal.lastSeq + 1} to ${ledger.kept} are lost`)
  if (journal.lastSeq > ledger.appended) problems.push(`entry ${journal.lastSeq} was never appended`)
  if (journal.firstSeq > ledger.dropped + 1) problems.push(`entries before ${journal.firstSeq} are lost`)
  let expected = journal.firstSeq
  for await (const { seq, text, sum } of journal.read(1)) {
    if (seq !== expected || text !== textOf(seq) || sum !== checksum(text)) problems.push(`entry ${expected} is wrong`)
    expected += 1
  }
  if (expected !== journal.lastSeq + 1) problems.push(`entries ${expected} to ${journal.lastSeq} cannot be read`)
  ledger.kept = Math.max(ledger.kept, journal.lastSeq)
  return problems
}

/** The newest snapshot is one that was promised, or that was being written; the journal goes on from it. */
async function checkSnapshots({ journal, boards }: GenerationStorage, ledger: Ledger): Promise<string[]> {
  const [snapshot] = await boards.checkpoints()
  const promised = ledger.snapshots.at(-1) ?? 0
  if (!snapshot) return promised === 0 && journal.firstSeq === 1 ? [] : ['there is no snapshot']
  const { seq } = snapshot
  const problems: string[] = []
  const parts = await Array.fromAsync(snapshot.parts())
  if (parts.length !== seq || JSON.stringify(parts) !== JSON.stringify([...partsAt(seq)]))
    problems.push('the snapshot is another one')
  if (seq < promised) problems.push(`the snapshot at ${promised} is lost`)
  return problems
}

function newLedger(): Ledger {
  return {
    appended: 0,
    kept: 0,
    dropped: 0,
    snapshots: [],
    titles: { kept: '', tried: '' },
    designs: new Map(),
  }
}
