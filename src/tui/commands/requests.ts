import { ServiceError } from '../../client/service-error.ts'
import type { Client } from '../../client/client.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import type { Command, CommandContext } from '../command.ts'
import type { Choice, Message } from '../model.ts'

/** A team or process, and its owner. */
export interface Subject {
  readonly kind: 'team' | 'process'
  readonly id: string
  readonly owner: string | undefined
}

type Request = RouteOutput<'GET /v2/runtime/teams/:team_id/approvals'>['data'][number]

/** The number of requests to offer. */
const OFFERED = '100'

/** The player who answers requests: the one of `--as`, else the owner. */
export const answererOf = ({ owner }: Subject, player: string | undefined): string | undefined => player ?? owner

/** The pending requests about a team or process, as a player sees them who can answer them. */
export async function pendingOf(client: Client, { kind, id }: Subject, as: string): Promise<readonly Request[]> {
  const query = { limit: OFFERED }
  const { body } =
    kind === 'team'
      ? await client.call('GET /v2/runtime/teams/:team_id/approvals', { params: { team_id: id }, query, as })
      : await client.call('GET /v2/runtime/processes/:process_id/approvals', { params: { process_id: id }, query, as })
  return body.data
}

/** `team 'hawks'`. */
const named = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind} '${id}'`

/** `trinity asks to join as member`. */
export function requestWords({ actor, event, roles }: Request): string {
  const asked = Object.entries(roles).map(([name, role]) => (typeof role === 'string' ? `${name} (${role})` : name))
  const what = asked.join(', ')
  if (event === 'role:request') return `${actor.id} asks for other roles${what === '' ? '' : `: ${what}`}`
  return `${actor.id} asks to join${what === '' ? '' : ` as ${what}`}`
}

const choiceOf = (request: Request): Choice => ({
  value: request.actor.id,
  label: request.actor.id,
  description: requestWords(request),
})

/** Approves or declines a request about the selected team or process. */
function answering<Item>(isGranted: boolean, subjectOf: (item: Item) => Subject): Command<Item> {
  const what = isGranted ? 'approve' : 'decline'
  return {
    key: isGranted ? 'a' : 'd',
    name: what,
    parameters: '[player]',
    description: `${what} a player's request about the selected row`,
    disabledReason: (item) => (item === undefined ? 'no row is selected' : undefined),
    async run(prompt, item, context) {
      const subject = subjectOf(item)
      const pending = async (as: string) => ({ as, requests: await pendingOf(context.service.client, subject, as) })
      const answerer = answererOf(subject, context.service.player)
      const { as, requests } = await (answerer === undefined
        ? prompt.ask(
            {
              title: `Who answers requests about ${named(subject)}?`,
              hints: ['It has no owner. Enter the id of a player whose role can approve requests.'],
            },
            pending,
          )
        : pending(answerer))
      if (requests.length === 0) return { tone: 'plain', text: `there are no pending requests about ${named(subject)}` }
      const player = await prompt.choose(`Which player's request about ${named(subject)}?`, async () =>
        requests.map(choiceOf),
      )
      const request = requests.find(({ actor }) => actor.id === player)
      if (request === undefined)
        return { tone: 'bad', text: `player '${player}' has no pending request about ${named(subject)}` }
      return answered(context, subject, as, request, isGranted)
    },
  }
}

async function answered(
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
  const script = `gamify play script step.json, with ${JSON.stringify({ steps: [step] })}`
  return {
    tone: 'good',
    text: `${body.state.toLowerCase()} the request of ${actor.id} about ${named({ kind, id })}`,
    commandLine: script,
  }
}

/** The actions on requests about the rows of a pane. */
export function approvalDeeds<Item>(subjectOf: (item: Item) => Subject): readonly Command<Item>[] {
  return [answering(true, subjectOf), answering(false, subjectOf)]
}
