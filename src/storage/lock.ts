import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { turns } from '../async/turns.ts'
import { makeDirectory, replaceFile } from './durable-file.ts'
import type { FileSystem } from './fs.ts'
import type { Processes } from './processes.ts'
import { hasCode, LockHeld, StorageError, storageFailure } from './storage-error.ts'

/** The process that holds a lock, by its pid, its start and its machine. `token` identifies this one lock. */
export interface LockHolder {
  readonly pid: number
  readonly started: string
  readonly host: string
  readonly token: string
  /** For people, in ISO 8601. */
  readonly since: string
  /** For people: the address that it serves. */
  readonly url?: string
}

function lockHeld(holder: LockHolder, directory: string, isHere: boolean, details = ''): LockHeld {
  const serving = holder.url === undefined ? '' : `, serving ${holder.url}`
  const message = `${directory} is in use by process ${holder.pid}${details}, since ${holder.since}${serving}`
  return new LockHeld(message, isHere ? holder.url : undefined)
}

/** A data directory that this process has locked. */
export interface Lock {
  /**
   * Writes the served address into the lock, for people who find it. Does nothing after the release, because the lock
   * may then belong to another process. Throws StorageError, and so does `release`.
   */
  announce(url: string): Promise<void>
  release(): Promise<void>
}

/** The directory to lock, and the processes that can hold it. The directory is created if it does not exist. */
export interface LockOptions {
  readonly fs: FileSystem
  readonly directory: string
  readonly processes: Processes
}

/** How often other processes can interfere before this one gives up. */
const ATTEMPTS = 100

/** How many locks in a row can have been left by processes that ended while they took one over. */
const CHAIN_LENGTH = 100

/** For this long, a lock that cannot be read may be one that is being written. */
const UNREADABLE_MS = 1_000
const POLL_MS = 20

/** A claim on a lock by its token, or an unfinished lock file. Files with other names do not belong to the lock. */
const CLAIM_NAME = /^lock\.([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|unreadable-\d+|\d+\.tmp)$/

/** A lock on disk. One without a holder was left half written, and its token only names its index in the chain. */
interface PlacedLock {
  readonly token: string
  readonly holder: LockHolder | undefined
}

/**
 * Locks a data directory for this process, also if a process ended without releasing it. Throws LockHeld if a running
 * process or one on another machine holds it, and StorageError.
 *
 * A lock is created exclusively, and so is the right to replace one: a process that finds that the holder of lock T has
 * ended creates `lock.T`, ensures that T is still in place, and renames `lock.T` over it. If it ends in between, it
 * leaves one more lock, which is replaced in the same way.
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

/**
 * Inspects the lock of a data directory without taking it: nobody has it, a process that has ended left it, or it is
 * held. Throws StorageError.
 */
export async function inspectLock(options: LockOptions): Promise<'free' | 'left behind' | LockHeld> {
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

/** Tries to take the lock. Returns false if another process interfered. */
async function tryToTake(options: LockOptions, holder: LockHolder): Promise<boolean> {
  const { fs, directory } = options
  const stale = await staleLocks(options)
  const path = claimPath(directory, stale.at(-1))
  if (!(await createWhole(fs, path, format(holder)))) return false
  const now = (await readChain(options, 0)).map(({ token }) => token)
  if (now.join() !== [...stale, holder.token].join()) {
    // The lock that we found was taken over before we created our claim, or we were so slow that our claim was taken
    // over.
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

/** Returns the tokens of the locks in place, whose processes have all ended. */
async function staleLocks(options: LockOptions): Promise<string[]> {
  const chain = await readChain(options, UNREADABLE_MS)
  const { directory, processes } = options
  for (const { holder } of chain) {
    if (!holder) continue
    if (holder.host !== processes.host) {
      const details = ` on ${holder.host} (if that process no longer runs, delete ${claimPath(directory)})`
      throw lockHeld(holder, directory, false, details)
    }
    if ((await processes.startOf(holder.pid)) === holder.started) throw lockHeld(holder, directory, true)
  }
  return chain.map(({ token }) => token)
}

/** Reads the lock, the claim to take it over, the claim to take over that one, and so on. */
async function readChain({ fs, directory }: LockOptions, patienceMs: number): Promise<PlacedLock[]> {
  const chain: PlacedLock[] = []
  while (chain.length < CHAIN_LENGTH) {
    const holder = await readHolder(fs, claimPath(directory, chain.at(-1)?.token), patienceMs)
    if (holder === undefined) break
    const isWhole = holder !== 'unreadable'
    chain.push(isWhole ? { token: holder.token, holder } : { token: `unreadable-${chain.length}`, holder: undefined })
  }
  return chain
}

async function readHolder(
  fs: FileSystem,
  path: string,
  patienceMs: number,
): Promise<LockHolder | 'unreadable' | undefined> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const bytes = await fs.readFile(path)
    const holder = bytes && parse(bytes.toString())
    if (!bytes || holder) return holder
    if (waitedMs >= patienceMs) return 'unreadable'
    await wait(POLL_MS)
  }
}

async function removeOwn(fs: FileSystem, path: string, { token }: LockHolder): Promise<void> {
  const bytes = await fs.readFile(path)
  if (bytes && parse(bytes.toString())?.token === token) await fs.unlink(path)
}

/** Creates a file with its whole content. Returns false if the file exists. */
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

/** Removes all claims. While this process has the lock, each of them came too late. */
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
    const texts = [holder.started, holder.host, holder.token, holder.since]
    return typeof holder.pid === 'number' && texts.every((text) => typeof text === 'string') ? holder : undefined
  } catch {
    return undefined
  }
}
