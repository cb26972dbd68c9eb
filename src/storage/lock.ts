import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { turns } from '../async/turns.ts'
import { makeDirectory, replaceFile } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import type { Processes } from './processes.ts'
import { hasCode, LockHeld, StorageError, storageFailure } from './storage-error.ts'

/** Who holds a lock: a process, by its pid, its start and its machine. `token` is of this one lock. */
export interface LockHolder {
  readonly pid: number
  readonly started: string
  readonly host: string
  readonly token: string
  /** For people, in ISO 8601. */
  readonly since: string
  /** For people: where it serves. */
  readonly url?: string
}

function lockHeld(holder: LockHolder, directory: string, isHere: boolean, words = ''): LockHeld {
  const serving = holder.url === undefined ? '' : `, serving ${holder.url}`
  const message = `${directory} is in use by process ${holder.pid}${words}, since ${holder.since}${serving}`
  return new LockHeld(message, isHere ? holder.url : undefined)
}

/** A data directory that is ours. */
export interface Lock {
  /**
   * Writes into the lock where we serve, for people who find it; nothing once it was let go of: it may be another's by
   * then. Throws StorageError, and so does `release`.
   */
  announce(url: string): Promise<void>
  release(): Promise<void>
}

/** Whose lock on what. The directory is made if it is not there. */
export interface LockOptions {
  readonly fs: FileSystem
  readonly directory: string
  readonly processes: Processes
}

/** How often others may get in the way before we give up. */
const ATTEMPTS = 100

/** How many locks in a row may have been left by programs that ended while they took one over. */
const CHAIN_LENGTH = 100

/** For so long a lock that cannot be read may be one that is being written. */
const UNREADABLE_MS = 1_000
const LOOK_AGAIN_MS = 20

/** A claim on a lock by its token, or a lock that was not finished; other names are not ours to remove. */
const CLAIM_NAME = /^lock\.([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|unreadable-\d+|\d+\.tmp)$/

/** A lock in place; without a holder it was left half written, and its token tells only where it stands. */
interface PlacedLock {
  readonly token: string
  readonly holder: LockHolder | undefined
}

/**
 * Takes a data directory for this process, from one that ended without releasing it too. Throws LockHeld when a process
 * that runs has it, or one on another machine, and StorageError.
 *
 * A lock is made by an exclusive create, and so is the right to replace one: who finds that the holder of lock T has
 * ended creates `lock.T`, makes sure that T is still in place, and renames `lock.T` over it. Who ends in between has left
 * one more lock, and the same holds for that.
 */
export async function takeLock(options: LockOptions): Promise<Lock> {
  const { fs, directory, processes } = options
  try {
    await makeDirectory(fs, directory)
    const started = await processes.startOf(processes.pid)
    if (started === undefined) throw new StorageError('The start time of this process cannot be read')
    const { pid, host } = processes
    const holder = { pid, started, host, token: randomUUID(), since: new Date().toISOString() }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await tryToTake(options, holder)) return heldLock(options, holder)
    }
    const link = `${claimPath(directory)} is a broken link`
    throw new StorageError(`${directory} cannot be locked: ${link}, or another process keeps trying the same`)
  } catch (cause) {
    throw cause instanceof LockHeld ? cause : storageFailure(`${directory} cannot be locked`, cause)
  }
}

/** Whose a data directory is, without taking it: nobody's, that of a program that has ended, or held. Throws StorageError. */
export async function lookAtLock(options: LockOptions): Promise<'free' | 'left behind' | LockHeld> {
  try {
    return (await staleLocks(options)).length > 0 ? 'left behind' : 'free'
  } catch (cause) {
    if (cause instanceof LockHeld) return cause
    throw storageFailure(`The lock of ${options.directory} cannot be read`, cause)
  }
}

function heldLock({ fs, directory }: LockOptions, holder: LockHolder): Lock {
  const path = claimPath(directory)
  const attempt = async (step: string, run: () => Promise<void>): Promise<void> => {
    try {
      await run()
    } catch (cause) {
      throw storageFailure(`The lock ${path} ${step}`, cause)
    }
  }
  const inTurn = turns(1)
  let isHeld = true
  return {
    announce: (url) =>
      inTurn(async () => {
        if (isHeld) await attempt('cannot be written', () => replaceFile(fs, path, format({ ...holder, url })))
      }),
    release: () => {
      isHeld = false
      return inTurn(() => attempt('cannot be removed', () => removeOwn(fs, path, holder)))
    },
  }
}

/** False when somebody got in the way. */
async function tryToTake(options: LockOptions, holder: LockHolder): Promise<boolean> {
  const { fs, directory } = options
  const stale = await staleLocks(options)
  const path = claimPath(directory, stale.at(-1))
  if (!(await createWhole(fs, path, format(holder)))) return false
  const now = (await readChain(options, 0)).map(({ token }) => token)
  if (now.join() !== [...stale, holder.token].join()) {
    // What we found had been taken over already when we created ours, or we were so slow that ours was.
    await removeOwn(fs, path, holder)
    return false
  }
  if (stale.length > 0) {
    await fs.rename(path, claimPath(directory))
    await fs.syncDirectory(directory)
    await removeClaims(options)
  }
  return true
}

/** The tokens of the locks in place, each of which its process has left. */
async function staleLocks(options: LockOptions): Promise<string[]> {
  const chain = await readChain(options, UNREADABLE_MS)
  const { directory, processes } = options
  for (const { holder } of chain) {
    if (!holder) continue
    if (holder.host !== processes.host) {
      const words = ` on ${holder.host} (if that process no longer runs, delete ${claimPath(directory)})`
      throw lockHeld(holder, directory, false, words)
    }
    if ((await processes.startOf(holder.pid)) === holder.started) throw lockHeld(holder, directory, true)
  }
  return chain.map(({ token }) => token)
}

/** The lock, the claim to take that over, the claim to take over that one, and so on. */
async function readChain({ fs, directory }: LockOptions, patienceMs: number): Promise<PlacedLock[]> {
  const chain: PlacedLock[] = []
  while (chain.length < CHAIN_LENGTH) {
    const holder = await readHolder(fs, claimPath(directory, chain.at(-1)?.token), patienceMs)
    if (holder === undefined) break
    const whole = holder !== 'unreadable'
    chain.push(whole ? { token: holder.token, holder } : { token: `unreadable-${chain.length}`, holder: undefined })
  }
  return chain
}

async function readHolder(
  fs: FileSystem,
  path: string,
  patienceMs: number,
): Promise<LockHolder | 'unreadable' | undefined> {
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    const bytes = await fs.readFile(path)
    const holder = bytes && parse(bytes.toString())
    if (!bytes || holder) return holder
    if (waitedMs >= patienceMs) return 'unreadable'
    await wait(LOOK_AGAIN_MS)
  }
}

async function removeOwn(fs: FileSystem, path: string, { token }: LockHolder): Promise<void> {
  const bytes = await fs.readFile(path)
  if (bytes && parse(bytes.toString())?.token === token) await fs.unlink(path)
}

/** False when there is such a file already. */
async function createWhole(fs: FileSystem, path: string, bytes: Uint8Array): Promise<boolean> {
  const handle = await fs.open(path, 'create').catch((error: unknown) => {
    if (hasCode(error, 'EEXIST')) return undefined
    throw error
  })
  if (!handle) return false
  try {
    await handle.write(bytes, 0)
    await handle.sync()
  } catch (error) {
    await fs.unlink(path)
    throw error
  } finally {
    await handle.close()
  }
  return true
}

/** While the lock is ours, every claim is one that came too late. */
async function removeClaims({ fs, directory }: LockOptions): Promise<void> {
  for (const name of await fs.list(directory)) {
    if (CLAIM_NAME.test(name)) await fs.unlink(join(directory, name))
  }
}

function claimPath(directory: string, token?: string): string {
  return join(directory, token === undefined ? 'lock' : `lock.${token}`)
}

function format(holder: LockHolder): Uint8Array {
  return Buffer.from(`${JSON.stringify(holder, null, 2)}\n`)
}

function parse(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as LockHolder
    const words = [holder.started, holder.host, holder.token, holder.since]
    return typeof holder.pid === 'number' && words.every((word) => typeof word === 'string') ? holder : undefined
  } catch {
    return undefined
  }
}
