import type { Client } from '../../client/client.ts'
import type { Deed } from '../deed.ts'
import type { Choice } from '../model.ts'

/** Requests that are offered at once. */
const OFFERED = '100'

async function pending(client: Client): Promise<readonly Choice[]> {
  const { body } = await client.call('GET /v2/admin/requests', { query: { limit: OFFERED } })
  return body.data.map(({ id, alias, email = '' }) => ({ value: id, label: alias, about: email }))
}

/** Lets somebody into the game who asked to join it, or does not. */
function answering(isGranted: boolean): Deed {
  const what = isGranted ? 'accept' : 'decline'
  return {
    key: isGranted ? 'i' : 'x',
    words: what,
    takes: '',
    about: `${what} a request to join the game`,
    whyNot: () => undefined,
    async run(talk, _, { service: { client } }) {
      const request = await talk.choose('Whose request to join the game?', () => pending(client))
      const input = { params: { request_id: request } }
      const { body } = isGranted
        ? await client.call('POST /v2/admin/requests/:request_id', input)
        : await client.call('DELETE /v2/admin/requests/:request_id', input)
      return { tone: 'good', text: `${body.alias}: ${body.state.toLowerCase()}` }
    },
  }
}

/** What can be done about those who ask to join the game. */
export const joinDeeds: readonly Deed[] = [answering(true), answering(false)]
