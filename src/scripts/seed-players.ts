import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { ServiceError } from '../client/service-error.ts'
import { bulkCalls, type BulkCall, type MakeCalls } from './bulk-calls.ts'
import { metricReference, readMetricTypes, type MetricTypes, type ScoreReward } from './score-reward.ts'
import type { SeedPlayer, SeedScore } from './seed-file.ts'
import type { Outcome } from './seed-subjects.ts'

/** The result for one player of a seed. */
export type SeededPlayer =
  | { readonly id: string; readonly outcome: Outcome }
  /** `isPartial` means that the player exists, but without the rejected scores. */
  | { readonly id: string; readonly refusal: ServiceError; readonly isPartial: boolean }

/** Seeds a batch of players, at most MAX_CALLS of them. */
export type SeedPlayers = (players: readonly SeedPlayer[]) => Promise<readonly SeededPlayer[]>

interface Seeding {
  readonly client: Client
  readonly make: MakeCalls
  readonly types: () => Promise<MetricTypes>
  readonly now: () => Promise<number | undefined>
}

type Scores = readonly (readonly [metric: string, value: SeedScore])[]

/** The scores to give to a player, and the profile before, if the player existed. */
interface PlayerScores {
  readonly id: string
  readonly scores: Scores
  readonly before: string | undefined
}

/** How long ago an interrupted seed can have created a player, in game time. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000

/** The number of players that are read at the same time. */
const BATCH_SIZE = 16

/**
 * Returns a function that creates players, then gives them their scores, in order. An existing player gets the scores
 * of those metrics that have no entry yet. If nothing has happened to the player (the feed is empty) and they were
 * created within the last day, they also get the scores of metrics that the bootstrap has set. So a second seed
 * completes an interrupted one, and changes nothing after a complete one.
 */
export function playersSeeder(client: Client): SeedPlayers {
  const seeding = {
    client,
    make: bulkCalls(client),
    types: once(() => readMetricTypes(client)),
    now: once(() => gameTime(client)),
  }
  return (players) => seedTogether(seeding, players)
}

async function seedTogether(seeding: Seeding, players: readonly SeedPlayer[]): Promise<readonly SeededPlayer[]> {
  const created = await seeding.make(players.map(creation))
  const refusals = new Map<string, ServiceError>()
  const existing = new Set<string>()
  created.forEach((refusal, i) => {
    const id = players[i]?.id ?? ''
    if (refusal?.code === 'player_exists') existing.add(id)
    else if (refusal) refusals.set(id, refusal)
  })
  const giftOf = ({ id, scores = {} }: SeedPlayer): PlayerScores | Promise<PlayerScores> => {
    const all = { id, scores: Object.entries(scores), before: undefined }
    return existing.has(id) && all.scores.length > 0 ? missingOf(seeding, all) : all
  }
  const open = players.filter(({ id }) => !refusals.has(id))
  const gifts = (await mapInBatches(open, giftOf)).filter(({ scores }) => scores.length > 0)
  for (const [id, refusal] of await giveScores(seeding, gifts)) refusals.set(id, refusal)
  const gifted = new Set(gifts.map(({ id }) => id))
  const completed = new Set<string>()
  await mapInBatches(
    gifts.filter(({ before }) => before !== undefined),
    async ({ id, before }) => void ((await profileOf(seeding, id)).text !== before && completed.add(id)),
  )
  return players.map(({ id }) => {
    const refusal = refusals.get(id)
    if (refusal) return { id, refusal, isPartial: gifted.has(id) }
    return { id, outcome: completed.has(id) ? 'completed' : existing.has(id) ? 'existing' : 'created' }
  })
}

const creation = ({ id, alias, email }: SeedPlayer): BulkCall => ({
  method: 'POST',
  path: '/v2/admin/players',
  body: { id, alias, email },
})

const profileOf = ({ client }: Seeding, id: string) =>
  client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })

/** Returns the scores that an existing player lacks. */
async function missingOf(seeding: Seeding, { id, scores }: PlayerScores): Promise<PlayerScores> {
  const { body, text } = await profileOf(seeding, id)
  const present = new Set(body.scores.map(({ metric }) => metric.id))
  const isUnfinished = await isUntouched(seeding, id, body.created)
  return { id, scores: scores.filter(([metric]) => isUnfinished || !present.has(metric)), before: text }
}

async function isUntouched({ client, now }: Seeding, id: string, created: string): Promise<boolean> {
  const at = await now()
  if (at === undefined || Date.parse(created) < at - UNFINISHED_MS) return false
  const input = { params: { player_id: id }, query: { start: created } }
  const feed = await client.call('GET /v2/admin/players/:player_id/activity', input)
  return feed.body.length === 0
}

/** Gives scores, and returns the errors of rejected ones by player. */
async function giveScores(
  { make, types }: Seeding,
  gifts: readonly PlayerScores[],
): Promise<readonly (readonly [string, ServiceError])[]> {
  if (gifts.length === 0) return []
  const known = await types()
  const calls = gifts.map(({ id, scores }): BulkCall => {
    const rewards = scores.map(([metric, value]) => rewardOf(metric, value, known))
    return { method: 'PATCH', path: `/v2/admin/players/${id}/scores`, body: { rewards } }
  })
  return (await make(calls)).flatMap((refusal, i) => (refusal ? [[gifts[i]?.id ?? '', refusal] as const] : []))
}

function rewardOf(metric: string, value: SeedScore, types: MetricTypes): ScoreReward {
  return {
    metric: metricReference(metric, types),
    verb: 'set',
    value: typeof value === 'string' ? value : { ...value },
  }
}

/** Maps a list in batches that run at the same time. The results are in the order of the list. */
export async function mapInBatches<A, B>(list: readonly A[], use: (one: A) => B | Promise<B>): Promise<readonly B[]> {
  const results: B[] = []
  for (let i = 0; i < list.length; i += BATCH_SIZE)
    results.push(...(await Promise.all(list.slice(i, i + BATCH_SIZE).map(use))))
  return results
}

/** Returns a function that calls `read` once and returns the same promise for every call. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= read())
}

/** Reads the game time, in ms; undefined if the client may not read it, or the service does not have it. Spec 6.6. */
export async function gameTime(client: Client): Promise<number | undefined> {
  try {
    return Date.parse((await control(client, 'GET /_gamify/clock')).body.now)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
