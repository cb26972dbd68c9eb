import { isFault } from '../../game/kernel/fault.ts'
import type { MountedEndpoint } from '../call.ts'
import type { Commands } from '../commands/command-run.ts'
import type { ServerContext } from '../context.ts'
import { BrokenBody } from '../incoming-stream.ts'
import { controlRoute } from './control-endpoint.ts'

/** `POST /commands`: executes the steps in the lines of the body in their order, and lists the lines that failed. Spec 6.6. */
export function commandsRoute(context: ServerContext): MountedEndpoint {
  let opened: Promise<Commands> | undefined
  const open = async (): Promise<Commands> =>
    (await import('../commands/command-run.ts')).openCommands(context.game, context.rows)
  return controlRoute(context, 'POST /_gamify/commands', async ({ call, runtime, client }) => {
    const pieces = call.stream()
    if (isFault(pieces)) return pieces
    const commands = await (opened ??= open())
    try {
      return await commands(pieces, runtime, client)
    } catch (error) {
      if (error instanceof BrokenBody) return error.fault
      throw error
    }
  })
}
