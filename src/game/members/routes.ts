import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { byName, laneRole, message } from '../kernel/answer-shapes.ts'
import type { FaultCode } from '../kernel/fault.ts'
import type { Api } from '../kernel/route.ts'
import { idSchema, namedEntries, strictObject } from '../kernel/schema.ts'
import { requestAnswer } from '../requests/answer-schema.ts'
import { addMember, joinSubject, type Joined } from './joining.ts'
import { kickMember, leaveSubject, removeMember } from './leaving.ts'
import { assignRoles, changeOwnRoles, setRoles, type Changed } from './role-changes.ts'
import type { Requested, ShownRoles } from './role-request.ts'
import type { Subject, SubjectKind } from './subject.ts'

type Params = Readonly<Record<string, string>>

/** The answer to a change of roles: the roles in a process, or a message and the names of the roles in a team. */
type ShownChange = ShownRoles | { readonly message: string; readonly roles: string[] }

/** The differences between the routes of processes and those of teams. */
interface RouteKind<Others extends string> {
  readonly kind: SubjectKind
  /** The path parameter that names a member. */
  readonly other: string
  /** The end of the path of a member. */
  readonly others: Others
  readonly roles: z.ZodType<ShownRoles, ShownRoles>
  readonly changed: z.ZodType<ShownChange, ShownChange>
  readonly showChanged: (changed: Changed) => ShownChange
  readonly unknown: FaultCode
  readonly notIn: FaultCode
  /** The other faults of each route. */
  readonly faults: Readonly<Record<'join' | 'leave' | 'kick' | 'own' | 'assign' | 'add' | 'set', readonly FaultCode[]>>
}

const defineKind = <const Others extends string>(kind: RouteKind<Others>): RouteKind<Others> => kind

const laneRoles = byName(laneRole)

const joinLaneFaults = ['invalid_lanes', 'invalid_role'] as const
const changeLaneFaults = ['invalid_lane', 'invalid_role', 'role_required'] as const

const ofProcesses = defineKind({
  kind: 'process',
  other: 'performer_id',
  others: 'performers/:performer_id',
  roles: laneRoles,
  changed: laneRoles,
  showChanged: ({ roles }) => roles,
  unknown: 'process_instance_not_found',
  notIn: 'performer_not_found',
  faults: {
    join: ['access_denied', ...joinLaneFaults, 'player_exists', 'already_requested'],
    leave: ['performer_not_found', 'forbidden'],
    kick: ['performer_not_found', 'access_denied', 'forbidden'],
    own: ['access_denied', ...changeLaneFaults, 'already_requested'],
    assign: ['performer_not_found', 'access_denied', ...changeLaneFaults],
    add: [...joinLaneFaults, 'player_exists'],
    set: changeLaneFaults,
  },
})

/** Returns the names of roles, the lowest first. */
const byRank = (roles: ShownRoles): string[] =>
  Object.entries(roles as Readonly<Record<string, number>>)
    .sort(([, a], [, b]) => a - b)
    .map(([name]) => name)

const changeRoleFaults = ['invalid_role', 'role_required'] as const

const ofTeams = defineKind({
  kind: 'team',
  other: 'member_id',
  others: 'members/:member_id',
  roles: byName(z.int().min(1)),
  changed: z.strictObject({ ...message.shape, roles: z.array(z.string()) }),
  showChanged: ({ message: text, roles }) => ({ message: text, roles: byRank(roles) }),
  unknown: 'team_instance_not_found',
  notIn: 'member_not_found',
  faults: {
    join: ['access_denied', 'team_locked', 'invalid_role', 'player_exists', 'forbidden', 'already_requested'],
    leave: ['member_not_found', 'team_locked', 'forbidden'],
    kick: ['member_not_found', 'team_locked', 'access_denied', 'forbidden'],
    own: ['member_not_found', 'team_locked', ...changeRoleFaults, 'already_requested'],
    assign: ['member_not_found', 'team_locked', 'access_denied', ...changeRoleFaults],
    add: ['invalid_role', 'player_exists', 'forbidden'],
    set: changeRoleFaults,
  },
})

const messageOut = { out: () => message } as const

/** Returns the path parameters of a kind's routes, and what reads the subject from them. */
const paramsOf = (kind: SubjectKind, other = '') => {
  const id = `${kind}_id`
  return {
    ofIt: () => z.object({ [id]: z.string() }),
    ofOther: () => z.object({ [id]: z.string(), [other]: idSchema }),
    subject: (params: Params): Subject => ({ kind, id: params[id] ?? '' }),
  }
}

/**
 * Routes on which players manage their own membership. `base` ends with the id of the process or team. Spec 1 "Processes",
 * "Teams", 3.
 */
function routesOfOneself<const A extends Api, const Path extends string>(api: A, base: Path, of: RouteKind<string>) {
  const { kind, unknown, faults } = of
  const { ofIt, subject } = paramsOf(kind)
  const own = { api, method: 'POST', resource: 'runtime', caller: 'player' } as const
  const rolesIn = {
    ...own,
    params: ofIt,
    body: () => namedEntries,
    input: ({ params, body }: { params: Params; body: Record<string, unknown> }) => ({
      subject: subject(params),
      roles: body,
    }),
  } as const
  return [
    defineRoute({
      ...rolesIn,
      path: `${base}/join`,
      summary: `Join a ${kind}, or ask to`,
      op: joinSubject,
      out: () => z.union([of.roles, requestAnswer]),
      present: (result: Joined | Requested) => ('request' in result ? result.request : result.roles),
      faults: [unknown, ...faults.join],
    }),
    defineRoute({
      ...own,
      ...messageOut,
      path: `${base}/leave`,
      summary: `Leave a ${kind}`,
      op: leaveSubject,
      params: ofIt,
      input: ({ params }) => ({ subject: subject(params) }),
      faults: [unknown, ...faults.leave],
    }),
    defineRoute({
      ...rolesIn,
      path: `${base}/roles`,
      summary: `Change your own roles in a ${kind}, or ask for it`,
      op: changeOwnRoles,
      out: () => z.union([of.changed, requestAnswer]),
      present: (result: Changed | Requested) => ('request' in result ? result.request : of.showChanged(result)),
      faults: [unknown, ...faults.own],
    }),
  ] as const
}

/** Routes on which players manage other members. Spec 1 "Processes", "Teams", 3, 4.10, 5.5. */
function routesAboutOthers<const A extends Api, const Path extends string, const Others extends string>(
  api: A,
  base: Path,
  of: RouteKind<Others>,
) {
  const { kind, other, others, unknown, faults } = of
  const { ofOther, subject } = paramsOf(kind, other)
  const own = { api, method: 'POST', resource: 'runtime', caller: 'player', params: ofOther } as const
  return [
    defineRoute({
      ...own,
      ...messageOut,
      path: `${base}/${others}/kick`,
      summary: `Remove a player from a ${kind}`,
      op: kickMember,
      input: ({ params }: { params: Params }) => ({ subject: subject(params), player: params[other] ?? '' }),
      faults: [unknown, ...faults.kick],
    }),
    defineRoute({
      ...own,
      path: `${base}/${others}/roles`,
      summary: `Change another player's roles in a ${kind}`,
      op: assignRoles,
      body: () => namedEntries,
      input: ({ params, body }: { params: Params; body: Record<string, unknown> }) => ({
        subject: subject(params),
        player: params[other] ?? '',
        roles: body,
      }),
      out: () => of.changed,
      present: of.showChanged,
      faults: [unknown, ...faults.assign],
    }),
  ] as const
}

/** All routes on which players manage memberships. */
const routesOfPlayers = <const A extends Api, const Path extends string, const Others extends string>(
  api: A,
  base: Path,
  of: RouteKind<Others>,
) => [...routesOfOneself(api, base, of), ...routesAboutOthers(api, base, of)] as const

/** Routes on which operators manage memberships. Spec 2 "Processes", "Teams". */
function routesOfOperators<const Path extends string>(base: Path, of: RouteKind<string>) {
  const { kind, unknown, notIn, faults } = of
  const { ofIt, subject } = paramsOf(kind)
  const operator = { api: 'v2', method: 'POST', resource: 'admin', caller: 'operator', params: ofIt } as const
  const rolesIn = {
    ...operator,
    body: () => strictObject({ player_id: idSchema, requested_roles: namedEntries.default({}) }),
    input: ({
      params,
      body,
    }: {
      params: Params
      body: { player_id: string; requested_roles: Record<string, unknown> }
    }) => ({ subject: subject(params), player: body.player_id, roles: body.requested_roles }),
  } as const
  return [
    defineRoute({
      ...rolesIn,
      path: `${base}/join`,
      summary: `Add a player to a ${kind}`,
      op: addMember,
      out: () => of.roles,
      present: ({ roles }) => roles,
      faults: [unknown, 'player_not_found', ...faults.add],
    }),
    defineRoute({
      ...operator,
      ...messageOut,
      path: `${base}/leave`,
      summary: `Remove a player from a ${kind}`,
      op: removeMember,
      body: () => strictObject({ player_id: idSchema }),
      input: ({ params, body }) => ({ subject: subject(params), player: body.player_id }),
      faults: [unknown, 'player_not_found', notIn, 'forbidden'],
    }),
    defineRoute({
      ...rolesIn,
      path: `${base}/roles`,
      summary: `Change a player's roles in a ${kind}`,
      op: setRoles,
      out: () => of.changed,
      present: of.showChanged,
      faults: [unknown, 'player_not_found', notIn, ...faults.set],
    }),
  ] as const
}

/** Routes that join and leave processes and teams and change roles in them. */
export const memberRoutes = [
  ...routesOfPlayers('v2', '/runtime/processes/:process_id', ofProcesses),
  ...routesOfPlayers('v1', '/processes/:process_id', ofProcesses),
  ...routesOfPlayers('v2', '/runtime/teams/:team_id', ofTeams),
  ...routesOfPlayers('v1', '/teams/:team_id', ofTeams),
  ...routesOfOperators('/admin/processes/:process_id', ofProcesses),
  ...routesOfOperators('/admin/teams/:team_id', ofTeams),
] as const
