import { profileText } from '../../terminal/render/profile-text.ts'
import type { Client } from '../../client/client.ts'
import { ServiceError } from '../../client/service-error.ts'
import { joinDeeds } from '../commands/join-requests.ts'
import { playAction } from '../commands/play.ts'
import { type Page, pagedListing } from '../listing.ts'
import { headed } from '../headed.ts'
import { definePane, type TextView } from '../pane.ts'
import type { Resource } from '../resource.ts'
import { feedView } from './shared-views.ts'
import { levelLines } from './level-lines.ts'
import { shownOf } from './shown-of.ts'

/** A player in a row; search results do not say whether the player is enabled. */
export interface PlayerRow {
  readonly id: string
  readonly alias: string
  readonly enabled?: boolean | undefined
}

/** All players, or those whose alias matches. */
export const players = definePane<PlayerRow>({
  name: 'players',
  title: 'Players',
  headings: ['PLAYER', 'ALIAS', ''],
  listShare: 0.4,
  listing: ({ filter }) =>
    filter === ''
      ? pagedListing<PlayerRow>(
          'players',
          async (client, query) => (await client.call('GET /v2/admin/players', { query })).body,
        )
      : pagedListing(`players like ${filter}`, (client, range) => search(client, filter, range)),
  cells: ({ id, alias, enabled }) => [id, alias, enabled === false ? 'disabled' : ''],
  idOf: ({ id }) => id,
  emptyText: (filter) =>
    filter === ''
      ? "There are no players yet. Create one with 'gamify player create ID', or 100 with 'gamify seed --players 100'."
      : `No player has '${filter}' in their alias, or as their complete id.`,
  note: () => '',
  views: [
    profileView(),
    feedView<PlayerRow>(
      ({ id }) => `player ${id}`,
      async (client, { id }) =>
        (await client.call('GET /v2/admin/players/:player_id/activity', { params: { player_id: id } })).body,
      ({ id }) => id,
    ),
  ],
  commands: [playAction, ...joinDeeds],
})

/** The players whose alias matches, else the player with that id. */
async function search(
  client: Client,
  pattern: string,
  range: { readonly skip: string; readonly limit: string },
): Promise<Page<PlayerRow>> {
  const { body: data } = await client.call('GET /v2/admin/query/players', { query: { pattern, ...range } })
  if (data.length > 0 || range.skip !== '0') return { data, total: undefined }
  try {
    const { body } = await client.call('GET /v2/admin/players/:player_id', { params: { player_id: pattern } })
    return { data: [body], total: undefined }
  } catch (error) {
    if (error instanceof ServiceError) return { data, total: undefined }
    throw error
  }
}

type Profile = Parameters<typeof profileText>[0]

const profile = (id: string): Resource<Profile> => ({
  key: `profile ${id}`,
  load: async (client) => (await client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })).body,
})

function profileView(): TextView<PlayerRow> {
  return {
    kind: 'text',
    name: 'profile',
    draw: ({ id }, canvas) =>
      shownOf(canvas, profile(id), (found) => [
        ...headed(profileText(found, canvas.theme.paint), canvas),
        ...levelLines(found.scores, canvas),
      ]),
  }
}
