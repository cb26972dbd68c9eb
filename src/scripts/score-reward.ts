import type { Client } from '../client/client.ts'
import type { RouteInput } from '../client/route-types.ts'

/** A change of a score as the service takes it. Spec 4.14. */
export type ScoreReward = RouteInput<'PATCH /v2/admin/players/:player_id/scores'>['body']['rewards'][number]

/** The type of each metric, by id. */
export type MetricTypes = ReadonlyMap<string, ScoreReward['metric']['type']>

/** How many players are looked through for one that may act. */
const MAX_PLAYERS = 1000

/** The types of the metrics, as the first player that may act sees them; none where there is no such player. */
export async function readMetricTypes(client: Client): Promise<MetricTypes> {
  const players = await client.call('GET /v2/admin/players', { query: { limit: String(MAX_PLAYERS) } })
  const player = players.body.data.find(({ enabled }) => enabled)
  if (player === undefined) return new Map()
  const { body } = await client.call('GET /v2/runtime/definitions/metrics', { as: player.id })
  return new Map(body.map(({ id, type }) => [id, type]))
}

/** A metric with its type; one that there is not is the service's to refuse. */
export function metricReference(id: string, types: MetricTypes): ScoreReward['metric'] {
  return { id, type: types.get(id) ?? 'point' }
}
