import type { Client } from '../client/client.ts'
import type { RouteOutput } from '../client/route-types.ts'
import { ServiceError } from '../client/service-error.ts'
import { parseAmount } from '../game/kernel/decimal.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { suggestion } from '../game/kernel/nearest.ts'
import { pathText } from '../game/kernel/schema-problems.ts'
import { refusalText } from './answer-check.ts'
import { differences, listDifference, type Difference, withAdvice } from './difference.ts'
import { readMetricTypes } from './score-reward.ts'
import type { StateExpectation } from './step.ts'
import { suggestionFor } from './suggestions.ts'

type ExpectationOf<Field extends string> = Extract<StateExpectation, Readonly<Record<Field, string>>>

/** An expected state of a part of the game. */
type PartExpectation = Exclude<StateExpectation, { readonly checks: unknown }>

/** Compares the state of a player, leaderboard, process or team with what is expected. Spec 6.4. */
export async function stateDifferences(client: Client, expected: PartExpectation): Promise<readonly Difference[]> {
  const subject =
    'player' in expected ? expected.player : 'leaderboard' in expected ? expected.leaderboard : subjectOf(expected)
  try {
    if ('player' in expected) return await scoreDifferences(client, expected)
    if ('leaderboard' in expected) return await orderDifferences(client, expected)
    return 'process' in expected
      ? await processDifferences(client, expected)
      : await memberDifferences(client, expected)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return withAdvice(
      [{ path: pathOf(expected), wanted: subject, got: refusalText(error) }],
      await suggestionFor(error, client),
    )
  }
}

const subjectOf = (expected: ExpectationOf<'process'> | ExpectationOf<'team'>): string =>
  'process' in expected ? expected.process : expected.team

const pathOf = (expected: PartExpectation): string =>
  ['player', 'leaderboard', 'process', 'team'].find((field) => Object.hasOwn(expected, field)) ?? ''

async function scoreDifferences(
  client: Client,
  { player, scores = {}, not = {} }: ExpectationOf<'player'>,
): Promise<readonly Difference[]> {
  const profile = await profileOf(client, player)
  const got = new Map(profile.scores.map(({ metric, value }) => [metric.id, plainScore(value)]))
  const found: Difference[] = []
  for (const [metric, wanted] of Object.entries(scores)) {
    const difference = scoreDifference(wanted, got.get(metric), ['scores', metric])
    found.push(...(got.has(metric) ? difference : withAdvice(difference, await unknownMetricText(client, metric))))
  }
  for (const [metric, unwanted] of Object.entries(not)) {
    const path = ['not', metric]
    if (isScore(unwanted, got.get(metric)))
      found.push({ path: pathText(path), wanted: 'another score', got: got.get(metric) })
  }
  return found
}

/** Whether a score is what a player must not have. A text and a set of items are the same if the item is in the set. */
function isScore(unwanted: PlainScore, got: PlainScore | undefined): boolean {
  if (typeof unwanted !== 'string' || typeof got !== 'object') return scoreDifference(unwanted, got, []).length === 0
  return Object.hasOwn(got, unwanted) && parseAmount(got[unwanted] ?? '') !== 0
}

/**
 * Says that a metric does not exist, with a suggestion; undefined if it exists, or if no player can list the metrics.
 */
async function unknownMetricText(client: Client, metric: string): Promise<string | undefined> {
  const types = await readMetricTypes(client)
  if (types.size === 0 || types.has(metric)) return undefined
  return `there is no metric ${quoted(metric)}${suggestion(metric, types.keys())}`
}

type Profile = RouteOutput<'GET /v2/admin/players/:player_id'>

const profileOf = async (client: Client, player: string): Promise<Profile> =>
  (await client.call('GET /v2/admin/players/:player_id', { params: { player_id: player } })).body

type ShownScore = Profile['scores'][number]['value']

/** The score of a player in a metric: an amount, the name of a state, or items with their counts. */
type PlainScore = string | Readonly<Record<string, string>>

function plainScore(value: ShownScore): PlainScore {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return Object.fromEntries(value.map(({ name, count }) => [name, count]))
  if (typeof value['name'] === 'string') return value['name']
  const items = value as Readonly<Record<string, { readonly count: string }>>
  return Object.fromEntries(Object.entries(items).map(([name, { count }]) => [name, count]))
}

/** Compares scores. Amounts are equal even if they are written differently. */
function scoreDifference(
  wanted: PlainScore,
  got: PlainScore | undefined,
  path: readonly string[],
): readonly Difference[] {
  if (typeof wanted === 'object' && typeof got === 'object')
    return Object.entries(wanted).flatMap(([item, count]) =>
      scoreDifference(count, Object.hasOwn(got, item) ? got[item] : undefined, [...path, item]),
    )
  const amount = typeof wanted === 'string' ? parseAmount(wanted) : undefined
  if (amount !== undefined && typeof got === 'string' && parseAmount(got) === amount) return []
  return differences(wanted, got, path)
}

type BoardPage = RouteOutput<'GET /v2/runtime/leaderboards/:leaderboard_id'>

/** Compares the first ranks of a leaderboard; an empty order expects an empty leaderboard. */
async function orderDifferences(
  client: Client,
  { leaderboard, cycle, order }: ExpectationOf<'leaderboard'>,
): Promise<readonly Difference[]> {
  const { body } = await client.request('GET', '/_gamify/leaderboards/:id', {
    params: { id: leaderboard },
    query: { cycle, limit: String(Math.max(order.length, 1)) },
  })
  const got = (body as BoardPage).data.map((row) => ('player' in row ? row.player.id : row.team.id))
  return listDifference(order, got, 'order')
}

async function processDifferences(
  client: Client,
  { process: id, state, nodes, not }: ExpectationOf<'process'>,
): Promise<readonly Difference[]> {
  if (not !== undefined && (await processState(client, id)) === not)
    return [{ path: 'not', wanted: 'another state', got: not }]
  if (state === undefined && nodes === undefined) return []
  const params = { process_id: id }
  const { body: found } = await client.call('GET /v2/admin/processes/:process_id', { params })
  const stateDifference = state === undefined ? [] : differences(state, found.state, ['state'])
  if (nodes === undefined) return stateDifference
  const members = [found.owner.id, ...found.performers.map((performer) => performer.id)]
  return [...stateDifference, ...differences(nodes, await nodeStates(client, id, members), ['nodes'])]
}

/** Returns the state of a process; undefined if there is none. */
async function processState(client: Client, id: string): Promise<string | undefined> {
  try {
    return (await client.call('GET /v2/admin/processes/:process_id', { params: { process_id: id } })).body.state
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'process_instance_not_found') return undefined
    throw error
  }
}

/** The number of performers that are tried to read the states of the nodes. */
const MAX_PERFORMERS = 100

/** Returns the states of the nodes that were reached, by their paths, as triggers name them: `cave/dig`. */
async function nodeStates(
  client: Client,
  id: string,
  members: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const containers = await containersOf(client, id, [...new Set(members)].slice(0, MAX_PERFORMERS))
  const states = Object.values(containers).flatMap(({ key, nodes }) =>
    Object.entries(nodes).map(([node, { state }]) => [`${key}/${node}`.slice(id.length + 1), state] as const),
  )
  return Object.fromEntries(states)
}

type Containers = RouteOutput<'GET /v1/processes/:process_id'>['containers']

/**
 * Reads the containers of a process. Only version 1 answers them, and only to an enabled performer, so it tries one
 * after another.
 */
async function containersOf(client: Client, id: string, members: readonly string[]): Promise<Containers> {
  const [as, ...others] = members
  try {
    return (await client.call('GET /v1/processes/:process_id', { params: { process_id: id }, as })).body.containers
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.code === 'access_denied'
    if (!isRefused || others.length === 0) throw error
    return containersOf(client, id, others)
  }
}

/** Checks that each of these members is in the team and has these roles. */
async function memberDifferences(
  client: Client,
  { team, members }: ExpectationOf<'team'>,
): Promise<readonly Difference[]> {
  await client.call('GET /v2/admin/teams/:team_id', { params: { team_id: team } })
  const found: Difference[] = []
  for (const [player, wanted] of Object.entries(members)) {
    const { teams } = await profileOf(client, player)
    const got = teams.find(({ id }) => id === team)?.roles
    if (!got || !wanted.every((role) => got.includes(role))) found.push({ path: `members.${player}`, wanted, got })
  }
  return found
}
