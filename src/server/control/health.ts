import { relative } from 'node:path'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { DesignFilesState, ServerContext } from '../context.ts'
import { noOtherSite } from '../gates.ts'
import { CONTROL_PATH } from './control-endpoint.ts'

type HealthAnswer = ControlAnswer<'GET /_gamify/health'>

/**
 * `GET /health`: 200 if the game is ready, else 503 with the state. It needs no token. `data` is the data directory, which
 * distinguishes two projects with the same game id; `game` is that id. While the game waits for its design, `problems`
 * lists what is wrong with the files, whose names are relative to their directory. Spec 6.6.
 */
export function healthRoute({ game, version, designFiles }: ServerContext): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/health`,
    acceptsOtherSites: noOtherSite,
    endpoint: () => {
      const { state, settings } = game
      const answer: HealthAnswer = {
        status: state,
        name: 'gamify',
        version,
        data: settings.data?.directory,
        game: settings.game.id,
      }
      if (state === 'waiting') return jsonAnswer(503, { ...answer, problems: problemsOf(designFiles()) })
      return jsonAnswer(state === 'ready' ? 200 : 503, answer)
    },
  }
}

function problemsOf({ directory, problems }: DesignFilesState): HealthAnswer['problems'] {
  return problems.map(({ file, line, column, message }) => ({
    file: relative(directory ?? '', file) || '.',
    line,
    column,
    message,
  }))
}
