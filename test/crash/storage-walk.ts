import { checksum } from '../../src/storage/checksum.ts'
import { openDesigns } from '../../src/storage/designs.ts'
import { openDocument } from '../../src/storage/documents.ts'
import { openFileJournal, type FileJournal } from '../../src/storage/file-journal.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import { SimulatedFileSystem, Stopped, type FaultKind, type Survival } from '../../src/storage/simulated-fs.ts'
import { openSnapshots, type Snapshots } from '../../src/storage/snapshot.ts'
import { StorageError } from '../../src/storage/storage-error.ts'

/** A seam around the simulated files: the identity, or one with a bug in it. */
export type Seam = (fs: FileSystem) => FileSystem

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

/** What is open while a program runs. */
interface Open {
  readonly journal: FileJournal
  readonly snapshots: Snapshots
}

const SEGMENT_BYTES = 700
const ENTRIES_PER_BATCH = 3

const KINDS: readonly FaultKind[] = ['stop', 'tear', 'EIO', 'ENOSPC']
const SURVIVALS: readonly Survival[] = ['all', 'none', 'some', 'some']

/** No history here takes so many operations. */
const MOST_OPERATIONS = 1_000

const textOf = (seq: number): string => JSON.stringify({ seq, words: 'ünïcödé '.repeat(seq % 5) })

/**
 * Lets each operation of a history go wrong in each way, starts again from what each kind of crash leaves, and once more
 * after that start. Gives what was found wrong, in words; the number of operations tells that there was something to walk.
 */
export async function walk(seam: Seam): Promise<{ problems: string[]; operations: number }> {
  const problems: string[] = []
  let operations = 0
  for (const kind of KINDS) {
    for (const [index, survival] of SURVIVALS.entries()) {
      for (let at = 1; at <= MOST_OPERATIONS; at += 1) {
        const files = new SimulatedFileSystem(at * SURVIVALS.length + index, { at, kind })
        const ledger = newLedger()
        await attempt(() => history(seam(files), ledger))
        if (files.faulted === undefined) break
        operations = Math.max(operations, at)
        const found = await problemsAfter(files, survival, ledger, seam)
        problems.push(
          ...found.map((problem) => `${kind} at ${at} (${files.faulted}), ${survival} survives: ${problem}`),
        )
      }
    }
  }
  return { problems, operations }
}

/** The same for a start after a stop at each operation: each operation of that start is where the program stops again. */
export async function walkStarts(seam: Seam): Promise<{ problems: string[]; starts: number }> {
  const problems: string[] = []
  let starts = 0
  for (let at = 1; at <= MOST_OPERATIONS; at += 1) {
    for (let again = 1; again <= MOST_OPERATIONS; again += 1) {
      const files = new SimulatedFileSystem(at * MOST_OPERATIONS + again, { at, kind: 'stop' })
      const ledger = newLedger()
      await attempt(() => history(seam(files), ledger))
      if (files.faulted === undefined) return { problems, starts }
      const restarted = files.crash('some', { at: again, kind: 'stop' })
      await attempt(() => check(seam(restarted), ledger))
      if (restarted.faulted === undefined) break
      starts += 1
      const found = await problemsAfter(restarted, 'some', ledger, seam)
      problems.push(
        ...found.map(
          (problem) => `stop at ${at} (${files.faulted}), again at ${again} (${restarted.faulted}): ${problem}`,
        ),
      )
    }
  }
  return { problems, starts }
}

/** Two sessions: what storage is asked to do while a game runs, starts again and runs on. */
async function history(fs: FileSystem, ledger: Ledger): Promise<void> {
  for (const rounds of [[1, 2], [3]]) {
    const { journal, snapshots } = await start(fs)
    for (const round of rounds) await playRound(fs, round, { journal, snapshots }, ledger)
    await journal.close()
  }
}

async function playRound(fs: FileSystem, round: number, { journal, snapshots }: Open, ledger: Ledger): Promise<void> {
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
    await snapshots.write(stateAt(journal.lastSeq), partsAt(journal.lastSeq))
    ledger.snapshots.push(journal.lastSeq)
    ledger.dropped = ledger.snapshots.at(-2) ?? 0
    await journal.dropBefore(ledger.dropped + 1)
  })
  await appendBatch(journal, ledger)
}

async function appendBatch(journal: FileJournal, ledger: Ledger): Promise<void> {
  for (let entry = 0; entry < ENTRIES_PER_BATCH; entry += 1) {
    const seq = journal.lastSeq + 1
    ledger.appended = Math.max(ledger.appended, seq)
    void journal.append(seq, textOf(seq), checksum(textOf(seq)))
  }
  await journal.settled()
  ledger.kept = Math.max(ledger.kept, journal.lastSeq)
}

/** As a game starts: its document names the journal once that was begun, and must find it from then on. */
async function start(fs: FileSystem): Promise<Open> {
  const runtime = { fs, program: '1.0.0', runtime: 'staging' }
  const game = await openGame(fs)
  const snapshots = await openSnapshots({ ...runtime, directory: 'data/staging/snapshots' })
  const journal = await openFileJournal({
    ...runtime,
    directory: 'data/staging/journal',
    generation: game.data.begun ? 1 : undefined,
    snapshots: await snapshots.list(),
    durability: 'batch',
    design: () => null,
    segmentBytes: SEGMENT_BYTES,
  })
  if (!game.data.begun) await game.update((data) => void (data.begun = true))
  return { journal, snapshots }
}

const openGame = (fs: FileSystem) =>
  openDocument({
    fs,
    path: 'data/game.json',
    initial: { title: '', begun: false },
    parse: (value) => value as { title: string; begun: boolean },
    advice: '',
  })

const stateAt = (seq: number) => ({ generation: 1, seq, sum: checksum(textOf(seq)), at: seq, design: null })

function* partsAt(seq: number): Generator<{ name: string; data: unknown }> {
  for (let entry = 1; entry <= seq; entry += 1) yield { name: 'entry', data: textOf(entry) }
}

/** What is wrong after a crash, and after one more that leaves only what is on disk: what a start showed must stay. */
async function problemsAfter(
  files: SimulatedFileSystem,
  survival: Survival,
  ledger: Ledger,
  seam: Seam,
): Promise<string[]> {
  const restarted = files.crash(survival)
  const found = await problemsOf(restarted, ledger, seam)
  if (found.length > 0) return found
  const rebooted = restarted.crash('none')
  return (await problemsOf(rebooted, ledger, seam)).map((problem) => `after a second crash: ${problem}`)
}

async function problemsOf(files: SimulatedFileSystem, ledger: Ledger, seam: Seam): Promise<string[]> {
  try {
    return await check(seam(files), ledger)
  } catch (error) {
    if (error instanceof StorageError) return [error.message]
    throw error
  }
}

/** Starts from these files, and compares what is there with what was promised; then goes on for a batch. */
async function check(fs: FileSystem, ledger: Ledger): Promise<string[]> {
  const { journal, snapshots } = await start(fs)
  const problems = [...(await checkEntries(journal, ledger)), ...(await checkSnapshots({ journal, snapshots }, ledger))]
  const title = (await openGame(fs)).data.title
  if (title !== ledger.titles.kept && title !== ledger.titles.tried) problems.push(`game.json holds "${title}"`)
  ledger.titles = { kept: title, tried: title }
  const designs = await openDesigns(fs, 'data/designs')
  for (const [hash, text] of ledger.designs) {
    if ((await designs.read(hash)) !== text) problems.push(`design ${hash} is another one`)
  }
  await appendBatch(journal, ledger)
  await journal.close()
  return problems
}

async function checkEntries(journal: FileJournal, ledger: Ledger): Promise<string[]> {
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
async function checkSnapshots({ journal, snapshots }: Open, ledger: Ledger): Promise<string[]> {
  const [snapshot] = await snapshots.list()
  const promised = ledger.snapshots.at(-1) ?? 0
  if (!snapshot) return promised === 0 && journal.firstSeq === 1 ? [] : ['there is no snapshot']
  const { generation, seq } = snapshot
  const problems: string[] = []
  const parts = await Array.fromAsync(snapshot.parts())
  if (parts.length !== seq || JSON.stringify(parts) !== JSON.stringify([...partsAt(seq)]))
    problems.push('the snapshot is another one')
  if (!journal.holds(generation, seq)) problems.push('the snapshot does not lie on the history')
  if (seq < promised) problems.push(`the snapshot at ${promised} is lost`)
  return problems
}

async function attempt(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!isExpected(error)) throw error
  }
}

/** Goes on after a failure of the files, but not when the program was stopped. */
async function unlessStopped(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof StorageError) || error.cause instanceof Stopped) throw error
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof StorageError || error instanceof Stopped
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
