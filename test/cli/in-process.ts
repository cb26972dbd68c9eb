import { setTimeout as sleep } from 'node:timers/promises'
import { runProgram } from '../../src/cli/program.ts'
import type { EndingSignal } from '../../src/terminal/io.ts'
import { fakeIo } from '../support/fake-io.ts'
import {
  type Ended,
  inherited,
  isBuilt,
  type Place,
  program,
  run,
  type Serving,
  start,
  type Spawned,
} from './spawned.ts'

/** A command line that runs in this process. */
export interface Here extends Pick<Spawned, 'ended' | 'written' | 'says'> {
  kill(signal: EndingSignal): void
}

/** Where and with what it runs; flags of Node are for processes. */
type PlaceHere = Pick<Place, 'cwd' | 'env'>

const running = new Set<Here>()

/** How long the program as one file takes to begin, at most, in ms. */
const BEGIN_MS = 1_000

/**
 * Starts `gamify` in this process, which takes a small part of the time that a process of its own takes to load; as
 * `start` where it is the program as one file that is tested.
 */
export function startHere(args: readonly string[], { cwd, env = {} }: PlaceHere): Here {
  if (isBuilt) {
    const started = start(args, { cwd, env })
    // A program in this process takes a signal from its first moment. Before a process does, a signal just ends it.
    const begun = sleep(BEGIN_MS)
    return { ...started, kill: (signal) => void begun.then(() => started.kill(signal)) }
  }
  const io = fakeIo({ cwd, program, env: { ...inherited, ...env } })
  const { written } = io
  let isOver = false
  const ended = runProgram(args, io).then((code): Ended => {
    isOver = true
    running.delete(here)
    return { code, signal: null, ...written }
  })
  const here: Here = {
    ended,
    written,
    kill: (signal) => io.signal(signal),
    async says(pattern) {
      for (;;) {
        const matched = pattern.exec(written.stdout)
        if (matched) return matched
        if (isOver) throw new Error(`it ended and never said ${pattern}:\n${written.stdout}${written.stderr}`)
        await sleep(2)
      }
    },
  }
  running.add(here)
  return here
}

/** Runs `gamify` to its end in this process. */
export function runHere(args: readonly string[], place: PlaceHere): Promise<Ended> {
  return isBuilt ? run(args, place) : startHere(args, place).ended
}

/** Serves in this process, on a free port, until it is told to end. */
export async function serveHere(args: readonly string[], place: PlaceHere): Promise<Here & Pick<Serving, 'url'>> {
  const here = startHere(['serve', '--port', '0', ...args], place)
  const [, url = ''] = await here.says(/serves .* on (https?:\S+)\n/)
  return { ...here, url }
}

/** Ends what a test has left running in this process. */
export async function endAllHere(): Promise<void> {
  const left = [...running]
  for (const here of left) here.kill('SIGTERM')
  await Promise.all(left.map(({ ended }) => ended))
}
