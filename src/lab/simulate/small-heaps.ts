import { setFlagsFromString } from 'node:v8'

/** What a thread holds is small, but by default V8 lets its garbage grow for a million players before it looks for it. */
const SMALL = '--heap-growing-percent=30'
const BY_DEFAULT = '--heap-growing-percent=0'

let users = 0

/**
 * Keeps the garbage of all threads little while something is done. V8 decides at the end of each collection how far a heap
 * may grow until the next one. So this has to begin before a thread does: what a thread collects while it loads would
 * otherwise let it grow to four times what it holds. V8 has one such setting for the whole process, which is not ours
 * alone, so the last one to end takes it back.
 */
export async function withSmallHeaps<T>(work: () => Promise<T>): Promise<T> {
  if (users === 0) setFlagsFromString(SMALL)
  users += 1
  try {
    return await work()
  } finally {
    users -= 1
    if (users === 0) setFlagsFromString(BY_DEFAULT)
  }
}
