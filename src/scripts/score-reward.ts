import type { Client } from '../client/client.ts'
import type { RouteInput } from '../client/route-types.ts'

/** A change of a score as the service expects it. Spec 4.14. */
export type ScoreReward = RouteInput<'PATCH /v2/admin/players/:player_id/scores'>['body']['rewards'][number]

/** The type of each metric, by id. */
export type MetricTypes = ReadonlyMap<string, ScoreReward['metric']['type']>

/** The number of players that are read at a time to find an enabled one. */
const PLAYERS_PER_PAGE = 1000

/** Reads the types of the metrics as the first enabled player; empty if there is no such player. */
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

/**
 * Returns a reference to a metric with its type. An unknown metric gets the type of points, and the service rejects it.
 */
export function metricReference(id: string, types: MetricTypes): ScoreReward['metric'] {
  return { id, type: types.get(id) ?? 'point' }
}
