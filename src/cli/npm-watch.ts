import { readFileSync } from 'node:fs'

/** How often it is looked at whether npm still runs. */
const LOOK_MS = 1_000

/**
 * Under `npm start`, calls `onEnd` once npm has ended, whatever ended it: killed, it passes nothing on, and the shell that
 * it runs scripts in waits for us all the same. Does nothing where something else started us, or npm has already ended
 * because the script runs us in the background. Gives what ends the watch.
 */
export function watchNpm(env: Readonly<Record<string, string | undefined>>, onEnd: () => void): () => void {
  if (env['npm_lifecycle_event'] !== 'start') return () => {}
  const ancestors = ancestorsUpToNpm()
  const stop = (): void => clearInterval(timer)
  const timer = setInterval(() => {
    if (areStillThere(ancestors)) return
    stop()
    onEnd()
  }, LOOK_MS).unref()
  return stop
}

/** Our parent, its parent and so on, up to the first process that npm did not start: npm. Only Linux shows more than our parent. */
function ancestorsUpToNpm(): readonly number[] {
  const ancestors = [process.ppid]
  for (let pid = process.ppid; isStartedByNpm(pid); ancestors.push(pid)) pid = parentOf(pid)
  return ancestors
}

/** Each is the parent of the one before: whoever loses its parent gets another. */
const areStillThere = (ancestors: readonly number[]): boolean =>
  ancestors.every((pid, i) => pid === (i === 0 ? process.ppid : parentOf(ancestors[i - 1] ?? 0)))

const isStartedByNpm = (pid: number): boolean => /(^|\0)npm_lifecycle_event=/.test(shownOf(pid, 'environ'))

/** 0 where the system does not say. The name of the program, in parentheses, may hold anything. */
function parentOf(pid: number): number {
  const [, parent] = /^.*\) \S+ (\d+) /s.exec(shownOf(pid, 'stat')) ?? []
  return Number(parent ?? 0)
}

/** What Linux shows of a process; nothing on other systems, and of processes that are gone or not ours. */
function shownOf(pid: number, what: 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'latin1')
  } catch {
    return ''
  }
}
