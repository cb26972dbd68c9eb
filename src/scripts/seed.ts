import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { gameTime } from './game-time.ts'
import { metricReference, readMetricTypes, type MetricTypes, type ScoreReward } from './score-reward.ts'
import type { SeedPlayer, SeedScore, Seeds } from './seed-file.ts'
import { seedProcess, seedTeam, type Outcome } from './seed-subjects.ts'

/** The ids of what a seed made, of what was there and lacked something, and of what is as it was. */
type Outcomes = Readonly<Record<Outcome, readonly string[]>>

/** What came of a seed: of its players, its teams and its processes. */
export interface Seeded extends Outcomes {
  readonly teams: Outcomes
  readonly processes: Outcomes
}

/** Something in a seed that the service does not take: what, and why. */
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

/** Brings in players, then teams, then processes, each in their order; a second time nothing changes. Spec 6.2, 6.4. */
export async function seedGame(client: Client, { players, teams, processes }: Seeds): Promise<Seeded> {
  const seeding = { client, types: once(() => readMetricTypes(client)), now: once(() => gameTime(client)) }
  return {
    ...(await outcomesOf('player', players, (player) => seedPlayer(seeding, player))),
    teams: await outcomesOf('team', teams, (team) => seedTeam(client, team)),
    processes: await outcomesOf('process', processes, (process) => seedProcess(client, process)),
  }
}

async function outcomesOf<T extends { readonly id: string }>(
  what: string,
  named: readonly T[],
  seed: (one: T) => Promise<Outcome>,
): Promise<Outcomes> {
  const outcomes: Record<Outcome, string[]> = { created: [], completed: [], existing: [] }
  for (const one of named) {
    try {
      outcomes[await seed(one)].push(one.id)
    } catch (error) {
      throw error instanceof ServiceError ? new SeedError(`${what} '${one.id}'`, { cause: error }) : error
    }
  }
  return outcomes
}

/**
 * Brings a player in. One that is there already gets the scores of those metrics of which it has no entry yet; and where
 * nothing has happened to it, its feed being empty, and it was made within the last day, those of its other metrics too,
 * which bootstrap has set. So a seed that was interrupted is completed by the next one, and after a complete one another
 * changes nothing. All else of such a player stays as it is.
 */
async function seedPlayer(seeding: Seeding, player: SeedPlayer): Promise<Outcome> {
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
