import type { Emulator } from '../../emulator/emulator.ts'
import { MAX_PORT } from '../../game/kernel/address.ts'
import { firstState } from '../../project/design-state.ts'
import { defineCommand } from '../command.ts'
import { choice, flag, integer, text as textOption, texts } from '../option.ts'
import { showProgress } from '../render/progress.ts'
import type { Shell } from '../shell.ts'
import { showBanner } from './serve/banner.ts'
import { listenForEnd } from './serve/ending.ts'
import { openGame, untilReady } from './serve/game.ts'
import { takeImages } from './serve/images.ts'
import { keepTogether, type LiveFiles } from './serve/live.ts'
import { requireAddress, serveGame } from './serve/listening.ts'
import { createLog, type Log } from './serve/log.ts'
import { planServe, type ServePlan } from './serve/plan.ts'
import { isEmpty } from '../../scripts/seed-file.ts'
import { bringIn } from './serve/seeding.ts'
import { tuneEngine } from './serve/tune-engine.ts'

/** `gamify serve`: runs the emulator until it is told to end. Spec 6.3. */
export const serve = defineCommand({
  arguments: {},
  options: {
    port: integer('--port <n>', 'the port to listen on; 0 for a free one (PORT; default: 4040)', 0, MAX_PORT),
    host: textOption('--host <name>', 'the address to listen on (default: 127.0.0.1)'),
    data: textOption('--data <dir>', 'where state and journal are kept (GAMIFY_DATA; default: .gamify)'),
    memory: flag('--memory', 'keep nothing on disk, whatever --data says'),
    design: textOption('--design <dir>', 'the design directory (default: design)'),
    noWatch: flag('--no-watch', 'let the game be as the design directory changes'),
    poll: flag('--poll', 'look for changes again and again, for mounts that send no events'),
    writeBack: flag('--write-back', 'write what routes change in the design into its files'),
    seeds: texts('--seed <files...>', 'bring in the players of these seed files first'),
    now: textOption('--now <time>', 'game time to begin at'),
    freeze: flag('--freeze', 'let game time stand still'),
    randomSeed: textOption('--random-seed <text>', "what luck is drawn from, from now on (default: the game's id)"),
    noAuth: flag('--no-auth', 'take calls without a token, with all rights of the staging client'),
    allowedHosts: texts('--allow-host <name>', 'another name of this machine, such as that of a container'),
    keep: textOption('--keep <duration>', 'how long history is kept, such as 30d (default: for ever)'),
    durability: choice(
      '--durability <mode>',
      'when an answer goes out: after one sync for all that wait, one each, or none',
      ['batch', 'always', 'off'],
    ),
    log: choice('--log <form>', 'what is told of requests on stderr, defects of gamify always; pretty unless told', [
      'pretty',
      'json',
      'silent',
    ]),
    printEnv: flag('--print-env', 'print GAMIFY_URL=... and what else a client needs on stdout'),
  },
  examples: ['gamify serve', 'gamify serve --port 0 --memory --seed seeds/players.json'],
  notes:
    'With --json: { url, clients, data, metrics, actions, rules, players } once it is ready; data is null with --memory.',
  async run(given, shell) {
    tuneEngine()
    const ended = listenForEnd(shell.io)
    const plan = await planServe(given, shell)
    const log = createLog(plan.log, shell)
    await requireAddress(plan, shell)
    const emulator = await openGame(plan, shell, log)
    try {
      await run(plan, emulator, log, shell, ended)
    } finally {
      await emulator.stop()
    }
  },
})

/** Seeds come before anybody can call; else calls are heard while the state is loaded, and told to wait. */
async function run(plan: ServePlan, emulator: Emulator, log: Log, shell: Shell, ended: Promise<void>): Promise<void> {
  if (!isEmpty(plan.seeds)) await untilReady(emulator)
  await bringIn(plan.seeds, emulator, log)
  const { directory } = plan.design.reader
  let live: LiveFiles | undefined
  const known = firstState(plan.design.look)
  const server = await serveGame(plan, emulator, log, () => ({ directory, ...(live?.state ?? known) }))
  try {
    await showProgress(shell, 'loading the game', untilReady(emulator))
    const images = await takeImages(plan, emulator, log, shell)
    await emulator.announce(server.url)
    showBanner(plan, emulator, server.url, shell)
    live = await keepTogether(plan, emulator, images, log, shell)
    await ended
  } finally {
    // What the last answers have changed is written back still.
    await server.stop()
    await live?.close()
  }
}
