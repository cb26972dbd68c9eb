import * as z from 'zod'
import { SCORES, type PlayerListing } from '../../emulator/listing/list-players.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { paging } from '../../game/kernel/schema.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { decodedParams, queryIn } from '../input.ts'
import { readRoute } from './control-endpoint.ts'

/** The number of metrics whose scores one call can ask for. */
const MAX_METRICS = 32

/**
 * `GET /players`: players by a part of their alias or id, in any order, with scores. `GET /players/:player_id`: what the
 * profile of a player leaves out. Spec 6.6.
 */
export function playerRoutes(context: ServerContext): readonly MountedEndpoint[] {
  return [
    readRoute(context, 'GET /_gamify/players', ({ query, runtime }) => {
      const read = queryIn(() => listingQuery, query)
      return 'fault' in read ? read : runtime.players(read.value as PlayerListing)
    }),
    readRoute(context, 'GET /_gamify/players/:player_id', ({ call, runtime }) => {
      const params = decodedParams(call.params)
      return isFault(params) ? params : runtime.player(params['player_id'] ?? '')
    }),
  ]
}

const plainSorts: ReadonlySet<string> = new Set(['joined', 'alias', 'id'])

const listingQuery = z.object({
  ...paging,
  search: z.string().default(''),
  sort: z
    .string()
    .default('joined')
    .refine((sort) => plainSorts.has(sort) || sort.startsWith(SCORES), {
      error: `The 'sort' parameter must be one of: joined, alias, id, ${SCORES}METRIC`,
    }),
  order: z
    .enum(['ascending', 'descending'], { error: "The 'order' parameter must be ascending or descending" })
    .default('ascending'),
  metrics: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .refine((ids) => ids.length <= MAX_METRICS, {
      error: `The 'metrics' parameter must be a list of at most ${MAX_METRICS} metrics, separated by commas`,
    }),
})
