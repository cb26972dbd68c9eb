import type { Client } from '../client/client.ts'
import type { RouteOutput } from '../client/route-types.ts'
import { ServiceError } from '../client/service-error.ts'

/** A team or process, and its owner. */
export interface Subject {
  readonly kind: 'team' | 'process'
  readonly id: string
  readonly owner: string | undefined
}

/** A pending request about a team or process. */
export type PendingRequest = RouteOutput<'GET /v2/runtime/teams/:team_id/approvals'>['data'][number]

/** The maximum number of requests to offer. */
export const MAX_REQUESTS = '100'

/** Returns the player who answers requests: the one who is acted as, else the owner. */
export const answererOf = ({ owner }: Subject, player: string | undefined): string | undefined => player ?? owner

/** Reads the pending requests about a team or process, as the player `as` sees them, who can answer them. */
export async function pendingRequests(
  client: Client,
  { kind, id }: Subject,
  as: string,
): Promise<readonly PendingRequest[]> {
  const query = { limit: MAX_REQUESTS }
  const { body } =
    kind === 'team'
      ? await client.call('GET /v2/runtime/teams/:team_id/approvals', { params: { team_id: id }, query, as })
      : await client.call('GET /v2/runtime/processes/:process_id/approvals', { params: { process_id: id }, query, as })
  return body.data
}

/** Lists the roles of a request or invitation: `explorer (player), guide (observer)`. */
export const rolesText = ({ roles }: Pick<PendingRequest, 'roles'>): string =>
  Object.entries(roles)
    .map(([name, role]) => (typeof role === 'string' ? `${name} (${role})` : name))
    .join(', ')

/** Describes a request: `trinity asks to join as member`. */
export function requestText({ actor, event, roles }: PendingRequest): string {
  const requested = rolesText({ roles })
  if (event === 'role:request') return `${actor.id} asks for other roles${requested === '' ? '' : `: ${requested}`}`
  return `${actor.id} asks to join${requested === '' ? '' : ` as ${requested}`}`
}

/** Formats a subject: `team 'hawks'`. */
export const subjectText = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind} '${id}'`

/** An answer to a request: who answers it, and whether they approve it. */
export interface RequestAnswer {
  readonly as: string
  readonly request: Pick<PendingRequest, 'id' | 'actor'>
  readonly isGranted: boolean
}

/** Approves or declines a request. Returns a sentence about what was done. */
export async function answerRequest(
  client: Client,
  { kind, id }: Subject,
  { as, request: { id: request_id, actor }, isGranted }: RequestAnswer,
): Promise<string> {
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
  return `${body.state.toLowerCase()} the request of ${actor.id} about ${subjectText({ kind, id })}`
}

/** Returns the step of a play script that answers a request in the same way. Spec 6.4. */
export const answeringStep = ({ kind, id }: Subject, { as, request, isGranted }: RequestAnswer): object => ({
  as,
  [isGranted ? 'approve' : 'decline']: request.actor.id,
  in: { [kind]: id },
})
