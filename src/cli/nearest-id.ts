import type { Client } from '../client/client.ts'
import type { ServiceError } from '../client/service-error.ts'
import { nearest } from '../game/kernel/nearest.ts'
import { readMetricTypes } from '../scripts/score-reward.ts'

/** How many players, teams or processes are looked through for one that may have been meant. */
const MAX_LOOKED_AT = 1000

/** Lists the ids that there are of a kind of thing. */
type Listing = (client: Client, player: string | undefined) => Promise<readonly string[]>

const latest = { version: 'latest' } as const

const idsOf = (things: readonly { readonly id?: string | undefined }[]): string[] =>
  things.flatMap(({ id }) => id ?? [])

const listings: Readonly<Record<string, Listing>> = {
  player_not_found: async (client) =>
    idsOf((await client.call('GET /v2/admin/players', { query: { limit: String(MAX_LOOKED_AT) } })).body.data),
  rule_not_found: async (client) => idsOf((await client.call('GET /v2/admin/rules', {})).body),
  action_not_found: async (client, as) => idsOf((await client.call('GET /v2/runtime/actions', { as })).body),
  process_instance_not_found: async (client) =>
    idsOf((await client.call('GET /v2/admin/processes', { query: { limit: String(MAX_LOOKED_AT) } })).body.data),
  team_instance_not_found: async (client) =>
    idsOf((await client.call('GET /v2/admin/teams', { query: { limit: String(MAX_LOOKED_AT) } })).body.data),
  process_definition_not_found: async (client) =>
    idsOf((await client.call('GET /v2/design/versions/:version/processes', { params: latest })).body),
  team_definition_not_found: async (client) =>
    idsOf((await client.call('GET /v2/design/versions/:version/teams', { params: latest })).body),
  leaderboard_not_found: async (client) => {
    const { body } = await client.request('GET', '/_gamify/leaderboards')
    return idsOf(body as readonly { readonly id?: string }[])
  },
  issue_not_found: async (client) => idsOf((await client.call('GET /v2/design/issues', {})).body),
  metric_not_found: async (client) => [...(await readMetricTypes(client)).keys()],
}

/** The id that was most likely meant where the service did not find one. */
export async function nearestId(error: ServiceError, client: Client, player?: string): Promise<string | undefined> {
  const list = listings[error.code]
  const [, wrong] = /'(.*)'/.exec(error.description) ?? []
  if (list === undefined || wrong === undefined) return undefined
  try {
    return nearest(wrong, await list(client, player))
  } catch {
    // Where there is nothing to suggest, the error stands for itself.
    return undefined
  }
}
