import type { Client } from '../client/client.ts'
import type { RouteInput } from '../client/route-types.ts'

/** A change of a score as the service takes it. Spec 4.14. */
export type ScoreReward = RouteInput<'PATCH /v2/admin/players/:player_id/scores'>['body']['rewards'][number]

/** The type of each metric, by id. */
export type MetricTypes = ReadonlyMap<string, ScoreReward['metric']['type']>

/** Players that are looked through at a time for one that may act. */
const PLAYERS_PER_PAGE = 1000

/** The types of the metrics, as the first player that may act sees them; none where there is no such player. */
export async function readMetricTypes(client: Client): Promise<MetricTypes> {
  const player = await firstEnabled(client)
  if (player === undefined) return new Map()
  const { body } = await client.call('GET /v2/runtime/definitions/metrics', { as: player })
  return new Map(body.map(({ id, type }) => [id, type]))
}

async function firstEnabled(client: Client): Promise<string | undefined> {
  for (let skip = 0; ; skip += PLAYERS_PER_PAGE) {
    const query = { skip: String(skip), limit: String(PLAYERS_PER_PAGE) }
    const { data } = (await client.call('GET /v2/admin/players', { query })).body
    const player = data.find(({ enabled }) => enabled)
    if (player !== undefined || data.length === 0) return player?.id
  }
}

/** A metric with its type; one that there is not is the service's to refuse. */
export function metricReference(id: string, types: MetricTypes): ScoreReward['metric'] {
  return { id, type: types.get(id) ?? 'point' }
}
