import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { bulkCalls, type BulkCall, type MakeCalls } from './bulk-calls.ts'
import { metricReference, readMetricTypes, type MetricTypes, type ScoreReward } from './score-reward.ts'
import type { SeedPlayer, SeedScore } from './seed-file.ts'
import type { Outcome } from './seed-subjects.ts'
import { control } from '../client/control.ts'

/** What came of a player of a seed. */
export type SeededPlayer =
  | { readonly id: string; readonly outcome: Outcome }
  /** `isPartial` if it exists, without the scores that were refused. */
  | { readonly id: string; readonly refusal: ServiceError; readonly isPartial: boolean }

/** Seeds players that are given together, at most MAX_CALLS of them. */
export type SeedPlayers = (players: readonly SeedPlayer[]) => Promise<readonly SeededPlayer[]>

interface Seeding {
  readonly client: Client
  readonly make: MakeCalls
  readonly types: () => Promise<MetricTypes>
  readonly now: () => Promise<number | undefined>
}

type Scores = readonly (readonly [metric: string, value: SeedScore])[]

/** The scores that a player is to get, and the profile before, of a player who existed. */
interface PlayerScores {
  readonly id: string
  readonly scores: Scores
  readonly before: string | undefined
}

/** A player to whom nothing has happened is one that a seed has been creating for up to this long, in game time. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000

/** Players who are read at the same time. */
const BATCH_SIZE = 16

/**
 * Creates players, then gives them their scores, in order. A player that exists already gets the scores of those metrics
 * of which it has no entry yet. If nothing has happened to it (its feed is empty) and it was created within the last day,
 * it gets those of its other metrics too, which the bootstrap has set. So the next seed completes one that was
 * interrupted, and changes nothing after a complete one.
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

/** What an existing player lacks of its scores. */
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

/** Gives scores, and tells which were refused. */
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

/** What comes of each of many reads, some at a time, in their order. */
export async function mapInBatches<A, B>(list: readonly A[], use: (one: A) => B | Promise<B>): Promise<readonly B[]> {
  const results: B[] = []
  for (let i = 0; i < list.length; i += BATCH_SIZE)
    results.push(...(await Promise.all(list.slice(i, i + BATCH_SIZE).map(use))))
  return results
}

/** The same promise for every call. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= read())
}

/** What the game's clock shows, in ms; undefined where the client may not see it, or the service has none. Spec 6.6. */
export async function gameTime(client: Client): Promise<number | undefined> {
  try {
    return Date.parse((await control(client, 'GET /_gamify/clock')).body.now)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
