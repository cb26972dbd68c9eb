import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import type { Paged } from '../kernel/page.ts'
import { paged } from '../kernel/shapes.ts'
import { idSchema, listOf, strictObject } from '../kernel/schema.ts'
import { boardDefinition, boardEntry, rankTrend } from './answer-schema.ts'
import type { Leaderboard } from './design.ts'
import { listBoards, readBoard, type BoardEntry, type BoardInput } from './operations.ts'
import { boardQuery, boardQueryV1, trendQuery, trendQueryV1 } from './reading/query.ts'
import {
  deregisterEntities,
  MAX_REGISTERED,
  MAX_REGISTERED_SCOPES,
  registerEntities,
  type Registered,
} from './registering.ts'
import { readTrend, type Trend, type TrendInput } from './reading/trend.ts'

const own = { method: 'GET', resource: 'runtime', caller: 'player' } as const
const params = () => z.object({ leaderboard_id: idSchema })

/** Spec 1 "Leaderboard definition". */
const shown = ({
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
  present: (boards: readonly Leaderboard[]) => boards.map(shown),
  faults: [],
} as const

interface Asked<Q> {
  readonly params: { readonly leaderboard_id: string }
  readonly query: Q
}

/** What a read in version 1 asks for, which knows no more. Spec 3. */
function readingIn({
  params: { leaderboard_id: board },
  query,
}: Asked<z.output<ReturnType<typeof boardQueryV1>>>): BoardInput {
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
  present: (found: Paged<BoardEntry>) => found,
  faults: ['invalid_request', 'invalid_date', 'invalid_cycle', 'leaderboard_not_found', 'team_instance_not_found'],
} as const

function trendIn({
  params: { leaderboard_id: board },
  query,
}: Asked<z.output<ReturnType<typeof trendQueryV1>>>): TrendInput {
  const { entity_ids: entities, team_instance_id: team, ...others } = query
  return { ...others, board, entities, team, scope: undefined }
}

const trend = {
  ...own,
  params,
  summary: 'Read rank trends of a leaderboard',
  op: readTrend,
  out: () => z.array(rankTrend),
  present: (found: readonly Trend[]) => found,
  faults: page.faults,
} as const

const registrations = () =>
  strictObject({
    entity_ids: listOf(z.string().min(1).max(256), MAX_REGISTERED).refine(({ length }) => length > 0, NOBODY),
    scopes: listOf(z.string().min(1).max(256), MAX_REGISTERED_SCOPES).refine(({ length }) => length > 0, NOBODY),
  })
const NOBODY = 'expected at least 1 item'

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
  out: () => z.strictObject({ ok: z.literal(1) }),
  present: (result: Registered) => result,
  faults: ['invalid_request', 'leaderboard_definition_not_found', 'player_not_found', 'team_not_found'],
} as const

/** Who leads. */
export const boardRoutes = [
  defineRoute({ ...list, api: 'v2', path: '/runtime/leaderboards' }),
  defineRoute({ ...list, api: 'v1', path: '/leaderboards' }),
  defineRoute({
    ...page,
    api: 'v2',
    path: '/runtime/leaderboards/:leaderboard_id',
    query: boardQuery,
    input: (asked) => {
      const { merge, merge_with: other, detailed, scope_id: scope, ...query } = asked.query
      return { ...readingIn({ ...asked, query }), merge: merge ?? other ?? [], detailed, scope }
    },
  }),
  defineRoute({
    ...page,
    api: 'v1',
    path: '/leaderboards/:leaderboard_id',
    query: boardQueryV1,
    input: readingIn,
  }),
  defineRoute({
    ...trend,
    api: 'v2',
    path: '/runtime/leaderboard/:leaderboard_id/trend',
    query: trendQuery,
    input: (asked) => {
      const { scope_id: scope, ...query } = asked.query
      return { ...trendIn({ ...asked, query }), scope }
    },
  }),
  defineRoute({
    ...trend,
    api: 'v1',
    path: '/leaderboards/:leaderboard_id/trend',
    query: trendQueryV1,
    input: trendIn,
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
