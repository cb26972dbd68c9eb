import type { MountedEndpoint } from '../call.ts'
import { inputReader } from '../input.ts'
import type { Row } from '../row.ts'
import { answerRow, type RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'

/** Where the runtime routes of boards stand; that of a trend has them in the singular. Spec 1. */
const RUNTIME_BOARDS = /^\/runtime\/leaderboards?(?=\/|$)/

/**
 * `GET /leaderboards`, `/leaderboards/:leaderboard_id` and `/leaderboards/:leaderboard_id/trend`: the runtime rows, read
 * for nobody. Spec 6.6.
 */
export function leaderboardRoutes(context: RowContext, rows: readonly Row[]): readonly MountedEndpoint[] {
  const reads = rows.filter(({ api, method, path }) => api === 'v2' && method === 'GET' && RUNTIME_BOARDS.test(path))
  return reads.map((row) => {
    const readInput = inputReader(row)
    return {
      method: 'GET',
      path: row.path.replace(RUNTIME_BOARDS, `${CONTROL_PATH}/leaderboards`),
      endpoint: controlEndpoint(context, (call, runtime, fields, client) =>
        answerRow(row, call, readInput(call.params, fields, ''), '', {
          ...context,
          runtime,
          caller: { client: client.client_id },
          client,
        }),
      ),
    }
  })
}
