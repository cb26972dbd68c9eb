import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * The script that ends the processes that a command leaves behind. It runs in a process of its own, so that it also
 * works if our process is killed, which closes its stdin.
 *
 * Its first line of input is the target of `kill`: the process id of the command, or its process group as a negative
 * number. At the end of the input, it asks all processes to end, and kills those that remain after a second. These are
 * the target, and on Linux also every process with the mark ($1) in its environment.
 */
const SCRIPT = `
target= mark=$1
signal() {
  found=
  [ -z "$target" ] || { kill -s "$1" -- "$target" && found=$other; }
  for file in $(grep -lsF -e "$mark" /proc/[0-9]*/environ); do
    process=\${file#/proc/}
    kill -s "$1" "\${process%/environ}" && found=yes
  done
  [ "$found" ]
}
ends() {
  signal "$1" || return 0
  turns=$3
  while [ "$turns" -gt 0 ]; do
    sleep 0.1
    signal "$2" || return 0
    turns=$((turns - 1))
  done
  return 1
}
other=yes
[ -r /proc/self/environ ] && other=
read -r target && read -r _
ends TERM 0 10 || ends KILL KILL 50
`

/** The longest wait for the sweeper; it is longer than the sweeper takes. */
const MAX_MS = 10_000

/** Ends the processes that a command leaves behind. */
export interface Sweeper {
  /** Sets the target of `kill`: a process id, or a process group as a negative number. */
  follow(target: number): void
  /** Asks all processes to end, and kills them if needed. Resolves when none is left. */
  sweep(): Promise<void>
}

/** Starts a sweeper for processes with `mark` in their environment. Does nothing on Windows, which has no POSIX shell. */
export function openSweeper(mark: string): Sweeper {
  if (process.platform === 'win32') return idle
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'gamify-sweeper', mark], {
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    // It keeps no streams open that another program may wait for.
    stdio: ['pipe', 'ignore', 'ignore'],
    // It must not get the signals that our process group gets.
    detached: true,
  })
  const ended = once(shell, 'exit').catch(() => undefined)
  shell.stdin.on('error', () => undefined)
  return {
    follow: (target) => void shell.stdin.write(`${target}\n`),
    async sweep() {
      shell.stdin.end()
      const giveUp = setTimeout(() => shell.kill('SIGKILL'), MAX_MS)
      await ended
      clearTimeout(giveUp)
    },
  }
}

const idle: Sweeper = { follow: () => {}, sweep: async () => {} }
