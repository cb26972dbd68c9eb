import type { Method } from '../game/kernel/route.ts'
import type { Given, Step, StepKind } from './step.ts'

/** A call of the service that a step makes. */
export interface StepCall {
  readonly method: Method
  /** The path of a route, with parameters in `params`; without `params`, the path and query of the call. */
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Whether the call can go to any route, including those that do not answer JSON. */
  readonly isAnyRoute?: boolean
  /** The invitation or request whose id the call needs. */
  readonly pending?: Pending
}

/** An invitation or a request. Its id is looked up before the call. */
interface Pending {
  /** The parameter for the id. */
  readonly parameter: 'invite_id' | 'request_id'
  /** The call that lists invitations or requests, one page at a time. */
  readonly list: StepCall
  readonly matches: (request: PendingRequest) => boolean
  /** The id of the player, team or process that it is about. */
  readonly about: string
}

/** The fields that identify an invitation or request. Spec 1 "Invitation and approval request". */
export interface PendingRequest {
  readonly id: string
  readonly actor: { readonly id: string }
  readonly team?: { readonly id: string } | undefined
  readonly process?: { readonly id: string } | undefined
}

/** A page of invitations or requests. */
export interface PendingPage {
  readonly data: readonly PendingRequest[]
  readonly total: number
}

/** The page size, and the number of pages that are searched. */
const REQUESTS_PER_PAGE = 1000
const MAX_PAGES = 100

interface SubjectName {
  readonly team?: string | undefined
  readonly process?: string | undefined
}

/** The path of the routes of a team or process, and its parameter. */
interface SubjectPath {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
}

const subjectPath = ({ team, process }: SubjectName): SubjectPath =>
  team === undefined
    ? { path: '/v2/runtime/processes/:process_id', params: { process_id: process ?? '' } }
    : { path: '/v2/runtime/teams/:team_id', params: { team_id: team } }

/** Returns a POST call about a team or process for a player. */
function subjectCall(as: string, subject: SubjectName, what: string, body?: unknown): StepCall {
  const { path, params } = subjectPath(subject)
  return { method: 'POST', path: `${path}/${what}`, params, query: { player_id: as }, body }
}

/** Returns a call that answers an invitation of a player. */
function inviteCall(method: Method, as: string, subject: SubjectName): StepCall {
  const query = { player_id: as }
  return {
    method,
    path: '/v2/runtime/invites/:invite_id',
    query,
    pending: {
      parameter: 'invite_id',
      list: { method: 'GET', path: '/v2/runtime/invites', query },
      matches: ({ team, process }) => team?.id === subject.team && process?.id === subject.process,
      about: subject.team ?? subject.process ?? '',
    },
  }
}

/** Returns a call that answers a request of a player. */
function requestCall(method: Method, as: string, player: string, subject: SubjectName): StepCall {
  const { path, params } = subjectPath(subject)
  const query = { player_id: as }
  return {
    method,
    path: `${path}/approvals/:request_id`,
    params,
    query,
    pending: {
      parameter: 'request_id',
      list: { method: 'GET', path: `${path}/approvals`, params, query },
      matches: ({ actor }) => actor.id === player,
      about: player,
    },
  }
}

/** Only an expectation of the body needs the actions or triggers that can be played next. */
const wantsBody = ({ expect }: { readonly expect?: { readonly body?: unknown } | undefined }): boolean =>
  expect?.body !== undefined

const clockCall = (body: unknown): StepCall => ({ method: 'PATCH', path: '/_gamify/clock', body })

/** Returns the calls of a step of each kind. Spec 6.4. */
const calls: { readonly [K in Exclude<StepKind, 'expect'>]: (given: Given<K>) => readonly StepCall[] } = {
  action: ({ as, action, count, variables, scopes, expect }) => [
    {
      method: 'POST',
      path: '/v2/runtime/actions/:action_id/play',
      params: { action_id: action },
      query: { player_id: as },
      body: { count, variables, scopes, query: wantsBody({ expect }) },
    },
  ],
  trigger: ({ as, process, trigger, scopes, expect }) => [
    subjectCall(as, { process }, 'play', { trigger, scopes, query: wantsBody({ expect }) }),
  ],
  rule: ({ rule, players, variables, scopes }) => [
    {
      method: 'POST',
      path: '/v2/admin/rules/:rule_id',
      params: { rule_id: rule },
      body: { data: [{ player_ids: players, variables }], scopes },
    },
  ],
  create: ({ as, create }) => creationCalls(as, create),
  join: ({ as, join, roles }) => [subjectCall(as, join, 'join', roles ?? {})],
  leave: ({ as, leave }) => [subjectCall(as, leave, 'leave')],
  roles: ({ as, roles, in: subject }) => [subjectCall(as, subject, 'roles', roles)],
  invite: ({ as, invite, to, roles }) => [subjectCall(as, to, 'invites', { id: invite, roles })],
  accept: ({ as, accept }) => [inviteCall('POST', as, accept)],
  reject: ({ as, reject }) => [inviteCall('DELETE', as, reject)],
  approve: ({ as, approve, in: subject }) => [requestCall('POST', as, approve, subject)],
  decline: ({ as, decline, in: subject }) => [requestCall('DELETE', as, decline, subject)],
  advance: ({ advance }) => [clockCall({ advance })],
  now: ({ now }) => [clockCall({ now })],
  snapshot: ({ snapshot: name }) => [{ method: 'POST', path: '/_gamify/snapshots', body: { name } }],
  // A script saves the current game with a snapshot step, if needed.
  restore: ({ restore: name }) => [
    {
      method: 'POST',
      path: '/_gamify/snapshots/:name/restore',
      params: { name },
      query: { snapshot: 'false' },
    },
  ],
  request: ({ request, as, body }) => {
    const [method = '', path = ''] = request.split(' ')
    return [{ method: method as Method, path: withPlayer(path, as), body, isAnyRoute: true }]
  },
}

/** Returns the calls of a step, to be made one after another until one is rejected. An expectation has none. */
export function callsOf({ kind, given }: Step): readonly StepCall[] {
  return kind === 'expect' ? [] : calls[kind](given as never)
}

type Creation = Given<'create'>['create']

/**
 * Returns the calls that create a team or process. A process gets its name by a second call. Spec 1 `POST
 * /runtime/processes`.
 */
function creationCalls(as: string, { team, process, definition, name, access }: Creation): readonly StepCall[] {
  const common = { method: 'POST', query: { player_id: as } } as const
  if (process === undefined)
    return [{ ...common, path: '/v2/runtime/teams', body: { id: team, definition, name, access } }]
  const created: StepCall = { ...common, path: '/v2/runtime/processes', body: { id: process, definition, access } }
  if (name === undefined) return [created]
  return [created, { ...common, method: 'PATCH', ...subjectPath({ process: `${as}/${process}` }), body: { name } }]
}

function withPlayer(path: string, as: string | undefined): string {
  if (as === undefined) return path
  return `${path}${path.includes('?') ? '&' : '?'}player_id=${encodeURIComponent(as)}`
}

/**
 * Adds the id of the invitation or request to a call. `read` returns a page of them, or undefined if the service
 * rejects that. If none matches, the id is that of the player, team or process, so that the service answers that it
 * does not exist.
 */
export async function resolvePending(
  call: StepCall,
  read: (list: StepCall) => Promise<PendingPage | undefined>,
): Promise<StepCall> {
  const { pending, ...rest } = call
  if (pending === undefined) return call
  const found = await firstPending(pending, read)
  return { ...rest, params: { ...rest.params, [pending.parameter]: found ?? pending.about } }
}

async function firstPending(
  { list, matches: isMeant }: Pending,
  read: (list: StepCall) => Promise<PendingPage | undefined>,
): Promise<string | undefined> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const range = { skip: String(page * REQUESTS_PER_PAGE), limit: String(REQUESTS_PER_PAGE) }
    const found = await read({ ...list, query: { ...list.query, ...range } })
    const meant = found?.data.find(isMeant)
    if (meant !== undefined) return meant.id
    if (found === undefined || found.data.length < REQUESTS_PER_PAGE) return undefined
  }
  return undefined
}
