import type { Client } from '../../client/client.ts'
import { ServiceError } from '../../client/service-error.ts'
import { levelProgress } from '../../inspect/level-progress.ts'
import type { ShownScore } from '../../sentences/score-text.ts'
import { profileText } from '../../terminal/render/profile-text.ts'
import { type Block, progressBars, report, stack, whenLoaded } from '../blocks.ts'
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
      ({ id }) => ({ player: id }),
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
          levelBars(profile.scores),
        ),
      ),
  }
}

const readProfile = async (client: Client, id: string) =>
  (await client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })).body

/** Shows for each metric with levels how far the score is to the next threshold. Spec 4.7. */
export const levelBars = (scores: readonly ShownScore[]): Block =>
  progressBars(
    'PROGRESS',
    scores.flatMap((score) => levelProgress(score, scores) ?? []),
  )
