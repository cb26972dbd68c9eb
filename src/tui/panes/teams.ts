import type { Client } from '../../client/client.ts'
import type { Subject } from '../../inspect/requests.ts'
import { teamText } from '../../terminal/render/team-text.ts'
import { report, whenLoaded } from '../blocks.ts'
import { approvalCommands } from '../commands/requests.ts'
import { pagedListing, searchableListing } from '../listing.ts'
import { definePane, rowsView } from '../pane.ts'
import { feedView, requestsView } from './shared-views.ts'

/** A row of the pane. Search results have no owner. */
interface TeamRow {
  readonly id: string
  readonly name: string
  readonly definition: { readonly name: string }
  readonly owner?: { readonly id: string } | null
}

const subjectOf = ({ id, owner }: TeamRow): Subject => ({ kind: 'team', id, owner: owner?.id })

/** The pane of the teams: all of them, or those whose id or name matches the filter. */
export const teams = definePane<TeamRow>({
  name: 'teams',
  title: 'Teams',
  headings: ['TEAM', 'NAME', 'KIND'],
  listShare: 0.4,
  listing: ({ filter }) =>
    searchableListing<TeamRow>(
      'teams',
      filter,
      async (client, query) => (await client.call('GET /v2/admin/teams', { query })).body,
      async (client, query) => (await client.call('GET /v2/admin/query/teams', { query })).body,
    ),
  cells: ({ id, name, definition }) => [id, name, definition.name],
  idOf: ({ id }) => id,
  emptyText: (filter) =>
    filter === ''
      ? "There are no teams yet. Create one with 'gamify team create'."
      : `No team has '${filter}' in its id or name.`,
  views: [
    {
      kind: 'text',
      name: 'team',
      content: ({ id }) =>
        whenLoaded({ key: `team ${id}`, load: (client) => readTeam(client, id) }, (team) =>
          report(({ theme }) => teamText(team, [], theme.paint)),
        ),
    },
    rowsView<TeamRow, { readonly id: string; readonly alias: string }>({
      name: 'members',
      headings: () => ['PLAYER', 'ALIAS'],
      listing: ({ id }) =>
        pagedListing(`members of ${id}`, async (client, query) => {
          const { body } = await client.call('GET /v2/admin/teams/:team_id/members', { params: { team_id: id }, query })
          return body
        }),
      cells: ({ id, alias }) => [id, alias],
      emptyText: () => 'This team has no members.',
    }),
    requestsView(subjectOf),
    feedView<TeamRow>(
      ({ id }) => `team ${id}`,
      async (client, { id }) =>
        (await client.call('GET /v2/admin/teams/:team_id/activity', { params: { team_id: id } })).body,
      ({ id }) => ({ team: { id } }),
    ),
  ],
  commands: approvalCommands(subjectOf),
})

const readTeam = async (client: Client, id: string) =>
  (await client.call('GET /v2/admin/teams/:team_id', { params: { team_id: id } })).body
