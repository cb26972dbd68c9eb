import type { Client } from '../../client/client.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import { ServiceError } from '../../client/service-error.ts'
import type { Choice, Message } from '../model.ts'
import type { Command, CommandContext } from '../pane.ts'

/** A team or process, and its owner. */
export interface Subject {
  readonly kind: 'team' | 'process'
  readonly id: string
  readonly owner: string | undefined
}

type Request = RouteOutput<'GET /v2/runtime/teams/:team_id/approvals'>['data'][number]

/** The maximum number of requests to offer. */
const MAX_REQUESTS = '100'

/** Returns the player who answers requests: the one of `--as`, else the owner. */
export const answererOf = ({ owner }: Subject, player: string | undefined): string | undefined => player ?? owner

/** Reads the pending requests about a team or process, as the player `as` sees them, who can answer them. */
export async function pendingRequests(client: Client, { kind, id }: Subject, as: string): Promise<readonly Request[]> {
  const query = { limit: MAX_REQUESTS }
  const { body } =
    kind === 'team'
      ? await client.call('GET /v2/runtime/teams/:team_id/approvals', { params: { team_id: id }, query, as })
      : await client.call('GET /v2/runtime/processes/:process_id/approvals', { params: { process_id: id }, query, as })
  return body.data
}

/** Describes a request: `trinity asks to join as member`. */
export function requestText({ actor, event, roles }: Request): string {
  const requested = Object.entries(roles)
    .map(([name, role]) => (typeof role === 'string' ? `${name} (${role})` : name))
    .join(', ')
  if (event === 'role:request') return `${actor.id} asks for other roles${requested === '' ? '' : `: ${requested}`}`
  return `${actor.id} asks to join${requested === '' ? '' : ` as ${requested}`}`
}

/** Formats a subject: `team 'hawks'`. */
const subjectText = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind} '${id}'`

const choiceOf = (request: Request): Choice => ({
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
      return answerRequest(context, subject, as, request, isGranted)
    },
  }
}

async function answerRequest(
  { service: { client } }: CommandContext,
  { kind, id }: Subject,
  as: string,
  { id: request_id, actor }: Request,
  isGranted: boolean,
): Promise<Message> {
  const ofTeam = { params: { team_id: id, request_id }, as }
  const ofProcess = { params: { process_id: id, request_id }, as }
  const teams = '/v2/runtime/teams/:team_id/approvals/:request_id'
  const processes = '/v2/runtime/processes/:process_id/approvals/:request_id'
  const { body } = await (kind === 'team'
    ? isGranted
      ? client.call(`POST ${teams}`, ofTeam)
      : client.call(`DELETE ${teams}`, ofTeam)
    : isGranted
      ? client.call(`POST ${processes}`, ofProcess)
      : client.call(`DELETE ${processes}`, ofProcess))
  if (body.state === 'PENDING') throw new ServiceError({ status: 200, text: JSON.stringify(body) })
  const step = { as, [isGranted ? 'approve' : 'decline']: actor.id, in: { [kind]: id } }
  return {
    tone: 'good',
    text: `${body.state.toLowerCase()} the request of ${actor.id} about ${subjectText({ kind, id })}`,
    commandLine: `gamify play script step.json, with ${JSON.stringify({ steps: [step] })}`,
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
