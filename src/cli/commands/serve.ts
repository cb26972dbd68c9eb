import { defineCommand } from '../command.ts'
import { showBanner } from './serve/banner.ts'
import { listenForEnd } from './serve/ending.ts'
import { serveFlags } from './serve/flags.ts'
import { createLog } from './serve/log.ts'
import { planServe } from './serve/plan.ts'
import { whileServed } from './serve/serving.ts'

/** `gamify serve`: runs the emulator until it is told to end. Spec 6.3. */
export const serve = defineCommand({
  arguments: {},
  options: serveFlags,
  examples: ['gamify serve', 'gamify serve --port 0 --memory --seed seeds/players.json'],
  notes:
    'With --json: { url, clients, data, metrics, actions, rules, players } when the server is ready; data is null with\n' +
    '--memory. With --https also authority, the file of the certificate to trust; null with --cert.',
  async run(given, shell) {
    const ended = listenForEnd(shell.io)
    const plan = await planServe(given, shell)
    await whileServed(plan, shell, createLog(plan.log, shell), async (serving) => {
      showBanner(plan, serving.emulator, serving, shell)
      await serving.followFiles()
      await ended
    })
  },
})
