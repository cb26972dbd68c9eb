import { teamText } from '../../terminal/render/team-text.ts'
import { approvalDeeds, type Subject } from '../commands/requests.ts'
import { headed } from '../headed.ts'
import { pagedListing } from '../listing.ts'
import { definePane, rowsView } from '../pane.ts'
import { feedView } from './shared-views.ts'
import { requestView } from './request-view.ts'
import { shownOf } from './shown-of.ts'

/** A team in a row; search results have no owner. */
interface TeamRow {
  readonly id: string
  readonly name: string
  readonly definition: { readonly name: string }
  readonly owner?: { readonly id: string } | null
}

const subjectOf = ({ id, owner }: TeamRow): Subject => ({ kind: 'team', id, owner: owner?.id })

/** All teams, or those whose id or name matches. */
export const teams = definePane<TeamRow>({
  name: 'teams',
  title: 'Teams',
  headings: ['TEAM', 'NAME', 'KIND'],
  listShare: 0.4,
  listing: ({ filter: pattern }) =>
    pattern === ''
      ? pagedListing<TeamRow>(
          'teams',
          async (client, query) => (await client.call('GET /v2/admin/teams', { query })).body,
        )
      : pagedListing<TeamRow>(`teams like ${pattern}`, async (client, range) => {
          const { body: data } = await client.call('GET /v2/admin/query/teams', { query: { pattern, ...range } })
          return { data, total: undefined }
        }),
  cells: ({ id, name, definition }) => [id, name, definition.name],
  idOf: ({ id }) => id,
  emptyText: (filter) =>
    filter === ''
      ? "There are no teams yet. Create one with 'gamify team create'."
      : `No team has '${filter}' in its id or name.`,
  note: () => '',
  views: [
    {
      kind: 'text',
      name: 'team',
      draw: ({ id }, canvas) =>
        shownOf(
          canvas,
          {
            key: `team ${id}`,
            load: async (client) =>
              (await client.call('GET /v2/admin/teams/:team_id', { params: { team_id: id } })).body,
          },
          (team) => headed(teamText(team, [], canvas.theme.paint), canvas),
        ),
    },
    rowsView<TeamRow, { readonly id: string; readonly alias: string }>({
      name: 'members',
      headings: () => ['PLAYER', 'ALIAS'],
      rightAligned: new Set(),
      listing: ({ id }) =>
        pagedListing(`members of ${id}`, async (client, query) => {
          const { body } = await client.call('GET /v2/admin/teams/:team_id/members', { params: { team_id: id }, query })
          return body
        }),
      cells: ({ id, alias }) => [id, alias],
      isMarked: () => false,
      emptyText: () => 'This team has no members.',
    }),
    requestView(subjectOf),
    feedView<TeamRow>(
      ({ id }) => `team ${id}`,
      async (client, { id }) =>
        (await client.call('GET /v2/admin/teams/:team_id/activity', { params: { team_id: id } })).body,
    ),
  ],
  commands: approvalDeeds(subjectOf),
})
