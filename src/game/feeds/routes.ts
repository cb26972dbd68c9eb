import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { idSchema, listOf, period, strictObject } from '../kernel/schema.ts'
import type { SubjectKind } from '../members/subject.ts'
import { acknowledged, activityEvent, notificationList, streamToken } from './answer-schema.ts'
import { issueStreamToken, listNotifications, MAX_SEEN_AT_ONCE, seeNotifications } from './notifications.ts'
import {
  readAnySubjectFeed,
  readGameFeed,
  readMemberFeed,
  readOwnFeed,
  readPlayerFeed,
  readSubjectFeed,
} from './operations.ts'
import type { PeriodInput } from './reading.ts'

const own = { resource: 'runtime', caller: 'player' } as const
const operator = { resource: 'admin', caller: 'operator' } as const

const byPeriod = { method: 'GET', query: () => z.object(period) } as const
const queryAlone = ({ query }: { query: PeriodInput }) => query

const feed = {
  ...byPeriod,
  out: () => z.array(activityEvent),
} as const

const ownFeed = {
  ...own,
  ...feed,
  summary: "Read the player's own feed",
  op: readOwnFeed,
  input: queryAlone,
  faults: ['invalid_date'],
} as const

const ofPlayer = {
  ...operator,
  ...feed,
  summary: "Read a player's feed",
  op: readPlayerFeed,
  params: () => z.object({ player_id: idSchema }),
  input: ({ params, query }: { params: { player_id: string }; query: PeriodInput }) => ({
    id: params.player_id,
    ...query,
  }),
  faults: ['invalid_date', 'player_not_found'],
} as const

const ofGame = { ...ownFeed, ...operator, summary: "Read the game's feed", op: readGameFeed } as const

const subject = (kind: SubjectKind, id: string) => ({ subject: { kind, id } })

const byProcess = {
  params: () => z.object({ process_id: z.string() }),
  input: ({ params, query }: { params: { process_id: string }; query: PeriodInput }) => ({
    ...subject('process', params.process_id),
    ...query,
  }),
} as const

const byTeam = {
  params: () => z.object({ team_id: z.string() }),
  input: ({ params, query }: { params: { team_id: string }; query: PeriodInput }) => ({
    ...subject('team', params.team_id),
    ...query,
  }),
} as const

const ofProcess = {
  ...own,
  ...feed,
  ...byProcess,
  summary: 'Read the feed of a process',
  op: readSubjectFeed,
  faults: ['invalid_date', 'process_instance_not_found', 'access_denied'],
} as const

const ofTeam = {
  ...own,
  ...feed,
  ...byTeam,
  summary: 'Read the feed of a team',
  op: readSubjectFeed,
  faults: ['invalid_date', 'team_instance_not_found', 'access_denied'],
} as const

const ofMember = {
  ...own,
  ...feed,
  summary: "Read a member's events in the feed of a team",
  op: readMemberFeed,
  params: () => z.object({ team_id: z.string(), member_id: idSchema }),
  input: ({ params, query }: { params: { team_id: string; member_id: string }; query: PeriodInput }) => ({
    ...subject('team', params.team_id),
    member: params.member_id,
    ...query,
  }),
  faults: ['invalid_date', 'team_instance_not_found', 'member_not_found', 'access_denied'],
} as const

const notifications = {
  ...own,
  ...byPeriod,
  summary: "Read the player's notifications",
  op: listNotifications,
  input: queryAlone,
  out: notificationList,

  faults: ['invalid_date'],
} as const

const see = {
  ...own,
  method: 'POST',
  summary: "Mark some of the player's notifications as seen",
  op: seeNotifications,
  body: () => strictObject({ ids: listOf(z.string(), MAX_SEEN_AT_ONCE) }),
  input: ({ body }: { body: { ids: readonly string[] } }) => body,
  out: acknowledged,

  faults: ['invalid_notification_id'],
} as const

const token = {
  ...own,
  method: 'GET',
  summary: "Get a token for the stream of the player's notifications",
  op: issueStreamToken,
  input: () => null,
  out: streamToken,

  faults: [],
} as const

/** What happened, to players, in processes and teams, and in the game; and what players are told of it. */
export const feedRoutes = [
  defineRoute({ ...ownFeed, api: 'v2', path: '/runtime/activity' }),
  defineRoute({ ...ownFeed, api: 'v1', path: '/activity' }),
  defineRoute({ ...ofPlayer, api: 'v2', path: '/admin/players/:player_id/activity' }),
  defineRoute({ ...ofPlayer, api: 'v1', path: '/game/players/:player_id/activity' }),
  defineRoute({ ...ofGame, api: 'v2', path: '/admin/activity' }),
  defineRoute({ ...ofGame, api: 'v1', path: '/game/activity' }),
  defineRoute({ ...ofProcess, api: 'v2', path: '/runtime/processes/:process_id/activity' }),
  defineRoute({ ...ofProcess, api: 'v1', path: '/processes/:process_id/activity' }),
  defineRoute({ ...ofTeam, api: 'v2', path: '/runtime/teams/:team_id/activity' }),
  defineRoute({ ...ofTeam, api: 'v1', path: '/teams/:team_id/activity' }),
  defineRoute({ ...ofMember, api: 'v2', path: '/runtime/teams/:team_id/members/:member_id/activity' }),
  defineRoute({ ...ofMember, api: 'v1', path: '/teams/:team_id/members/:member_id/activity' }),
  defineRoute({
    ...operator,
    ...feed,
    ...byProcess,
    api: 'v2',
    path: '/admin/processes/:process_id/activity',
    summary: 'Read the feed of any process',
    op: readAnySubjectFeed,
    faults: ['invalid_date', 'process_instance_not_found'],
  }),
  defineRoute({
    ...operator,
    ...feed,
    ...byTeam,
    api: 'v2',
    path: '/admin/teams/:team_id/activity',
    summary: 'Read the feed of any team',
    op: readAnySubjectFeed,
    faults: ['invalid_date', 'team_instance_not_found'],
  }),
  defineRoute({ ...notifications, api: 'v2', path: '/runtime/notifications' }),
  defineRoute({ ...notifications, api: 'v1', path: '/notifications' }),
  defineRoute({ ...see, api: 'v2', path: '/runtime/notifications' }),
  defineRoute({ ...see, api: 'v1', path: '/notifications' }),
  defineRoute({ ...token, api: 'v2', path: '/runtime/notifications/token' }),
  defineRoute({ ...token, api: 'v1', path: '/notifications/token' }),
] as const
