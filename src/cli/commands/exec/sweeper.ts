import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * What ends the processes that a command leaves behind. It is a process of its own, so that it does so too when ours is
 * killed: then what it reads from comes to an end.
 *
 * It is told in a line what `kill` takes for the command: its process, or its group with a minus before. When there is
 * no more to read it asks everything to end, and kills what is still there after a second. Everything is what was started
 * with the mark ($1) in its environment, as Linux shows it for each process, and what that line names: elsewhere that has
 * to do.
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

/** How long nobody waits for it any more: longer than it ever takes. */
const MAX_MS = 10_000

/** Ends what a command leaves behind. */
export interface Sweeper {
  /** Tells which the command is, as `kill` takes it: a process, or with a minus a group. */
  follow(target: number): void
  /** Ends everything, kindly at first; resolves when nothing is left. */
  sweep(): Promise<void>
}

/** Starts one for what carries a mark in its environment. Where the system has no shell of its kind it does nothing. */
export function openSweeper(mark: string): Sweeper {
  if (process.platform === 'win32') return idle
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'gamify-sweeper', mark], {
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    // It holds nothing open that others may wait for.
    stdio: ['pipe', 'ignore', 'ignore'],
    // What signals our group has to leave it alone.
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
