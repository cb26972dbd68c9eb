import { jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import { closedToOtherSites } from '../origin-gate.ts'
import type { ServedGame } from '../served-game.ts'
import { CONTROL_PATH } from './control-endpoint.ts'

/** `GET /health`: 200 when ready, else 503 with the state; no token. Spec 6.6. */
export function healthRoute(game: ServedGame, version: string): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/health`,
    endpoint: closedToOtherSites(() => {
      const { state } = game
      return jsonAnswer(state === 'ready' ? 200 : 503, { status: state, name: 'gamify', version })
    }),
  }
}
