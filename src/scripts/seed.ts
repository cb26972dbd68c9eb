import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { gameTime } from './game-time.ts'
import { metricReference, readMetricTypes, type MetricTypes, type ScoreReward } from './score-reward.ts'
import type { SeedPlayer, SeedScore } from './seed-file.ts'

/** Which players a seed made, which were there and got scores that they lacked, and which are as they were. */
export interface Seeded {
  readonly created: readonly string[]
  readonly completed: readonly string[]
  readonly existing: readonly string[]
}

/** Something in a seed that the service does not take: which player's, and why. */
class SeedError extends Error {
  override readonly name = 'SeedError'
}

/** What players are given scores by; read when the first needs it. */
interface Seeding {
  readonly client: Client
  readonly types: () => Promise<MetricTypes>
  readonly now: () => Promise<number | undefined>
}

type Scores = NonNullable<SeedPlayer['scores']>

/** A player to whom nothing has happened is one that a seed was making for so long, in game time. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000

/**
 * Brings players in, in their order. One that is there already gets the scores of those metrics of which it has no entry
 * yet; and where nothing has happened to it, its feed being empty, and it was made within the last day, those of its other
 * metrics too, which bootstrap has set. So a seed that was interrupted is completed by the next one, and after a complete
 * one another changes nothing. All else of such a player stays as it is. Spec 6.2, 6.4.
 */
export async function seedPlayers(client: Client, players: readonly SeedPlayer[]): Promise<Seeded> {
  const seeded: Record<keyof Seeded, string[]> = { created: [], completed: [], existing: [] }
  const seeding = { client, types: once(() => readMetricTypes(client)), now: once(() => gameTime(client)) }
  for (const player of players) {
    try {
      seeded[await seedPlayer(seeding, player)].push(player.id)
    } catch (error) {
      throw error instanceof ServiceError ? new SeedError(`player '${player.id}'`, { cause: error }) : error
    }
  }
  return seeded
}

async function seedPlayer(seeding: Seeding, player: SeedPlayer): Promise<keyof Seeded> {
  const { id, scores } = player
  if (await createPlayer(seeding.client, player)) {
    if (scores) await giveScores(seeding, id, Object.entries(scores))
    return 'created'
  }
  return scores && (await completeScores(seeding, id, scores)) ? 'completed' : 'existing'
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

/** Whether anything has changed. */
async function completeScores(seeding: Seeding, id: string, scores: Scores): Promise<boolean> {
  const before = await seeding.client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })
  const present = new Set(before.body.scores.map(({ metric }) => metric.id))
  const isUnfinished = await isUntouched(seeding, id, before.body.created)
  const given = Object.entries(scores).filter(([metric]) => isUnfinished || !present.has(metric))
  if (given.length === 0) return false
  return (await giveScores(seeding, id, given)) !== before.text
}

async function isUntouched({ client, now }: Seeding, id: string, created: string): Promise<boolean> {
  const at = await now()
  if (at === undefined || Date.parse(created) < at - UNFINISHED_MS) return false
  const input = { params: { player_id: id }, query: { start: created } }
  const feed = await client.call('GET /v2/admin/players/:player_id/activity', input)
  return feed.body.length === 0
}

/** Gives the profile after it, as the service tells it. */
async function giveScores(
  { client, types }: Seeding,
  id: string,
  scores: readonly (readonly [metric: string, value: SeedScore])[],
): Promise<string> {
  const known = await types()
  const rewards = scores.map(([metric, value]) => rewardOf(metric, value, known))
  const route = 'PATCH /v2/admin/players/:player_id/scores'
  return (await client.call(route, { params: { player_id: id }, body: { rewards } })).text
}

function rewardOf(metric: string, value: SeedScore, types: MetricTypes): ScoreReward {
  return {
    metric: metricReference(metric, types),
    verb: 'set',
    value: typeof value === 'string' ? value : { ...value },
  }
}

/** The same promise for every call. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= read())
}
