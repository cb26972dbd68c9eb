import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { hasCode } from './storage-error.ts'

/** The processes of this machine, as far as a lock needs them. */
export interface Processes {
  /** The pid of this process. */
  readonly pid: number
  readonly host: string
  /**
   * Returns when a running process was started, in a form that no other process with the same pid shares. Returns
   * undefined if no such process runs.
   */
  startOf(pid: number): Promise<string | undefined>
}

const PS_TIMEOUT_MS = 5_000

/** Returns the processes of this machine, as the system reports them. */
export function localProcesses(): Processes {
  const startOf = { linux: startOnLinux, win32: startOnWindows }[process.platform as string] ?? startByPs
  return { pid: process.pid, host: hostname(), startOf }
}

/** Returns the boot id of the machine and the clock ticks since the boot, as the kernel keeps them. */
async function startOnLinux(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in parentheses, can contain anything. The state follows it; the start is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1')
    return `${boot.trim()} ${fields[19]}`
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return undefined
    throw error
  }
}

/**
 * Only returns whether the process runs, because Windows offers nothing more without a helper. A reused pid looks like
 * its old owner.
 */
async function startOnWindows(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0)
    return 'running'
  } catch (error) {
    return hasCode(error, 'EPERM') ? 'running' : undefined
  }
}

async function startByPs(pid: number): Promise<string | undefined> {
  try {
    const options = { env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, timeout: PS_TIMEOUT_MS }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], options)
    return stdout.trim() || undefined
  } catch (error) {
    // `ps` exits with 1 if there is no such process.
    if (error instanceof Error && 'code' in error && error.code === 1) return undefined
    throw error
  }
}
