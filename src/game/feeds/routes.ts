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

const playerRoute = { resource: 'runtime', caller: 'player' } as const
const operatorRoute = { resource: 'admin', caller: 'operator' } as const

const periodRoute = { method: 'GET', query: () => z.object(period) } as const
const queryOf = ({ query }: { query: PeriodInput }) => query

const feedRoute = {
  ...periodRoute,
  out: () => z.array(activityEvent),
} as const

const ownFeed = {
  ...playerRoute,
  ...feedRoute,
  summary: "Read the player's own feed",
  op: readOwnFeed,
  input: queryOf,
  faults: ['invalid_date'],
} as const

const playerFeed = {
  ...operatorRoute,
  ...feedRoute,
  summary: "Read a player's feed",
  op: readPlayerFeed,
  params: () => z.object({ player_id: idSchema }),
  input: ({ params, query }: { params: { player_id: string }; query: PeriodInput }) => ({
    id: params.player_id,
    ...query,
  }),
  faults: ['invalid_date', 'player_not_found'],
} as const

const gameFeed = { ...ownFeed, ...operatorRoute, summary: "Read the game's feed", op: readGameFeed } as const

const subjectOf = (kind: SubjectKind, id: string) => ({ subject: { kind, id } })

const byProcess = {
  params: () => z.object({ process_id: z.string() }),
  input: ({ params, query }: { params: { process_id: string }; query: PeriodInput }) => ({
    ...subjectOf('process', params.process_id),
    ...query,
  }),
} as const

const byTeam = {
  params: () => z.object({ team_id: z.string() }),
  input: ({ params, query }: { params: { team_id: string }; query: PeriodInput }) => ({
    ...subjectOf('team', params.team_id),
    ...query,
  }),
} as const

const processFeed = {
  ...playerRoute,
  ...feedRoute,
  ...byProcess,
  summary: 'Read the feed of a process',
  op: readSubjectFeed,
  faults: ['invalid_date', 'process_instance_not_found', 'access_denied'],
} as const

const teamFeed = {
  ...playerRoute,
  ...feedRoute,
  ...byTeam,
  summary: 'Read the feed of a team',
  op: readSubjectFeed,
  faults: ['invalid_date', 'team_instance_not_found', 'access_denied'],
} as const

const memberFeed = {
  ...playerRoute,
  ...feedRoute,
  summary: "Read a member's events in the feed of a team",
  op: readMemberFeed,
  params: () => z.object({ team_id: z.string(), member_id: idSchema }),
  input: ({ params, query }: { params: { team_id: string; member_id: string }; query: PeriodInput }) => ({
    ...subjectOf('team', params.team_id),
    member: params.member_id,
    ...query,
  }),
  faults: ['invalid_date', 'team_instance_not_found', 'member_not_found', 'access_denied'],
} as const

const getNotifications = {
  ...playerRoute,
  ...periodRoute,
  summary: "Read the player's notifications",
  op: listNotifications,
  input: queryOf,
  out: notificationList,

  faults: ['invalid_date'],
} as const

const postSeen = {
  ...playerRoute,
  method: 'POST',
  summary: "Mark some of the player's notifications as seen",
  op: seeNotifications,
  body: () => strictObject({ ids: listOf(z.string(), MAX_SEEN_AT_ONCE) }),
  input: ({ body }: { body: { ids: readonly string[] } }) => body,
  out: acknowledged,

  faults: ['invalid_notification_id'],
} as const

const getStreamToken = {
  ...playerRoute,
  method: 'GET',
  summary: "Get a token for the stream of the player's notifications",
  op: issueStreamToken,
  input: () => null,
  out: streamToken,

  faults: [],
} as const

/** The routes of feeds and notifications. */
export const feedRoutes = [
  defineRoute({ ...ownFeed, api: 'v2', path: '/runtime/activity' }),
  defineRoute({ ...ownFeed, api: 'v1', path: '/activity' }),
  defineRoute({ ...playerFeed, api: 'v2', path: '/admin/players/:player_id/activity' }),
  defineRoute({ ...playerFeed, api: 'v1', path: '/game/players/:player_id/activity' }),
  defineRoute({ ...gameFeed, api: 'v2', path: '/admin/activity' }),
  defineRoute({ ...gameFeed, api: 'v1', path: '/game/activity' }),
  defineRoute({ ...processFeed, api: 'v2', path: '/runtime/processes/:process_id/activity' }),
  defineRoute({ ...processFeed, api: 'v1', path: '/processes/:process_id/activity' }),
  defineRoute({ ...teamFeed, api: 'v2', path: '/runtime/teams/:team_id/activity' }),
  defineRoute({ ...teamFeed, api: 'v1', path: '/teams/:team_id/activity' }),
  defineRoute({ ...memberFeed, api: 'v2', path: '/runtime/teams/:team_id/members/:member_id/activity' }),
  defineRoute({ ...memberFeed, api: 'v1', path: '/teams/:team_id/members/:member_id/activity' }),
  defineRoute({
    ...operatorRoute,
    ...feedRoute,
    ...byProcess,
    api: 'v2',
    path: '/admin/processes/:process_id/activity',
    summary: 'Read the feed of any process',
    op: readAnySubjectFeed,
    faults: ['invalid_date', 'process_instance_not_found'],
  }),
  defineRoute({
    ...operatorRoute,
    ...feedRoute,
    ...byTeam,
    api: 'v2',
    path: '/admin/teams/:team_id/activity',
    summary: 'Read the feed of any team',
    op: readAnySubjectFeed,
    faults: ['invalid_date', 'team_instance_not_found'],
  }),
  defineRoute({ ...getNotifications, api: 'v2', path: '/runtime/notifications' }),
  defineRoute({ ...getNotifications, api: 'v1', path: '/notifications' }),
  defineRoute({ ...postSeen, api: 'v2', path: '/runtime/notifications' }),
  defineRoute({ ...postSeen, api: 'v1', path: '/notifications' }),
  defineRoute({ ...getStreamToken, api: 'v2', path: '/runtime/notifications/token' }),
  defineRoute({ ...getStreamToken, api: 'v1', path: '/notifications/token' }),
] as const
