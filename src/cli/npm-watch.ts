import { readFileSync } from 'node:fs'

/** The interval of the checks whether npm still runs. */
const CHECK_MS = 1_000

/**
 * Under `npm start`, calls `onEnd` once npm has ended for any reason. An npm that is killed passes no signal on, and
 * the shell that runs its scripts keeps waiting for us. Does nothing if something else started us, or if npm has
 * already ended because the script runs us in the background. Returns a function that stops the watch.
 */
export function watchNpm(env: Readonly<Record<string, string | undefined>>, onEnd: () => void): () => void {
  if (env['npm_lifecycle_event'] !== 'start') return () => {}
  const ancestors = ancestorsUpToNpm()
  const stop = (): void => clearInterval(timer)
  const timer = setInterval(() => {
    if (areStillThere(ancestors)) return
    stop()
    onEnd()
  }, CHECK_MS).unref()
  return stop
}

/**
 * Returns the ids of our ancestors up to npm: the first process that npm did not start. Systems other than Linux only
 * show our parent.
 */
function ancestorsUpToNpm(): readonly number[] {
  const ancestors = [process.ppid]
  for (let pid = process.ppid; isStartedByNpm(pid); ancestors.push(pid)) pid = parentOf(pid)
  return ancestors
}

/** Whether each process is still the parent of the one before it. A process whose parent ends gets another parent. */
const areStillThere = (ancestors: readonly number[]): boolean =>
  ancestors.every((pid, i) => pid === (i === 0 ? process.ppid : parentOf(ancestors[i - 1] ?? 0)))

const isStartedByNpm = (pid: number): boolean => /(^|\0)npm_lifecycle_event=/.test(processInfo(pid, 'environ'))

/**
 * Returns the id of a parent, or 0 if the system does not show it. The program name, in parentheses, can contain any
 * character.
 */
function parentOf(pid: number): number {
  const [, parent] = /^.*\) \S+ (\d+) /s.exec(processInfo(pid, 'stat')) ?? []
  return Number(parent ?? 0)
}

/**
 * Reads a file of a process below `/proc`. Returns an empty text on other systems, and for processes that have ended or
 * belong to others.
 */
function processInfo(pid: number, what: 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'latin1')
  } catch {
    return ''
  }
}
