import { emulatorCaller } from '../../emulator/session/timeline.ts'
import { listDesignActions } from '../../emulator/why/why-not.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'

/** `GET /actions?player_id=`: all actions of the deployed design; of a player also whether each can be played now. Spec 6.6. */
export function actionsRoute(context: RowContext): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/actions`,
    endpoint: controlEndpoint(context, async (_call, runtime, { player_id }) => {
      const found = await runtime.execute(listDesignActions, { player_id } as never, emulatorCaller)
      if (isFault(found as Fault)) return faultAnswer(found as Fault)
      const data = found as readonly object[]
      return jsonAnswer(200, { data, total: data.length })
    }),
  }
}
