import { isFault } from '../../game/kernel/fault.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { Commands } from '../commands/open-commands.ts'
import { BrokenBody } from '../incoming-stream.ts'
import type { Row } from '../row.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'

/** `POST /commands`: executes the steps in the lines of the body, in their order, and tells which came to nothing. Spec 6.6. */
export function commandsRoute(context: RowContext, rows: readonly Row[]): MountedEndpoint {
  let opened: Promise<Commands> | undefined
  const open = async (): Promise<Commands> =>
    (await import('../commands/open-commands.ts')).openCommands(context.game, rows)
  return {
    method: 'POST',
    path: `${CONTROL_PATH}/commands`,
    endpoint: controlEndpoint(context, async (call, runtime, _fields, client) => {
      const pieces = call.stream()
      if (isFault(pieces)) return faultAnswer(pieces)
      const commands = await (opened ??= open())
      try {
        return jsonAnswer(200, await commands(pieces, runtime, client))
      } catch (error) {
        if (error instanceof BrokenBody) return faultAnswer(error.fault)
        throw error
      }
    }),
  }
}
