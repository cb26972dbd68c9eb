import type { Client } from '../../client/client.ts'
import { ServiceError } from '../../client/service-error.ts'
import type { ShownScore } from '../../sentences/score-text.ts'
import { profileText } from '../../terminal/render/profile-text.ts'
import { type Bar, type Block, progressBars, report, stack, whenLoaded } from '../blocks.ts'
import { playAction } from '../commands/play.ts'
import { joinCommands } from '../commands/requests.ts'
import { searchableListing } from '../listing.ts'
import { definePane, type TextView } from '../pane.ts'
import { feedView } from './shared-views.ts'

/** A row of the pane. Search results do not say whether the player is enabled. */
export interface PlayerRow {
  readonly id: string
  readonly alias: string
  readonly enabled?: boolean | undefined
}

/** The pane of the players: all of them, or those whose alias matches the filter. */
export const players = definePane<PlayerRow>({
  name: 'players',
  title: 'Players',
  headings: ['PLAYER', 'ALIAS', ''],
  listShare: 0.4,
  listing: ({ filter }) =>
    searchableListing<PlayerRow>(
      'players',
      filter,
      async (client, query) => (await client.call('GET /v2/admin/players', { query })).body,
      search,
    ),
  cells: ({ id, alias, enabled }) => [id, alias, enabled === false ? 'disabled' : ''],
  idOf: ({ id }) => id,
  emptyText: (filter) =>
    filter === ''
      ? "There are no players yet. Create one with 'gamify player create ID', or 100 with 'gamify seed --players 100'."
      : `No player has '${filter}' in their alias, or as their complete id.`,
  views: [
    profileView(),
    feedView<PlayerRow>(
      ({ id }) => `player ${id}`,
      async (client, { id }) =>
        (await client.call('GET /v2/admin/players/:player_id/activity', { params: { player_id: id } })).body,
      ({ id }) => id,
    ),
  ],
  commands: [playAction, ...joinCommands],
})

/** Finds the players whose alias matches. If none matches, finds the player with that id. */
async function search(
  client: Client,
  query: { readonly pattern: string; readonly skip: string; readonly limit: string },
): Promise<readonly PlayerRow[]> {
  const { body } = await client.call('GET /v2/admin/query/players', { query })
  if (body.length > 0 || query.skip !== '0') return body
  try {
    return [(await client.call('GET /v2/admin/players/:player_id', { params: { player_id: query.pattern } })).body]
  } catch (error) {
    if (error instanceof ServiceError) return body
    throw error
  }
}

function profileView(): TextView<PlayerRow> {
  return {
    kind: 'text',
    name: 'profile',
    content: ({ id }) =>
      whenLoaded({ key: `profile ${id}`, load: (client) => readProfile(client, id) }, (profile) =>
        stack(
          report(({ theme }) => profileText(profile, theme.paint)),
          levelProgress(profile.scores),
        ),
      ),
  }
}

const readProfile = async (client: Client, id: string) =>
  (await client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })).body

/** Shows for each metric with levels how far the score is to the next threshold. Spec 4.7. */
export const levelProgress = (scores: readonly ShownScore[]): Block =>
  progressBars(
    'PROGRESS',
    scores.flatMap((score) => progressOf(score, scores) ?? []),
  )

/**
 * Returns where a score is between the thresholds around it, or undefined for a metric without levels. The result says
 * nothing about the level of the player: a deployment with other thresholds does not change that level.
 */
function progressOf({ metric, meta }: ShownScore, scores: readonly ShownScore[]): Bar | undefined {
  if (meta === undefined) return undefined
  const { low, high, base_metric: base } = meta
  const value = scores.find((score) => score.metric.id === base.id)?.value ?? '0'
  if (typeof value !== 'string') return undefined
  if (high === 'Infinity') return { name: metric.name, share: 1, label: `${value} ${base.name}, at the top` }
  // Numbers are exact enough for a bar, which is only as fine as a character.
  const from = low === '-Infinity' ? 0 : Number(low)
  const share = (Number(value) - from) / (Number(high) - from)
  return {
    name: metric.name,
    share: Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0,
    label: `${value} of ${high} ${base.name}`,
  }
}
