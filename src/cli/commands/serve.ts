import { endingCode } from '../../terminal/exit-code.ts'
import type { Io } from '../../terminal/io.ts'
import { defineCommand } from '../command.ts'
import { onEndingSignals } from '../ending-signal.ts'
import { flag, text } from '../option.ts'
import { showBanner } from './serve/banner.ts'
import { serveFlags } from './serve/flags.ts'
import { createLog } from './serve/log.ts'
import { planServe } from './serve/plan.ts'
import { whileServed, type Serving } from './serve/serving.ts'

/** `gamify serve`: runs the emulator until a signal ends it. Spec 6.3. */
export const serve = defineCommand({
  arguments: {},
  options: {
    ...serveFlags,
    waitForDesign: flag(
      '--wait-for-design',
      'If the design has problems and no design was deployed before, wait until you fix the files',
    ),
    types: text(
      '--types <file>',
      'Write TypeScript declarations of the design to this file, and keep it up to date',
      'file',
    ),
  },
  examples: [
    'gamify serve',
    'gamify serve --port 0 --memory --seed seeds/players.json',
    'gamify serve --types src/game.ts',
  ],
  notes:
    'With --json: { url, clients, data, metrics, actions, rules, players } when the server is ready; data is null with\n' +
    '--memory. With --https also authority, the file of the certificate to trust; null with --cert. A server that waits for a\n' +
    "valid design prints { url, clients, data, status: 'waiting' } first.",
  async run(given, shell) {
    const ending = new AbortController()
    const ended = listenForEnd(shell.io).then(() => ending.abort())
    const plan = await planServe(given, shell)
    const serve = async (serving: Serving): Promise<void> => {
      await showBanner(serving.plan, serving.emulator, serving, shell)
      await serving.followFiles()
      await ended
    }
    try {
      await whileServed(plan, shell, createLog(plan.log, shell), serve, ending.signal)
    } catch (error) {
      // An end while it waits for a design is not an error.
      if (error !== ending.signal.reason) throw error
    }
  },
})

/** Resolves at the first ending signal; a second one ends the program at once. Spec 6.3. */
export function listenForEnd(io: Io): Promise<void> {
  return new Promise((resolve) => {
    onEndingSignals(
      io,
      () => resolve(),
      (signal) => io.exit(endingCode[signal]),
    )
  })
}
