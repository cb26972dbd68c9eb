import type { Client } from '../../client/client.ts'
import type { Command } from '../command.ts'
import type { Choice } from '../model.ts'

/** The number of requests to offer. */
const OFFERED = '100'

async function pending(client: Client): Promise<readonly Choice[]> {
  const { body } = await client.call('GET /v2/admin/requests', { query: { limit: OFFERED } })
  return body.data.map(({ id, alias, email = '' }) => ({ value: id, label: alias, description: email }))
}

/** Accepts or declines a request to join the game. */
function answering(isGranted: boolean): Command {
  const what = isGranted ? 'accept' : 'decline'
  return {
    key: isGranted ? 'i' : 'x',
    name: `${what} request`,
    parameters: '',
    description: `${what} a request to join the game`,
    disabledReason: () => undefined,
    async run(prompt, _, { service: { client } }) {
      const requests = await pending(client)
      if (requests.length === 0) return { tone: 'plain', text: 'there are no pending requests to join the game' }
      const request = await prompt.choose("Which player's request to join the game?", async () => requests)
      const input = { params: { request_id: request } }
      const { body } = isGranted
        ? await client.call('POST /v2/admin/requests/:request_id', input)
        : await client.call('DELETE /v2/admin/requests/:request_id', input)
      return { tone: 'good', text: `${body.state.toLowerCase()} the request of ${body.alias} to join the game` }
    },
  }
}

/** The actions on requests to join the game. */
export const joinDeeds: readonly Command[] = [answering(true), answering(false)]
