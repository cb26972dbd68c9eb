import { z } from 'zod'
import { defineRoute } from '../define-route.ts'
import { writable } from '../kernel/writable.ts'
import { idSchema, period } from '../kernel/schema.ts'
import { activityEvent } from './answer-schema.ts'
import { readGameFeed, readOwnFeed, readPlayerFeed } from './operations.ts'
import type { PublicEvent } from './public-event.ts'

const shared = {
  method: 'GET',
  query: () => z.object(period),
  out: () => z.array(activityEvent),
  present: (events: readonly PublicEvent[]) => writable(events),
} as const

const own = {
  ...shared,
  summary: "Read the player's own feed",
  resource: 'runtime',
  caller: 'player',
  op: readOwnFeed,
  input: ({ query }: { query: { start: number | undefined; end: number | undefined } }) => query,
  faults: ['invalid_date'],
} as const

const ofPlayer = {
  ...shared,
  summary: "Read a player's feed",
  resource: 'admin',
  caller: 'operator',
  op: readPlayerFeed,
  params: () => z.object({ player_id: idSchema }),
  faults: ['invalid_date', 'player_not_found'],
} as const

const ofGame = {
  ...own,
  summary: "Read the game's feed",
  resource: 'admin',
  caller: 'operator',
  op: readGameFeed,
} as const

/** What happened, to players and in the game. */
export const feedRoutes = [
  defineRoute({ ...own, api: 'v2', path: '/runtime/activity' }),
  defineRoute({ ...own, api: 'v1', path: '/activity' }),
  defineRoute({
    ...ofPlayer,
    api: 'v2',
    path: '/admin/players/:player_id/activity',
    input: ({ params, query }) => ({ id: params.player_id, ...query }),
  }),
  defineRoute({
    ...ofPlayer,
    api: 'v1',
    path: '/game/players/:player_id/activity',
    input: ({ params, query }) => ({ id: params.player_id, ...query }),
  }),
  defineRoute({ ...ofGame, api: 'v2', path: '/admin/activity' }),
  defineRoute({ ...ofGame, api: 'v1', path: '/game/activity' }),
] as const
