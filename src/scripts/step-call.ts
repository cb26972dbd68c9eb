import type { Method } from '../game/kernel/route.ts'
import type { Given, Step, StepKind } from './step.ts'

/** A call of the service that a step makes. */
export interface StepCall {
  readonly method: Method
  /** The path of a route with its parameters; without `params`, path and query as they are sent. */
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Goes to any route, also to one that answers no JSON. */
  readonly isAnyRoute?: boolean
  /** What is pending, of which the call needs the id. */
  readonly pending?: Pending
}

/** An invitation or a request by whom or into what it is; its id is looked up before the call is made. */
interface Pending {
  /** The parameter that takes the id. */
  readonly parameter: 'invite_id' | 'request_id'
  /** Lists what is pending, a page at a time. */
  readonly list: StepCall
  readonly isMeant: (request: PendingRequest) => boolean
  /** Whom or what it is about. */
  readonly about: string
}

/** What is pending, as far as it tells one from another. Spec 1 "Invitation and approval request". */
export interface PendingRequest {
  readonly id: string
  readonly actor: { readonly id: string }
  readonly team?: { readonly id: string } | undefined
  readonly process?: { readonly id: string } | undefined
}

/** A page of what is pending. */
export interface PendingPage {
  readonly data: readonly PendingRequest[]
  readonly total: number
}

/** Requests in a page of what is pending, and pages that are looked through. */
const REQUESTS_PER_PAGE = 1000
const MAX_PAGES = 100

interface SubjectName {
  readonly team?: string | undefined
  readonly process?: string | undefined
}

/** Where the routes of a team or process stand, and the parameter that names it. */
interface SubjectPath {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
}

const subjectPath = ({ team, process }: SubjectName): SubjectPath =>
  team === undefined
    ? { path: '/v2/runtime/processes/:process_id', params: { process_id: process ?? '' } }
    : { path: '/v2/runtime/teams/:team_id', params: { team_id: team } }

/** A call that posts something about a team or process for a player. */
function subjectCall(as: string, subject: SubjectName, what: string, body?: unknown): StepCall {
  const { path, params } = subjectPath(subject)
  return { method: 'POST', path: `${path}/${what}`, params, query: { player_id: as }, body }
}

/** A call that answers an invitation of a player. */
function inviteCall(method: Method, as: string, subject: SubjectName): StepCall {
  const query = { player_id: as }
  return {
    method,
    path: '/v2/runtime/invites/:invite_id',
    query,
    pending: {
      parameter: 'invite_id',
      list: { method: 'GET', path: '/v2/runtime/invites', query },
      isMeant: ({ team, process }) => team?.id === subject.team && process?.id === subject.process,
      about: subject.team ?? subject.process ?? '',
    },
  }
}

/** A call that answers a request of a player. */
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
      isMeant: ({ actor }) => actor.id === player,
      about: player,
    },
  }
}

/** What can be played next is told only to who looks at the answer. */
const wantsBody = ({ expect }: { readonly expect?: { readonly body?: unknown } | undefined }): boolean =>
  expect?.body !== undefined

const clockCall = (body: unknown): StepCall => ({ method: 'PATCH', path: '/_gamify/clock', body })

/** The calls that a step of each kind makes. Spec 6.4. */
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
  // Who restores in a script keeps what there is by a snapshot step.
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

/** The calls that a step makes, one after the other, as long as none is refused; none where it only expects. */
export function callsOf({ kind, given }: Step): readonly StepCall[] {
  return kind === 'expect' ? [] : calls[kind](given as never)
}

type Creation = Given<'create'>['create']

/** A process gets its name by a call of its own: who makes one cannot name it. Spec 1 `POST /runtime/processes`. */
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
 * The call with the id of what is pending. `read` gives a page of it, or nothing where that is refused. Where nothing is
 * pending that was meant, the id is that of whom or what it is about, for the service to say that there is no such thing.
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
  { list, isMeant }: Pending,
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
