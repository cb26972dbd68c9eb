import { CONSISTENCIES } from '../../server/node-headers.ts'
import { endingCode } from '../../terminal/exit-code.ts'
import type { Io } from '../../terminal/io.ts'
import { defineCommand } from '../command.ts'
import { onEndingSignals } from '../ending-signal.ts'
import { choice, filled, flag, integer, text } from '../option.ts'
import { showBanner } from './serve/banner.ts'
import { serveFlags } from './serve/flags.ts'
import { createLog } from './serve/log.ts'
import { isNodePlan } from './serve/node-plan.ts'
import { planServe } from './serve/plan.ts'
import { whileServed, type Serving } from './serve/serving.ts'
import { withTraces } from './serve/traces.ts'

/** `gamify serve`: runs the emulator until a signal ends it. Spec 6.3. */
export const serve = defineCommand({
  arguments: {},
  options: {
    ...serveFlags,
    waitForDesign: flag(
      '--wait-for-design',
      'If the design has problems and no design was deployed before, wait until you fix the files',
    ),
    journal: text(
      '--journal <servers>',
      'Run as a node of a game on several machines, whose log these NATS servers keep (GAMIFY_JOURNAL)',
    ),
    advertise: text('--advertise <url>', 'The address at which the other nodes reach this one'),
    node: filled(text('--node <name>', 'The name of this node (GAMIFY_NODE; default: the name of the machine)')),
    replicas: integer('--replicas <n>', 'How many servers keep the log (default: 3)', 1, 5),
    blobs: filled(
      text(
        '--blobs <place>',
        'Where designs, images and snapshots are for all nodes: a shared directory, s3://bucket/prefix, or nats (default)',
        'directory',
      ),
    ),
    reads: choice(
      '--reads <kind>',
      'How new an answer is that another node than the writer gives (default: linearizable)',
      CONSISTENCIES,
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
    const log = createLog(plan.log, shell)
    if (isNodePlan(plan)) {
      const { whileNode } = await import('./serve/node.ts')
      return withTraces(plan, shell, log, (traced) =>
        whileNode(
          traced,
          shell,
          log,
          async (serving, until) => {
            await showBanner(serving.plan, serving.emulator, serving, shell)
            await serving.followFiles()
            await until
          },
          ending.signal,
        ),
      )
    }
    try {
      await withTraces(plan, shell, log, (traced) => whileServed(traced, shell, log, serve, ending.signal))
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
