import * as z from 'zod'
import { defineImageRoute } from '../define-route.ts'
import { idSchema } from '../kernel/schema.ts'
import { showGameImage, showMetricImage, showPlayerImage, showProcessImage, showTeamImage } from './operations.ts'
import { sizeQuery } from './size-query.ts'
import type { ImageSize } from './size.ts'

const asset = { method: 'GET', resource: 'runtime', caller: 'player', query: () => z.object(sizeQuery) } as const

const gameAsset = {
  ...asset,
  summary: 'Get the image of the game',
  op: showGameImage,
  input: ({ query }: { query: { size: ImageSize } }) => query,
  faults: ['invalid_size'],
} as const

const playerAsset = {
  ...asset,
  summary: 'Get the image of a player',
  op: showPlayerImage,
  params: () => z.object({ player_id: idSchema }),
  input: ({ params, query }: { params: { player_id: string }; query: { size: ImageSize } }) => ({
    id: params.player_id,
    ...query,
  }),
  faults: ['invalid_size', 'image_not_found'],
} as const

const processAsset = {
  ...asset,
  summary: 'Get the image of a process definition',
  op: showProcessImage,
  params: () => z.object({ process_definition_id: idSchema }),
  input: ({ params, query }: { params: { process_definition_id: string }; query: { size: ImageSize } }) => ({
    id: params.process_definition_id,
    ...query,
  }),
  faults: ['invalid_size', 'image_not_found'],
} as const

const teamAsset = {
  ...asset,
  summary: 'Get the image of a team definition',
  op: showTeamImage,
  params: () => z.object({ team_definition_id: idSchema }),
  input: ({ params, query }: { params: { team_definition_id: string }; query: { size: ImageSize } }) => ({
    id: params.team_definition_id,
    ...query,
  }),
  faults: ['invalid_size', 'image_not_found'],
} as const

const metricAsset = {
  ...asset,
  summary: 'Get the image of a metric, a state or an item',
  op: showMetricImage,
  params: () => z.object({ metric_id: idSchema }),
  query: () => z.object({ ...sizeQuery, state: z.string().optional(), item: z.string().optional() }),
  input: ({
    params,
    query,
  }: {
    params: { metric_id: string }
    query: { size: ImageSize; state?: string | undefined; item?: string | undefined }
  }) => ({ id: params.metric_id, ...query }),
  faults: ['invalid_size', 'image_not_found'],
} as const

/** The images of what is played, in both versions of the interface. Spec 1, 3. */
export const assetRoutes = [
  defineImageRoute({ ...gameAsset, api: 'v2', path: '/runtime/assets/game' }),
  defineImageRoute({ ...gameAsset, api: 'v1', path: '/assets/game' }),
  defineImageRoute({ ...playerAsset, api: 'v2', path: '/runtime/assets/players/:player_id' }),
  defineImageRoute({ ...playerAsset, api: 'v1', path: '/assets/players/:player_id' }),
  defineImageRoute({
    ...processAsset,
    api: 'v2',
    path: '/runtime/assets/definitions/processes/:process_definition_id',
  }),
  defineImageRoute({ ...processAsset, api: 'v1', path: '/assets/definitions/processes/:process_definition_id' }),
  defineImageRoute({ ...teamAsset, api: 'v2', path: '/runtime/assets/definitions/teams/:team_definition_id' }),
  defineImageRoute({ ...teamAsset, api: 'v1', path: '/assets/definitions/teams/:team_definition_id' }),
  defineImageRoute({ ...metricAsset, api: 'v2', path: '/runtime/assets/definitions/metrics/:metric_id' }),
  defineImageRoute({ ...metricAsset, api: 'v1', path: '/assets/definitions/metrics/:metric_id' }),
  defineImageRoute({ ...metricAsset, api: 'v1', path: '/assets/metrics/:metric_id' }),
] as const
