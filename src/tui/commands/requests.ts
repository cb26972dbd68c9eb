import type { Client } from '../../client/client.ts'
import {
  answererOf,
  answeringStep,
  answerRequest,
  MAX_REQUESTS,
  pendingRequests,
  requestText,
  subjectText,
  type PendingRequest,
  type Subject,
} from '../../inspect/requests.ts'
import type { Choice } from '../model.ts'
import type { Command } from '../pane.ts'

const choiceOf = (request: PendingRequest): Choice => ({
  value: request.actor.id,
  label: request.actor.id,
  description: requestText(request),
})

/** Creates the command that approves or declines a request about the selected team or process. */
function approvalCommand<Item>(isGranted: boolean, subjectOf: (item: Item) => Subject): Command<Item> {
  const verb = isGranted ? 'approve' : 'decline'
  return {
    key: isGranted ? 'a' : 'd',
    name: verb,
    parameters: '[player]',
    description: `${verb} a player's request about the selected row`,
    disabledReason: (item) => (item === undefined ? 'no row is selected' : undefined),
    async run(prompt, item, context) {
      const subject = subjectOf(item)
      const about = subjectText(subject)
      const requestsFor = async (as: string) => ({
        as,
        requests: await pendingRequests(context.service.client, subject, as),
      })
      const answerer = answererOf(subject, context.service.player)
      const { as, requests } = await (answerer === undefined
        ? prompt.ask(
            {
              title: `Who answers requests about ${about}?`,
              hints: ['It has no owner. Enter the id of a player whose role can approve requests.'],
            },
            requestsFor,
          )
        : requestsFor(answerer))
      if (requests.length === 0) return { tone: 'plain', text: `there are no pending requests about ${about}` }
      const player = await prompt.choose(`Which player's request about ${about}?`, async () => requests.map(choiceOf))
      const request = requests.find(({ actor }) => actor.id === player)
      if (request === undefined)
        return { tone: 'bad', text: `player '${player}' has no pending request about ${about}` }
      const answer = { as, request, isGranted }
      return {
        tone: 'good',
        text: await answerRequest(context.service.client, subject, answer),
        commandLine: `gamify play script step.json, with ${JSON.stringify({ steps: [answeringStep(subject, answer)] })}`,
      }
    },
  }
}

/** Creates the commands that answer requests about the rows of a pane. */
export function approvalCommands<Item>(subjectOf: (item: Item) => Subject): readonly Command<Item>[] {
  return [approvalCommand(true, subjectOf), approvalCommand(false, subjectOf)]
}

async function joinChoices(client: Client): Promise<readonly Choice[]> {
  const { body } = await client.call('GET /v2/admin/requests', { query: { limit: MAX_REQUESTS } })
  return body.data.map(({ id, alias, email = '' }) => ({ value: id, label: alias, description: email }))
}

/** Creates the command that accepts or declines a request to join the game. */
function joinCommand(isGranted: boolean): Command {
  const verb = isGranted ? 'accept' : 'decline'
  return {
    key: isGranted ? 'i' : 'x',
    name: `${verb} request`,
    description: `${verb} a request to join the game`,
    async run(prompt, _, { service: { client } }) {
      const choices = await joinChoices(client)
      if (choices.length === 0) return { tone: 'plain', text: 'there are no pending requests to join the game' }
      const id = await prompt.choose("Which player's request to join the game?", async () => choices)
      const input = { params: { request_id: id } }
      const { body } = isGranted
        ? await client.call('POST /v2/admin/requests/:request_id', input)
        : await client.call('DELETE /v2/admin/requests/:request_id', input)
      return { tone: 'good', text: `${body.state.toLowerCase()} the request of ${body.alias} to join the game` }
    },
  }
}

/** The commands that answer requests to join the game. */
export const joinCommands: readonly Command[] = [joinCommand(true), joinCommand(false)]
