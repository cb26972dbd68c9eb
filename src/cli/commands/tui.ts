import { gameClock } from '../game-clock.ts'
import { usageError } from '../cli-error.ts'
import { defineCommand } from '../command.ts'
import { knowsUnicode } from '../render/unicode.ts'
import { showProgress } from '../render/progress.ts'
import { stayWithService } from '../service.ts'
import { untilSignal } from '../until-signal.ts'

/** `gamify tui`: looks into a running game, and acts in it, in a terminal. Spec 6.2, 6.5. */
export const tui = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify tui', 'gamify tui --runtime production --as neo'],
  notes:
    "Press '?' to list all keys. With --as, that player plays triggers and answers requests. Otherwise the owner does.",
  async run(_, shell) {
    const { io } = shell
    const { stdin, stdout } = process
    const others = "use the other commands instead; run 'gamify --help' to list them"
    if (!stdin.isTTY || !stdout.isTTY) throw usageError('the TUI needs a terminal', others)
    if (io.env.TERM === 'dumb')
      throw usageError('the TUI needs a terminal that can move its cursor, but TERM is dumb', others)
    return stayWithService(shell, async (service) => {
      const ending = new AbortController()
      const ended = untilSignal(io, ending)
      // Before the screen is taken: who is not reached says so where it can be read.
      const reached = showProgress(shell, `waiting for ${service.url}`, gameClock(service.client))
      const [{ runTui }, { lookOf }] = await Promise.all([
        import('../../tui/run-tui.ts'),
        import('../../tui/look.ts'),
        reached,
      ])
      const look = lookOf(shell.paint, knowsUnicode(io.env))
      const { options } = shell
      await runTui({ service, options, look, terminal: { stdin, stdout }, ending: ending.signal })
      return ending.signal.aborted ? ended : 0
    })
  },
})
