import { errors, invalidAt, notFound, on, type Documented, type ErrorCase } from './error-case.ts'
import type { RequestFacts } from './world-requests.ts'
import { wrongIds, wrongPages } from './wrong-values.ts'

/** Both versions of a route: version 1 has no prefix. Document 3. */
const twins = (method: string, path: string): readonly string[] => [
  `${method} /v2/runtime/${path}`,
  `${method} /v1/${path}`,
]

const unheard = '0190f0c0-0000-7000-8000-000000000001'
const noInvite: Documented = { status: 404, error: 'invalid_invite' }
const noRequest: Documented = { status: 404, error: 'invalid_approval_request' }
const locked: Documented = { status: 401, error: 'team_locked', description: /asked-locked/ }
const roleRequired: Documented = { status: 400, error: 'role_required' }
const taken = (error: string, id: string): Documented => ({ status: 409, error, description: new RegExp(`'${id}'`) })

/** Ids that stand for nothing that is pending. */
const unknownIds = [unheard, 'nope', '__proto__', ':invite_id', ' ']

const lists: readonly Pick<ErrorCase, 'routes' | 'params'>[] = [
  { routes: twins('GET', 'approvals') },
  { routes: twins('GET', 'invites') },
  ...['approvals', 'invites'].flatMap((word) => [
    { routes: twins('GET', `processes/:process_id/${word}`), params: { process_id: 'neo/asked' } },
    { routes: twins('GET', `teams/:team_id/${word}`), params: { team_id: 'asked-guild' } },
  ]),
]

const paged: readonly ErrorCase[] = lists.flatMap(({ routes, params = {} }) =>
  on(
    routes,
    ...wrongPages.map(({ name, text }) => ({
      when: `${name} is '${text}'`,
      params,
      ask: { as: 'neo', query: { [name]: text } },
      answer: { ...errors.invalidRequest, description: new RegExp(`'${name}'`) },
    })),
  ),
)

const ownInvite =
  (name: keyof RequestFacts) =>
  ({ requests }: { readonly requests: RequestFacts }) => ({
    invite_id: requests[name],
  })

/** Document 1 "Game and player", 4.10, 4.15 "Requests". */
const answeringOwn: readonly ErrorCase[] = [
  ...['POST', 'DELETE'].flatMap((method) =>
    on(
      twins(method, 'invites/:invite_id'),
      ...unknownIds.map((id) => ({
        when: `the invitation is '${id}'`,
        params: { invite_id: id },
        ask: { as: 'oracle' },
        answer: noInvite,
      })),
      {
        when: "it is another player's",
        params: ownInvite('oracleIntoTour'),
        ask: { as: 'trinity' },
        answer: noInvite,
      },
      {
        when: 'the player sent it',
        params: ownInvite('oracleIntoTour'),
        ask: { as: 'neo' },
        answer: noInvite,
      },
      {
        when: "it is a request of the player's",
        params: ownInvite('oracleAsksTour'),
        ask: { as: 'oracle' },
        answer: noInvite,
      },
    ),
  ),
  ...on(
    twins('POST', 'invites/:invite_id'),
    { when: 'the team is locked', params: ownInvite('oracleIntoLocked'), ask: { as: 'oracle' }, answer: locked },
    { when: 'the team is full', params: ownInvite('oracleIntoFull'), ask: { as: 'oracle' }, answer: errors.forbidden },
    {
      when: 'the design has none of its roles any more',
      params: ownInvite('morpheusIntoTourLost'),
      ask: { as: 'morpheus' },
      answer: roleRequired,
    },
  ),
]

/** How the errors of the two kinds differ. */
interface KindCases {
  readonly kind: 'process' | 'team'
  readonly path: string
  /** Neo's, with trinity in it, who may do nothing about requests. */
  readonly params: Readonly<Record<string, string>>
  /** Another of neo's. */
  readonly elsewhere: Readonly<Record<string, string>>
  readonly unknown: (id: string) => { readonly params: Readonly<Record<string, string>>; readonly answer: Documented }
  readonly roles: object
  readonly wrongRoles: readonly { readonly roles: unknown; readonly answer: Documented }[]
  readonly exists: string
  readonly invite: keyof RequestFacts
  readonly request: keyof RequestFacts
  readonly lost: keyof RequestFacts
}

const invalidRole: Documented = { status: 400, error: 'invalid_role' }
const invalidLanes: Documented = { status: 400, error: 'invalid_lanes', description: /'guest', 'guide'/ }

const ofProcess: KindCases = {
  kind: 'process',
  path: 'processes/:process_id',
  params: { process_id: 'neo/asked' },
  elsewhere: { process_id: 'neo/ask' },
  unknown: (id) => ({ params: { process_id: id }, answer: notFound('process_instance', id) }),
  roles: { guide: 'player' },
  wrongRoles: [
    { roles: { cook: 'player' }, answer: invalidLanes },
    { roles: { guide: 'player', constructor: 'player' }, answer: invalidLanes },
    { roles: JSON.parse('{ "__proto__": "player" }'), answer: invalidLanes },
    { roles: { guide: 'boss' }, answer: invalidRole },
    { roles: { guide: true }, answer: invalidRole },
    { roles: { guide: false }, answer: invalidRole },
    { roles: { guide: null }, answer: invalidRole },
  ],
  exists: 'performer_exists',
  invite: 'oracleIntoTour',
  request: 'oracleAsksTour',
  lost: 'smithAsksTourLost',
}
const ofTeam: KindCases = {
  kind: 'team',
  path: 'teams/:team_id',
  params: { team_id: 'asked-guild' },
  elsewhere: { team_id: 'ask-guild' },
  unknown: (id) => ({ params: { team_id: id }, answer: notFound('team_instance', id) }),
  roles: { member: true },
  wrongRoles: [
    { roles: { cook: true }, answer: invalidRole },
    { roles: { member: true, constructor: true }, answer: invalidRole },
    { roles: JSON.parse('{ "__proto__": true }'), answer: invalidRole },
    { roles: { member: 'true' }, answer: invalidRole },
    { roles: { member: 'player' }, answer: invalidRole },
    { roles: { member: false }, answer: invalidRole },
    { roles: { member: null }, answer: invalidRole },
  ],
  exists: 'member_exists',
  invite: 'oracleIntoGuild',
  request: 'oracleAsksGuild',
  lost: 'smithAsksGuildLost',
}

const nothing = ['neo/nothing', 'nothing', '__proto__', ' ', ':process_id']

/** Whatever is asked about something that there is not, or only one of the other kind. */
const unknownSubject = ({ path, unknown }: KindCases): readonly ErrorCase[] => {
  const others = { invite_id: unheard, request_id: unheard }
  return [
    twins('GET', `${path}/invites`),
    twins('POST', `${path}/invites`),
    twins('DELETE', `${path}/invites/:invite_id`),
    twins('GET', `${path}/approvals`),
    twins('POST', `${path}/approvals/:request_id`),
    twins('DELETE', `${path}/approvals/:request_id`),
  ].flatMap((routes) =>
    on(
      routes,
      ...[...nothing, path.startsWith('teams') ? 'neo/asked' : 'asked-guild'].map((id) => {
        const { params, answer } = unknown(id)
        return {
          when: `there is no '${id}'`,
          params: { ...params, ...others },
          // Whoever is invited is looked up after it.
          ask: { as: 'neo', ...(routes[0]?.startsWith('POST') ? { body: { id: 'nobody' } } : {}) },
          answer,
        }
      }),
    ),
  )
}

/** Documents 1 and 3, 4.10. */
const inviting = ({ kind, path, params, roles, wrongRoles, exists }: KindCases): readonly ErrorCase[] => {
  const invite = (when: string, body: unknown, answer: Documented, as = 'neo') => ({
    when,
    params,
    ask: { as, body },
    answer,
  })
  return on(
    twins('POST', `${path}/invites`),
    invite('nobody is named', { roles }, invalidAt('id')),
    invite('the id is a number', { id: 5, roles }, invalidAt('id')),
    ...wrongIds.map((id) => invite(`the id is '${id.slice(0, 70)}'`, { id, roles }, invalidAt('id'))),
    invite('the roles are a list', { id: 'oracle', roles: [] }, invalidAt('roles')),
    invite('the roles are a text', { id: 'oracle', roles: 'player' }, invalidAt('roles')),
    invite('there is a field too many', { id: 'oracle', role: 'player' }, invalidAt('role')),
    invite('everything is wrong', { id: '', roles: 5, as: 'neo' }, invalidAt('id', 'roles', 'as')),
    invite('the player is unknown', { id: 'nobody', roles }, notFound('player', 'nobody')),
    invite('the player is one of the other runtime', { id: 'zoe', roles }, notFound('player', 'zoe')),
    invite('the player is unknown, and whoever invites may not', { id: 'zoe' }, notFound('player', 'zoe'), 'trinity'),
    invite('a member may not invite', { id: 'oracle', roles }, errors.accessDenied, 'trinity'),
    invite('who is not in it invites', { id: 'trinity', roles }, errors.accessDenied, 'oracle'),
    invite('who may not invite names wrong roles', { id: 'oracle', roles: { x: 5 } }, errors.accessDenied, 'trinity'),
    ...wrongRoles.map(({ roles: wrong, answer }) =>
      invite(`the roles are ${JSON.stringify(wrong)}`, { id: 'smith', roles: wrong }, answer),
    ),
    invite('the player is in it', { id: 'trinity', roles }, taken(exists, 'trinity')),
    invite('one invites oneself', { id: 'neo', roles }, taken(exists, 'neo')),
    invite('the player is invited already', { id: 'oracle', roles }, taken('already_invited', 'oracle')),
    ...(kind === 'process'
      ? []
      : [
          invite(
            'the role is above the sender',
            { id: 'smith', roles: { leader: true } },
            errors.accessDenied,
            'morpheus',
          ),
          {
            ...invite('the team is locked', { id: 'smith', roles }, locked),
            params: { team_id: 'asked-locked' },
          },
          {
            ...invite('the team is locked, and the role unknown', { id: 'trinity', roles: { x: true } }, locked),
            params: { team_id: 'asked-locked' },
          },
        ]),
  )
}

/** Only the sender takes back, and only invitations into what the path names. */
const cancelling = ({ path, params, elsewhere, invite, request }: KindCases): readonly ErrorCase[] =>
  on(
    twins('DELETE', `${path}/invites/:invite_id`),
    ...unknownIds.map((id) => ({
      when: `the invitation is '${id}'`,
      params: { ...params, invite_id: id },
      ask: { as: 'neo' },
      answer: noInvite,
    })),
    ...['oracle', 'trinity'].map((as) => ({
      when: `${as} has not sent it`,
      params: ({ requests }: { readonly requests: RequestFacts }) => ({ ...params, invite_id: requests[invite] }),
      ask: { as },
      answer: noInvite,
    })),
    {
      when: 'it is about another',
      params: ({ requests }) => ({ ...elsewhere, invite_id: requests[invite] }),
      ask: { as: 'neo' },
      answer: noInvite,
    },
    {
      when: 'it is a request',
      params: ({ requests }) => ({ ...params, invite_id: requests[request] }),
      ask: { as: 'oracle' },
      answer: noInvite,
    },
  )

/** The right to approve is looked at before the request. 4.15. */
const approving = ({ path, params, elsewhere, invite, request }: KindCases): readonly ErrorCase[] => [
  ...on(
    twins('GET', `${path}/approvals`),
    ...['trinity', 'oracle'].map((as) => ({
      when: `${as} may not approve`,
      params,
      ask: { as },
      answer: errors.accessDenied,
    })),
  ),
  ...['POST', 'DELETE'].flatMap((method) =>
    on(
      twins(method, `${path}/approvals/:request_id`),
      ...unknownIds.flatMap((id) => [
        {
          when: `the request is '${id}'`,
          params: { ...params, request_id: id },
          ask: { as: 'neo' },
          answer: noRequest,
        },
        {
          when: `the request is '${id}', and the player may not approve`,
          params: { ...params, request_id: id },
          ask: { as: 'trinity' },
          answer: errors.accessDenied,
        },
      ]),
      ...['trinity', 'oracle'].map((as) => ({
        when: `${as} may not approve`,
        params: ({ requests }: { readonly requests: RequestFacts }) => ({ ...params, request_id: requests[request] }),
        ask: { as },
        answer: errors.accessDenied,
      })),
      {
        when: 'it is about another',
        params: ({ requests }) => ({ ...elsewhere, request_id: requests[request] }),
        ask: { as: 'neo' },
        answer: noRequest,
      },
      {
        when: 'it is an invitation',
        params: ({ requests }) => ({ ...params, request_id: requests[invite] }),
        ask: { as: 'neo' },
        answer: noRequest,
      },
    ),
  ),
]

const granting = ({ path, params, lost }: KindCases): readonly ErrorCase[] =>
  on(twins('POST', `${path}/approvals/:request_id`), {
    when: 'the design has none of its roles any more',
    params: ({ requests }) => ({ ...params, request_id: requests[lost] }),
    ask: { as: 'neo' },
    answer: roleRequired,
  })

const guildRequest = 'teams/:team_id/approvals/:request_id'

/** What only a team has: ranks, a lock, and no more room. 4.10. */
const ofTeams: readonly ErrorCase[] = [
  ...['POST', 'DELETE'].flatMap((method) =>
    on(twins(method, guildRequest), {
      when: 'the role is above the one who answers',
      params: ({ requests }) => ({ team_id: 'asked-guild', request_id: requests.trinityAsksToLead }),
      ask: { as: 'morpheus' },
      answer: errors.accessDenied,
    }),
  ),
  ...on(
    twins('POST', guildRequest),
    {
      when: 'the team is locked',
      params: ({ requests }) => ({ team_id: 'asked-locked', request_id: requests.oracleAsksLocked }),
      ask: { as: 'neo' },
      answer: locked,
    },
    {
      when: 'the team is full',
      params: ({ requests }) => ({ team_id: 'asked-full', request_id: requests.oracleAsksFull }),
      ask: { as: 'neo' },
      answer: errors.forbidden,
    },
  ),
]

/** What can be wrong with invitations and approvals. */
export const requestErrors: readonly ErrorCase[] = [
  ...paged,
  ...answeringOwn,
  ...[ofProcess, ofTeam].flatMap((kind) => [
    ...unknownSubject(kind),
    ...inviting(kind),
    ...cancelling(kind),
    ...approving(kind),
    ...granting(kind),
  ]),
  ...ofTeams,
]
