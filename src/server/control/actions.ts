import { isFault } from '../../game/kernel/fault.ts'
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
      const data = await runtime.actions(player_id)
      return isFault(data) ? faultAnswer(data) : jsonAnswer(200, { data, total: data.length })
    }),
  }
}
