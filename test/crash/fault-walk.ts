import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { serialize } from 'node:v8'
import type { FileSystem } from '../../src/storage/fs.ts'
import { LockHeld, StorageError } from '../../src/storage/storage-error.ts'
import type { Survival } from '../support/simulated-disk.ts'
import {
  SimulatedFileSystem,
  Stopped,
  type FaultKind,
  type NextOperation,
  type StopKind,
} from '../support/simulated-fs.ts'

/** A seam around the simulated files: the identity, or one with a bug in it. */
export type Seam = (fs: FileSystem) => FileSystem

/**
 * Something that programs do with files; `Ledger` is what they were told to be on disk, and what they only tried: data
 * that `structuredClone` copies.
 */
export interface Life<Ledger> {
  readonly newLedger: () => Ledger
  /** Does it, as far as the files let it. */
  readonly history: (fs: FileSystem, ledger: Ledger) => Promise<void>
  /** Starts from these files, and gives, in words, what is not as it was promised; then goes on for a while. */
  readonly check: (fs: FileSystem, ledger: Ledger) => Promise<string[]>
}

/** In which ways an operation goes wrong, and what a crash after it leaves. */
export interface Ways {
  readonly kinds: readonly FaultKind[]
  readonly survivals: readonly Survival[]
}

const ALL_WAYS: Ways = { kinds: ['stop', 'tear', 'EIO', 'ENOSPC'], survivals: ['all', 'none', 'some', 'some'] }

/** Whether all is walked that can be, which takes minutes: with CRASH_WALK=long in the environment. */
export const isLongWalk = process.env['CRASH_WALK'] === 'long'

/** What a start that is walked itself finds: chance has several of them. */
const WAYS_OF_STARTS: readonly Survival[] = ['none', 'some', 'some']

/** What a program left behind, and what it was told. */
interface Left<Ledger> {
  /** How it came about, in words. */
  readonly where: string
  readonly files: SimulatedFileSystem
  readonly ledger: Ledger
}

/** What came of a walk. */
interface Walked {
  /** What was found wrong, in words. */
  readonly problems: readonly string[]
  /** How many faults there were: an operation going wrong in one way, or a start stopped in one. */
  readonly points: number
  /** How many starts were looked at, each after a crash; what is alike is looked at once. */
  readonly recoveries: number
}

/** Says what a walk came to, so that it can be quoted. */
export function tell(what: string, { points, recoveries, problems }: Walked): void {
  process.stdout.write(`walked ${what}: ${points} points, ${recoveries} recoveries, ${problems.length} wrong\n`)
}

/** Several walks as one. */
export function together(walks: readonly Walked[]): Walked {
  return {
    problems: walks.flatMap(({ problems }) => problems),
    points: walks.reduce((sum, { points }) => sum + points, 0),
    recoveries: walks.reduce((sum, { recoveries }) => sum + recoveries, 0),
  }
}

/**
 * Lets each operation of a history go wrong in each way, starts again from what each kind of crash leaves, and once more
 * after that start.
 */
export async function walk<Ledger>(
  life: Life<Ledger>,
  seam: Seam,
  { kinds, survivals }: Ways = ALL_WAYS,
): Promise<Walked> {
  const checker = checkerOf(life, seam)
  const stops = kinds.filter(isStop)
  const files = new SimulatedFileSystem()
  const left = await leftAtEach(files, life.newLedger(), stops, survivals, (fs, ledger) =>
    life.history(seam(fs), ledger),
  )
  const problems: string[] = []
  for (const each of left) problems.push(...(await checker.problemsAfter(each)))
  for (const kind of kinds) {
    if (isStop(kind)) continue
    for (let at = 1; at <= files.operations; at += 1)
      for (const each of await leftByFailure(life, seam, { at, kind }, survivals))
        problems.push(...(await checker.problemsAfter(each)))
  }
  return { problems, points: files.operations * kinds.length, recoveries: checker.recoveries }
}

/**
 * The same for a start after a stop at each operation, or at each so many: each operation of that start is where the
 * program stops again.
 */
export async function walkStarts<Ledger>(life: Life<Ledger>, seam: Seam, each = 1): Promise<Walked> {
  const checker = checkerOf(life, seam)
  const files = new SimulatedFileSystem()
  const begun = await leftAtEach(files, life.newLedger(), ['stop'], WAYS_OF_STARTS, (fs, ledger) =>
    life.history(seam(fs), ledger),
  )
  const isNew = once<Ledger>()
  const problems: string[] = []
  let points = 0
  for (const [index, first] of begun.entries()) {
    if (Math.floor(index / WAYS_OF_STARTS.length) % each !== 0 || !isNew(first)) continue
    const ledger = structuredClone(first.ledger)
    const again = await leftAtEach(first.files, ledger, ['stop'], ['some'], async (fs) => {
      problems.push(...(await life.check(seam(fs), ledger)).map((problem) => `${first.where}: ${problem}`))
    })
    points += again.length
    for (const second of again)
      problems.push(...(await checker.problemsAfter({ ...second, where: `${first.where}, again ${second.where}` })))
  }
  return { problems, points, recoveries: checker.recoveries }
}

/** Goes on after a failure of the files, but not when the program was stopped. */
export async function unlessStopped(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof StorageError) || error.cause instanceof Stopped) throw error
  }
}

const isStop = (kind: FaultKind): kind is StopKind => kind === 'stop' || kind === 'tear'

/**
 * What is left where a program stops at each of its operations, in each of these ways. It runs once, to its end: up to
 * where it stops it does the same in all of them.
 */
async function leftAtEach<Ledger>(
  files: SimulatedFileSystem,
  ledger: Ledger,
  kinds: readonly StopKind[],
  survivals: readonly Survival[],
  run: (fs: FileSystem, ledger: Ledger) => Promise<void>,
): Promise<Left<Ledger>[]> {
  const left: Left<Ledger>[] = []
  const first = files.operations
  const watch = ({ what, stopped }: NextOperation): void => {
    const then = structuredClone(ledger)
    const at = files.operations - first
    for (const kind of kinds)
      for (const survival of survivals)
        left.push({
          where: `${kind} at ${at} (${what}), ${survival} survives`,
          files: stopped(kind, survival),
          ledger: then,
        })
  }
  if (kinds.length > 0) files.watch = watch
  await run(slowly(files), ledger)
  files.watch = undefined
  return left
}

/** Has all that follows from an operation come about before the next one: what is told of it stands in the ledger then. */
function slowly<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object)
      if (typeof value !== 'function') return value
      return async (...input: unknown[]) => {
        await nextTurn()
        const result: unknown = await Reflect.apply(value, object, input)
        return name === 'open' ? slowly(result as object) : result
      }
    },
  })
}

/** What is left by a program that an operation failed. */
async function leftByFailure<Ledger>(
  life: Life<Ledger>,
  seam: Seam,
  fault: { readonly at: number; readonly kind: FaultKind },
  survivals: readonly Survival[],
): Promise<Left<Ledger>[]> {
  const files = new SimulatedFileSystem(fault.at, fault)
  const ledger = life.newLedger()
  await attempt(() => life.history(seam(files), ledger))
  return survivals.map((survival) => ({
    where: `${fault.kind} at ${fault.at} (${files.faulted}), ${survival} survives`,
    files: files.crash(survival),
    ledger,
  }))
}

/**
 * What is wrong after a crash, and after one more that leaves only what is on disk: what a start showed must stay. What
 * has been looked at once is not looked at again: the same comes of it.
 */
function checkerOf<Ledger>(life: Life<Ledger>, seam: Seam): Checker<Ledger> {
  const [isNew, isNewAgain] = [once<Ledger>(), once<Ledger>()]
  const checker = { recoveries: 0, problemsAfter }
  return checker

  async function problemsAfter(left: Left<Ledger>): Promise<string[]> {
    if (!isNew(left)) return []
    const { where, files } = left
    const ledger = structuredClone(left.ledger)
    checker.recoveries += 1
    const found = await problemsOf(life, files, ledger, seam)
    if (found.length > 0) return found.map((problem) => `${where}: ${problem}`)
    const rebooted = files.crash('none')
    if (!isNewAgain({ files: rebooted, ledger })) return []
    checker.recoveries += 1
    const after = await problemsOf(life, rebooted, ledger, seam)
    return after.map((problem) => `${where}: after a second crash: ${problem}`)
  }
}

/** Looks at what is left, and counts the starts that it takes. */
interface Checker<Ledger> {
  readonly recoveries: number
  readonly problemsAfter: (left: Left<Ledger>) => Promise<string[]>
}

/** Tells whether these files with this ledger are seen for the first time. */
function once<Ledger>(): (left: Pick<Left<Ledger>, 'files' | 'ledger'>) => boolean {
  const seen = new Set<string>()
  return ({ files, ledger }) => {
    const before = seen.size
    const print = hash('sha1', `${files.fingerprint({ nameOf, sumOf })} ${serialize(ledger).toString('latin1')}`)
    return seen.add(print).size > before
  }
}

/** What another run of the same program writes otherwise, and nobody's game depends on. */
const OF_ONE_RUN = /"(secret|token|since|started)": "[^"]*|"pid": \d+/g

/** Unfinished files are counted, and may tell whose they are. */
const nameOf = (name: string): string => name.replace(/[.-]\d+(?:-\d+)?\.tmp$/, '.tmp')

const sums = new WeakMap<Buffer, string>()

/** Of bytes, which never change; without what is of one run of the program alone. */
function sumOf(bytes: Buffer): string {
  const known = sums.get(bytes)
  if (known !== undefined) return known
  const sum = hash('sha1', bytes.toString('latin1').replaceAll(OF_ONE_RUN, '$1'))
  sums.set(bytes, sum)
  return sum
}

async function problemsOf<Ledger>(
  life: Life<Ledger>,
  files: SimulatedFileSystem,
  ledger: Ledger,
  seam: Seam,
): Promise<string[]> {
  try {
    return await life.check(seam(files), ledger)
  } catch (error) {
    if (error instanceof StorageError) return [error.message]
    throw error
  }
}

async function attempt(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof StorageError || error instanceof Stopped || error instanceof LockHeld)) throw error
  }
}
