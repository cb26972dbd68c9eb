import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import type { Fields } from '../query.ts'
import type { ReadableRuntime } from '../served-game.ts'
import { readRoute } from './control-endpoint.ts'

/** The rows of a page if the query does not say, and at most. */
const DEFAULT_ROWS = 100
const MAX_ROWS = 1000

/**
 * `GET /processes?definition=&state=&pattern=` and `GET /funnel/:process_definition_id`: the processes of a definition, in a
 * state or with a name, and how many of them reached each activity. Spec 6.6.
 */
export function processRoutes(context: ServerContext): readonly MountedEndpoint[] {
  return [
    readRoute(context, 'GET /_gamify/processes', async ({ runtime, query }) => {
      const filter = filterIn(query)
      if (isFault(filter)) return filter
      const found = await runtime.findProcesses(filter)
      return isFault(found) ? found : { data: [...found.data], total: found.total }
    }),
    readRoute(context, 'GET /_gamify/funnel/:process_definition_id', ({ call, runtime }) =>
      runtime.funnel(call.params['process_definition_id'] ?? ''),
    ),
  ]
}

function filterIn(query: Fields): Fault | Parameters<ReadableRuntime['findProcesses']>[0] {
  const { definition, state, pattern = '' } = query
  if (state !== undefined && state !== 'ACTIVE' && state !== 'COMPLETED')
    return fault('invalid_request', { message: "The 'state' parameter must be one of: ACTIVE, COMPLETED" })
  const skip = numberIn(query, 'skip', 0, Number.MAX_SAFE_INTEGER)
  if (isFault(skip)) return skip
  const limit = numberIn(query, 'limit', DEFAULT_ROWS, MAX_ROWS)
  if (isFault(limit)) return limit
  return { definition, state, pattern, skip, limit }
}

function numberIn(query: Fields, name: string, otherwise: number, most: number): Fault | number {
  const text = query[name]
  if (text === undefined) return otherwise
  if (/^\d{1,15}$/.test(text) && Number(text) <= most) return Number(text)
  const range = most === MAX_ROWS ? ` from 0 to ${MAX_ROWS}` : ', 0 or more'
  return fault('invalid_request', { message: `The '${name}' parameter must be a whole number${range}` })
}
