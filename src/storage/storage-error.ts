/**
 * A problem of the environment with gamify's files. The message is for people; the cause is what the system reported.
 */
export class StorageError extends Error {
  override readonly name: string = 'StorageError'
}

/** Another process has locked the data directory. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld'
  /** The address that the other process serves, if it runs on this machine. */
  readonly url: string | undefined

  constructor(message: string, url?: string) {
    super(message)
    this.url = url
  }
}

const OTHER_KIND = 'Move away whatever is in its place'
const PERMISSION = 'Give this user read and write permission there'

/** What people can do about errors of the system. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on that disk',
  EDQUOT: 'Free some space on that disk',
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  EROFS: 'Make that disk writable, or use another directory',
  EISDIR: OTHER_KIND,
  ENOTDIR: OTHER_KIND,
  ENOTREG: OTHER_KIND,
  ELOOP: OTHER_KIND,
}

/**
 * Creates an error for a failure of the file system. It names the failed step and what to do: the advice for the
 * error's code, or else `advice`. Returns a StorageError unchanged.
 */
export function storageFailure(step: string, cause: unknown, advice?: string): StorageError {
  if (cause instanceof StorageError) return cause
  const what = cause instanceof Error ? cause.message : String(cause)
  const code = Object.keys(ADVICE).find((each) => hasCode(cause, each))
  const remedy = code === undefined ? advice : ADVICE[code]
  return new StorageError(`${step}: ${what}${remedy === undefined ? '' : `. ${remedy}`}`, { cause })
}

/** Runs `run`. Converts its errors with `storageFailure`. */
export async function orStorageFailure<T>(step: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    throw storageFailure(step, cause)
  }
}

/** Whether an error of the file system has this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
