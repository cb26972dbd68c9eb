import { ServiceError } from '../../client/service-error.ts'
import type { Client } from '../../client/client.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import type { Deed, Scene } from '../deed.ts'
import type { Choice, Said } from '../model.ts'

/** A team or a process, and whose it is. */
export interface Subject {
  readonly kind: 'team' | 'process'
  readonly id: string
  readonly owner: string | undefined
}

type Request = RouteOutput<'GET /v2/runtime/teams/:team_id/approvals'>['data'][number]

/** Requests that are offered at once. */
const OFFERED = '100'

/** Who answers requests: whom `--as` names, else the owner. */
export const answererOf = ({ owner }: Subject, player: string | undefined): string | undefined => player ?? owner

/** The pending requests about a team or process, as one sees them who may answer them. */
export async function pendingOf(client: Client, { kind, id }: Subject, as: string): Promise<readonly Request[]> {
  const query = { limit: OFFERED }
  const { body } =
    kind === 'team'
      ? await client.call('GET /v2/runtime/teams/:team_id/approvals', { params: { team_id: id }, query, as })
      : await client.call('GET /v2/runtime/processes/:process_id/approvals', { params: { process_id: id }, query, as })
  return body.data
}

/** `trinity asks to join as member`. */
export function requestWords({ actor, event, roles }: Request): string {
  const named = Object.entries(roles).map(([name, role]) => (typeof role === 'string' ? `${name} (${role})` : name))
  const as = named.length === 0 ? '' : ` as ${named.join(', ')}`
  return `${actor.id} asks ${event === 'role:request' ? 'for other roles' : 'to join'}${as}`
}

const choiceOf = (request: Request): Choice => ({
  value: request.actor.id,
  label: request.actor.id,
  about: requestWords(request),
})

/** Grants a request about the chosen team or process, or refuses it. */
function answering<Item>(isGranted: boolean, subjectOf: (item: Item) => Subject): Deed<Item> {
  const what = isGranted ? 'approve' : 'decline'
  return {
    key: isGranted ? 'a' : 'd',
    words: what,
    takes: '[player]',
    about: `${what} what a player asks for about the chosen one`,
    whyNot: (item) => (item === undefined ? 'no row is chosen' : undefined),
    async run(talk, item, scene) {
      const subject = subjectOf(item)
      const as =
        answererOf(subject, scene.service.player) ??
        (await talk.ask(`Who answers for ${subject.id}?`, [`It has no owner: a player whose role may approve.`]))
      const requests = await pendingOf(scene.service.client, subject, as)
      if (requests.length === 0) return { tone: 'plain', text: `nobody asks for anything about ${subject.id}` }
      const player = await talk.choose(`Whose request about ${subject.id}?`, async () => requests.map(choiceOf))
      const request = requests.find(({ actor }) => actor.id === player)
      if (request === undefined) return { tone: 'bad', text: `${player} asks for nothing about ${subject.id}` }
      return answered(scene, subject, as, request, isGranted)
    },
  }
}

async function answered(
  { service: { client } }: Scene,
  { kind, id }: Subject,
  as: string,
  { id: request_id, actor }: Request,
  isGranted: boolean,
): Promise<Said> {
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
  return { tone: 'good', text: `${actor.id} and ${id}: ${body.state.toLowerCase()}`, command: script }
}

/** What can be done about requests of a pane's rows. */
export function approvalDeeds<Item>(subjectOf: (item: Item) => Subject): readonly Deed<Item>[] {
  return [answering(true, subjectOf), answering(false, subjectOf)]
}
