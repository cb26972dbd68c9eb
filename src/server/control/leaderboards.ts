import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { inputReader } from '../input.ts'
import { rowAnswerer } from '../row-endpoint.ts'
import { CONTROL_PATH, readEndpoint } from './control-endpoint.ts'

/** The paths of the runtime routes of leaderboards. The path of a trend has the singular. Spec 1. */
const RUNTIME_BOARDS = /^\/runtime\/leaderboards?(?=\/|$)/

/**
 * `GET /leaderboards`, `/leaderboards/:leaderboard_id` and `/leaderboards/:leaderboard_id/trend`: the runtime rows, read
 * without a player. Spec 6.6.
 */
export function leaderboardRoutes(context: ServerContext): readonly MountedEndpoint[] {
  const reads = context.rows.filter(
    ({ api, method, path }) => api === 'v2' && method === 'GET' && RUNTIME_BOARDS.test(path),
  )
  return reads.map((row) => {
    const readInput = inputReader(row)
    const answerRow = rowAnswerer(row, context)
    const path = row.path.replace(RUNTIME_BOARDS, `${CONTROL_PATH}/leaderboards`)
    return readEndpoint(context, `GET ${path}`, ({ call, query, runtime, client }) => {
      const caller = { client: client.client_id }
      return answerRow({ call, runtime, caller, client }, readInput(call.params, query, ''))
    })
  })
}
