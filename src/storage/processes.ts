import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { hasCode } from './storage-error.ts'

/** The processes of this machine, as far as a lock has to know them. */
export interface Processes {
  /** This process. */
  readonly pid: number
  readonly host: string
  /** When a running process was started, told in a way that no other process with its pid shares; undefined when none runs. */
  startOf(pid: number): Promise<string | undefined>
}

const PS_TIMEOUT_MS = 5_000

/** This machine's, asked of the system and not of files that we keep. */
export function localProcesses(): Processes {
  const startOf = { linux: startOnLinux, win32: startOnWindows }[process.platform as string] ?? startByPs
  return { pid: process.pid, host: hostname(), startOf }
}

/** The boot of the machine and the clock ticks from there, as the kernel keeps them. */
async function startOnLinux(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in parentheses, may hold anything; the state follows it, the start is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1')
    return `${boot.trim()} ${fields[19]}`
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return undefined
    throw error
  }
}

/** Whether it runs is all that can be asked without help; a pid that was given away again looks like its old owner. */
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
    // It exits with 1 when there is no such process.
    if (error instanceof Error && 'code' in error && error.code === 1) return undefined
    throw error
  }
}
