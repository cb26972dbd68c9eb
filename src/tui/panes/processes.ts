import { processText } from '../../terminal/render/process-text.ts'
import { printable } from '../../terminal/render/printable.ts'
import { pictureOf } from '../../terminal/picture.ts'
import type { Client } from '../../client/client.ts'
import { approvalDeeds, type Subject } from '../commands/requests.ts'
import { playTrigger } from '../commands/play-trigger.ts'
import { headed } from '../headed.ts'
import { pagedListing } from '../listing.ts'
import { definePane, type Canvas } from '../pane.ts'
import { wrap } from '../wrapped.ts'
import { feedView } from './shared-views.ts'
import { requestView } from './request-view.ts'
import { shownOf } from './shown-of.ts'

/** A process in a row; search results have no state. */
interface ProcessRow {
  readonly id: string
  readonly name: string
  readonly state?: string
  readonly owner?: { readonly id: string }
}

/** The owner that the service names, else the part of the id before the slash. */
const subjectOf = ({ id, owner }: ProcessRow): Subject => ({
  kind: 'process',
  id,
  owner: owner?.id ?? id.split('/')[0],
})

/** All processes, or those whose id or name matches. */
export const processes = definePane<ProcessRow>({
  name: 'processes',
  title: 'Processes',
  headings: ['PROCESS', 'STATE', 'NAME'],
  listShare: 0.4,
  listing: ({ filter: pattern }) =>
    pattern === ''
      ? pagedListing<ProcessRow>(
          'processes',
          async (client, query) => (await client.call('GET /v2/admin/processes', { query })).body,
        )
      : pagedListing<ProcessRow>(`processes like ${pattern}`, async (client, range) => {
          const { body: data } = await client.call('GET /v2/admin/query/processes', { query: { pattern, ...range } })
          return { data, total: undefined }
        }),
  cells: ({ id, name, state = '' }) => [id, state.toLowerCase(), name],
  idOf: ({ id }) => id,
  emptyText: (filter) =>
    filter === ''
      ? "There are no quests (processes) yet. Create one with 'gamify process create'."
      : `No process has '${filter}' in its id or name.`,
  note: () => '',
  views: [
    {
      kind: 'text',
      name: 'graph',
      draw: ({ id }, canvas) =>
        shownOf(canvas, { key: `process ${id}`, load: (client) => readProcess(client, id) }, ({ process, picture }) =>
          'missing' in picture
            ? [
                ...headed(processText(process, undefined, canvas.theme.paint), canvas),
                '',
                ...wrap(printable(picture.missing), canvas.width),
              ]
            : headed(processText(process, picture, canvas.theme.paint, roomIn(canvas)), canvas),
        ),
    },
    requestView(subjectOf),
    feedView<ProcessRow>(
      ({ id }) => `process ${id}`,
      async (client, { id }) =>
        (await client.call('GET /v2/admin/processes/:process_id/activity', { params: { process_id: id } })).body,
    ),
  ],
  commands: [playTrigger, ...approvalDeeds(subjectOf)],
})

const roomIn = ({ width, theme }: Canvas) => ({ width, unicode: theme.unicode })

async function readProcess(client: Client, id: string) {
  const { body: process } = await client.call('GET /v2/admin/processes/:process_id', { params: { process_id: id } })
  return { process, picture: await pictureOf(client, process) }
}
