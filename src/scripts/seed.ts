import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { metricReference, readMetricTypes, type MetricTypes, type ScoreReward } from './score-reward.ts'
import type { SeedPlayer, SeedScore } from './seed-file.ts'

/** Which players a seed made, and which were there and are as they were. */
export interface Seeded {
  readonly created: readonly string[]
  readonly existing: readonly string[]
}

/** Something in a seed that the service does not take: which player's, and why. */
class SeedError extends Error {
  override readonly name = 'SeedError'
}

/** Brings players in, in their order; one that is there already keeps everything that it has. Spec 6.2, 6.4. */
export async function seedPlayers(client: Client, players: readonly SeedPlayer[]): Promise<Seeded> {
  const created: string[] = []
  const existing: string[] = []
  let types: MetricTypes | undefined
  for (const player of players) {
    try {
      const isNew = await createPlayer(client, player)
      ;(isNew ? created : existing).push(player.id)
      if (!isNew || player.scores === undefined) continue
      types ??= await readMetricTypes(client)
      await giveScores(client, player.id, player.scores, types)
    } catch (error) {
      throw error instanceof ServiceError ? new SeedError(`player '${player.id}'`, { cause: error }) : error
    }
  }
  return { created, existing }
}

/** False when there is one of that id. */
async function createPlayer(client: Client, { id, alias, email }: SeedPlayer): Promise<boolean> {
  try {
    await client.call('POST /v2/admin/players', { body: { id, alias, email } })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'player_exists') return false
    throw error
  }
}

/** A player whose scores are refused goes again, so that the seed does all of it once it is put right. */
async function giveScores(
  client: Client,
  id: string,
  scores: NonNullable<SeedPlayer['scores']>,
  types: MetricTypes,
): Promise<void> {
  const rewards = Object.entries(scores).map(([metric, value]) => rewardOf(metric, value, types))
  try {
    await client.call('PATCH /v2/admin/players/:player_id/scores', { params: { player_id: id }, body: { rewards } })
  } catch (error) {
    await client.call('DELETE /v2/admin/players/:player_id', { params: { player_id: id } })
    throw error
  }
}

function rewardOf(metric: string, value: SeedScore, types: MetricTypes): ScoreReward {
  return {
    metric: metricReference(metric, types),
    verb: 'set',
    value: typeof value === 'string' ? value : { ...value },
  }
}
