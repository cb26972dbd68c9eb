import { execFileSync } from 'node:child_process'

/** Files that a process has open beside the connections of a case. */
const OTHER_FILES = 512

/** How many connections a case may open at a time, where so many are asked for: this process and the service hold each of them. */
export function connectionsWithin(asked: number): number {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -n']).toString()) || Infinity
  return Math.min(asked, Math.max(0, limit - OTHER_FILES))
}
