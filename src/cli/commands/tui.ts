import type { Client } from '../../client/client.ts'
import { control } from '../../client/control.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { gameClock } from '../../terminal/game-clock.ts'
import { knowsUnicode } from '../../terminal/render/paint.ts'
import { showProgress } from '../../terminal/render/progress.ts'
import { stayWithService } from '../../terminal/service.ts'
import { defineCommand } from '../command.ts'
import { untilSignal } from '../ending-signal.ts'
import { asOfMoment } from '../option.ts'

/** `gamify tui`: shows a running game in the terminal, and lets you act in it. Spec 6.2, 6.5. */
export const tui = defineCommand({
  arguments: {},
  options: { at: asOfMoment },
  examples: ['gamify tui', 'gamify tui --runtime production --as neo', 'gamify tui --at 120'],
  notes: [
    'Press ? to list all keys. In a question, type to replace the suggested answer, or press enter to take it.',
    'With --as, that player answers requests and plays triggers. Otherwise the owner answers requests, and the inspector',
    'asks who plays a trigger.',
    'With --at, it shows the game as it was then, and nothing can be changed.',
  ].join('\n'),
  async run({ at }, shell) {
    const { io } = shell
    const { stdin, stdout } = process
    const others = "use the other commands instead; run 'gamify --help' to list them"
    if (!stdin.isTTY || !stdout.isTTY) throw usageError('the TUI needs a terminal', others)
    if (io.env.TERM === 'dumb')
      throw usageError('the TUI needs a terminal that can move its cursor, but TERM is dumb', others)
    return stayWithService(shell, async (service) => {
      const ending = new AbortController()
      const ended = untilSignal(io, ending)
      // Connects before the inspector takes the screen, so that a connection error stays readable.
      const reached = showProgress(shell, `waiting for ${service.address()}`, gameClock(service.client))
      // The build leaves the libraries in a file of their own, which must be loaded before what uses them.
      await Promise.all([import('ink'), reached])
      const past = at === undefined ? undefined : { at, seq: await entryAt(service.client, at) }
      const { runTui } = await import('../../tui/run-tui.ts')
      const { options, paint } = shell
      const unicode = knowsUnicode(io.env)
      await runTui({ service, options, past, paint, unicode, terminal: { stdin, stdout }, ending: ending.signal })
      return ending.signal.aborted ? ended : 0
    })
  },
})

/** Returns the number of the last entry of a moment. Rejects with a ServiceError if the history does not have it. */
async function entryAt(client: Client, at: string): Promise<number> {
  return (await control(client, 'GET /_gamify/players', { query: { limit: '1' }, asOf: at })).body.seq
}
