import { relative } from 'node:path'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import { closedToOtherSites } from '../origin-gate.ts'
import type { ServedGame } from '../served-game.ts'
import { CONTROL_PATH } from './control-endpoint.ts'
import type { DesignFilesState } from './design.ts'

/**
 * `GET /health`: 200 when ready, else 503 with the state; no token. `data` is the data directory, which tells two projects
 * apart that have the same game id; `game` is that id. While the game waits for its design, `problems` says what is wrong with the files,
 * which are named as seen from their directory. Spec 6.6.
 */
export function healthRoute(game: ServedGame, version: string, filesOf: () => DesignFilesState): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/health`,
    endpoint: closedToOtherSites(() => {
      const { state, settings } = game
      const answer: HealthAnswer = {
        status: state,
        name: 'gamify',
        version,
        data: settings.data?.directory,
        game: settings.game.id,
      }
      if (state === 'waiting') return jsonAnswer(503, { ...answer, problems: problemsOf(filesOf()) })
      return jsonAnswer(state === 'ready' ? 200 : 503, answer)
    }),
  }
}

type HealthAnswer = ControlAnswer<'GET /_gamify/health'>

function problemsOf({ directory, problems }: DesignFilesState): HealthAnswer['problems'] {
  return problems.map(({ file, line, column, message }) => ({
    file: relative(directory ?? '', file) || '.',
    line,
    column,
    message,
  }))
}
