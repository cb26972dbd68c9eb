import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { paged } from '../kernel/answer-shapes.ts'
import { idSchema, listOf, strictObject } from '../kernel/schema.ts'
import { boardDefinition, boardEntry, rankTrend, registered } from './answer-schema.ts'
import type { Leaderboard } from './design.ts'
import { listBoards, readBoard, type BoardInput } from './operations.ts'
import { boardQuery, boardQueryV1, trendQuery, trendQueryV1 } from './reading/query.ts'
import { readTrend, type TrendInput } from './reading/trend.ts'
import { deregisterEntities, MAX_REGISTERED, MAX_REGISTERED_SCOPES, registerEntities } from './registering.ts'

const own = { method: 'GET', resource: 'runtime', caller: 'player' } as const
const params = () => z.object({ leaderboard_id: idSchema })

const showBoard = ({
  id,
  name,
  definition: { entities, cycles },
  metric,
  scope,
}: Leaderboard): z.input<typeof boardDefinition> => ({
  id,
  name,
  entity_type: entities,
  metric,
  scope: scope.type === 'game' || scope.type === 'custom' ? { type: scope.type } : scope,
  cycles: [...cycles],
})

const list = {
  ...own,
  summary: 'List the leaderboards',
  op: listBoards,
  input: () => ({}),
  out: () => z.array(boardDefinition),
  present: (boards: readonly Leaderboard[]) => boards.map(showBoard),
  faults: [],
} as const

interface BoardCall<Q> {
  readonly params: { readonly leaderboard_id: string }
  readonly query: Q
}

/** Converts a version 1 request. Version 1 has no scopes, merged boards or details. Spec 3. */
function toBoardInput({
  params: { leaderboard_id: board },
  query,
}: BoardCall<z.output<ReturnType<typeof boardQueryV1>>>): BoardInput {
  const { entity_id: entity, team_instance_id: team, player_id: player, ranking, ...others } = query
  const unknown = { scope: undefined, merge: [], detailed: false }
  return { ...others, ...unknown, board, entity, team, player, relative: ranking === 'relative' }
}

const page = {
  ...own,
  params,
  summary: 'Read a leaderboard',
  op: readBoard,
  out: () => paged(boardEntry),
  faults: ['invalid_request', 'invalid_date', 'invalid_cycle', 'leaderboard_not_found', 'team_instance_not_found'],
} as const

function toTrendInput({
  params: { leaderboard_id: board },
  query,
}: BoardCall<z.output<ReturnType<typeof trendQueryV1>>>): TrendInput {
  const { entity_ids: entities, team_instance_id: team, ...others } = query
  return { ...others, board, entities, team, scope: undefined }
}

const trend = {
  ...own,
  params,
  summary: 'Read rank trends of a leaderboard',
  op: readTrend,
  out: () => z.array(rankTrend),
  faults: page.faults,
} as const

const registrations = () =>
  strictObject({
    entity_ids: listOf(z.string().min(1).max(256), MAX_REGISTERED).refine(({ length }) => length > 0, EMPTY_LIST),
    scopes: listOf(z.string().min(1).max(256), MAX_REGISTERED_SCOPES).refine(({ length }) => length > 0, EMPTY_LIST),
  })
const EMPTY_LIST = 'expected at least 1 item'

interface Registering {
  readonly params: { readonly leaderboard_definition_id: string }
  readonly body: z.output<ReturnType<typeof registrations>>
}

const register = {
  api: 'v2',
  method: 'POST',
  resource: 'admin',
  caller: 'operator',
  params: () => z.object({ leaderboard_definition_id: idSchema }),
  body: registrations,
  input: ({ params: { leaderboard_definition_id: board }, body: { entity_ids: entities, scopes } }: Registering) => ({
    board,
    entities,
    scopes,
  }),
  out: registered,
  faults: ['invalid_request', 'leaderboard_definition_not_found', 'player_not_found', 'team_not_found'],
} as const

/** Routes that list and read leaderboards, and register entities on them. */
export const boardRoutes = [
  defineRoute({ ...list, api: 'v2', path: '/runtime/leaderboards' }),
  defineRoute({ ...list, api: 'v1', path: '/leaderboards' }),
  defineRoute({
    ...page,
    api: 'v2',
    path: '/runtime/leaderboards/:leaderboard_id',
    query: boardQuery,
    input: (call) => {
      const { merge, merge_with: other, detailed, scope_id: scope, ...query } = call.query
      return { ...toBoardInput({ ...call, query }), merge: merge ?? other ?? [], detailed, scope }
    },
  }),
  defineRoute({
    ...page,
    api: 'v1',
    path: '/leaderboards/:leaderboard_id',
    query: boardQueryV1,
    input: toBoardInput,
  }),
  defineRoute({
    ...trend,
    api: 'v2',
    path: '/runtime/leaderboard/:leaderboard_id/trend',
    query: trendQuery,
    input: (call) => {
      const { scope_id: scope, ...query } = call.query
      return { ...toTrendInput({ ...call, query }), scope }
    },
  }),
  defineRoute({
    ...trend,
    api: 'v1',
    path: '/leaderboards/:leaderboard_id/trend',
    query: trendQueryV1,
    input: toTrendInput,
  }),
  defineRoute({
    ...register,
    path: '/admin/leaderboards/:leaderboard_definition_id/register',
    summary: 'Register players or teams on a custom leaderboard',
    op: registerEntities,
  }),
  defineRoute({
    ...register,
    path: '/admin/leaderboards/:leaderboard_definition_id/deregister',
    summary: 'Remove players or teams from a custom leaderboard',
    op: deregisterEntities,
  }),
] as const
