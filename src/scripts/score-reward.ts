import type { Client } from '../client/client.ts'
import type { RouteInput } from '../client/route-types.ts'

/** A change of a score as the service takes it. Spec 4.14. */
export type ScoreReward = RouteInput<'PATCH /v2/admin/players/:player_id/scores'>['body']['rewards'][number]

/** The type of each metric, by id. */
export type MetricTypes = ReadonlyMap<string, ScoreReward['metric']['type']>

/** The types of the metrics as a player sees them, who must be one that may act. */
export async function readMetricTypes(client: Client, player: string): Promise<MetricTypes> {
  const { body } = await client.call('GET /v2/runtime/definitions/metrics', { as: player })
  return new Map(body.map(({ id, type }) => [id, type]))
}

/** A metric with its type; one that there is not is the service's to refuse. */
export function metricReference(id: string, types: MetricTypes): ScoreReward['metric'] {
  return { id, type: types.get(id) ?? 'point' }
}
