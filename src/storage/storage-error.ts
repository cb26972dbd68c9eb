/** What the environment did wrong with our files; the message is for people, the cause is what the system reported. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/** A failure of the file system, told by which step of ours it stopped; what is a StorageError already stays as it is. */
export function storageFailure(step: string, cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}

/** Whether an error of the file system has this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
