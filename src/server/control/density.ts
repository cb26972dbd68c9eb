import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import type { Fields } from '../query.ts'
import { controlRoute } from './control-endpoint.ts'

const DEFAULT_BUCKETS = 120
const MAX_BUCKETS = 1_000

/** `GET /history/density?buckets=`: how many entries each part of the game's time has. Spec 6.6. */
export function densityRoute(context: ServerContext): MountedEndpoint {
  const route = controlRoute(context, 'GET /_gamify/history/density', async ({ query, runtime }) => {
    const count = bucketsIn(query)
    if (isFault(count)) return count
    const { first, last, widthMs, buckets } = await runtime.density(count)
    return { first: first && shown(first), last: last && shown(last), width_ms: widthMs, buckets: buckets.map(shown) }
  })
  return { ...route, followerAnswers: () => true }
}

const shown = <M extends { readonly at: number }>(mark: M) => ({ ...mark, at: toIso(mark.at) })

function bucketsIn({ buckets = String(DEFAULT_BUCKETS) }: Fields): Fault | number {
  const count = /^\d{1,4}$/.test(buckets) ? Number(buckets) : 0
  if (count >= 1 && count <= MAX_BUCKETS) return count
  return fault('invalid_request', {
    message: `The 'buckets' parameter must be a whole number from 1 to ${MAX_BUCKETS}`,
  })
}
