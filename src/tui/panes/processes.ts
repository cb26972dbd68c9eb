import type { Client } from '../../client/client.ts'
import type { Subject } from '../../inspect/requests.ts'
import { deployedOf, pictureOf } from '../../terminal/picture.ts'
import { processText } from '../../terminal/render/process-text.ts'
import { paragraphs, report, stack, whenLoaded } from '../blocks.ts'
import { playTrigger } from '../commands/play.ts'
import { approvalCommands } from '../commands/requests.ts'
import { searchableListing } from '../listing.ts'
import { definePane } from '../pane.ts'
import { feedView, requestsView } from './shared-views.ts'

/** A row of the pane. Search results have no state. */
interface ProcessRow {
  readonly id: string
  readonly name: string
  readonly state?: string
  readonly owner?: { readonly id: string }
}

/** The owner is the one that the service names, else the part of the id before the slash. */
const subjectOf = ({ id, owner }: ProcessRow): Subject => ({
  kind: 'process',
  id,
  owner: owner?.id ?? id.split('/')[0],
})

/** The pane of the processes: all of them, or those whose id or name matches the filter. */
export const processes = definePane<ProcessRow>({
  name: 'processes',
  title: 'Processes',
  headings: ['PROCESS', 'STATE', 'NAME'],
  listShare: 0.4,
  listing: ({ filter }) =>
    searchableListing<ProcessRow>(
      'processes',
      filter,
      async (client, query) => (await client.call('GET /v2/admin/processes', { query })).body,
      async (client, query) => (await client.call('GET /v2/admin/query/processes', { query })).body,
    ),
  cells: ({ id, name, state = '' }) => [id, state.toLowerCase(), name],
  idOf: ({ id }) => id,
  emptyText: (filter) =>
    filter === ''
      ? "There are no quests (processes) yet. Create one with 'gamify process create'."
      : `No process has '${filter}' in its id or name.`,
  views: [
    {
      kind: 'text',
      name: 'graph',
      content: ({ id }) =>
        whenLoaded({ key: `process ${id}`, load: (client) => readProcess(client, id) }, ({ process, picture }) =>
          'missing' in picture
            ? stack(
                report(({ theme }) => processText(process, undefined, theme.paint)),
                paragraphs('', picture.missing),
              )
            : report(({ theme: { paint, unicode }, width }) =>
                processText(process, picture, paint, { width, unicode }),
              ),
        ),
    },
    requestsView(subjectOf),
    feedView<ProcessRow>(
      ({ id }) => `process ${id}`,
      async (client, { id }) =>
        (await client.call('GET /v2/admin/processes/:process_id/activity', { params: { process_id: id } })).body,
      ({ id }) => ({ process: { id } }),
    ),
  ],
  commands: [playTrigger, ...approvalCommands(subjectOf)],
})

async function readProcess(client: Client, id: string) {
  const { body: process } = await client.call('GET /v2/admin/processes/:process_id', { params: { process_id: id } })
  return { process, picture: await pictureOf(client, process, deployedOf(client)) }
}
