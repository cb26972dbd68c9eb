import * as z from 'zod'
import { defineImageRoute, defineRoute, takingImage } from '../define-route.ts'
import { idSchema, paging } from '../kernel/schema.ts'
import {
  showGameImage,
  showMetricImage,
  showPlayerImage,
  showProcessImage,
  showTeamImage,
  addImage,
  deleteImage,
  listImages,
  showImage,
  setPlayerImage,
} from './operations.ts'
import { sizeQuery } from './size-query.ts'
import type { ImageSize } from './size.ts'
import { parseFields, type FieldTree } from '../design/fields.ts'
import { message } from '../kernel/shapes.ts'
import { someOfDescriptorSchema } from './descriptor-schema.ts'
import { uploadRow } from './upload-row.ts'

const putUp = {
  ...uploadRow,
  summary: "Upload the player's image",
  resource: 'runtime',
  caller: 'player',
  op: setPlayerImage,
} as const

/** What players put up. Spec 1, 5.5. */
const playerImageRoutes = [
  takingImage('players', defineRoute({ ...putUp, path: '/runtime/player' })),
  takingImage(
    'players',
    defineRoute({
      ...putUp,
      path: '/runtime/player/image',
      summary: "Upload the player's image (path that some clients use)",
    }),
  ),
] as const

const ofDesign = { api: 'v2', resource: 'design', caller: 'operator' } as const

const fieldsQuery = z.string().default('').transform(parseFields)

const list = {
  ...ofDesign,
  method: 'GET',
  summary: 'List the images of the design',
  op: listImages,
  query: () => z.object({ ...paging, fields: fieldsQuery }),
  input: ({ query }: { query: { skip: number; limit: number; fields: FieldTree } }) => query,
  out: () => z.array(someOfDescriptorSchema()),
  present: (images: readonly unknown[]) => images as z.input<ReturnType<typeof someOfDescriptorSchema>>[],
  faults: ['invalid_request'],
} as const

const add = { ...ofDesign, ...uploadRow, summary: 'Add an image to the design', op: addImage } as const

const imageParams = () => z.object({ image_id: z.string() })

const show = {
  ...ofDesign,
  method: 'GET',
  summary: 'Get an image of the design, or a built-in one',
  op: showImage,
  params: imageParams,
  query: () => z.object(sizeQuery),
  input: ({ params, query }: { params: { image_id: string }; query: { size: ImageSize } }) => ({
    id: params.image_id,
    ...query,
  }),
  faults: ['invalid_size', 'image_not_found'],
} as const

const remove = {
  ...ofDesign,
  method: 'DELETE',
  summary: 'Delete an image of the design',
  op: deleteImage,
  params: imageParams,
  input: ({ params }: { params: { image_id: string } }) => ({ id: params.image_id }),
  out: () => message,
  faults: ['image_not_found'],
} as const

/** The images of the design, under both prefixes. Spec 2, 5.5. */
const designImageRoutes = [
  defineRoute({ ...list, path: '/design/images' }),
  defineRoute({ ...list, path: '/runtime/design/images' }),
  takingImage('design', defineRoute({ ...add, path: '/design/images' })),
  takingImage('design', defineRoute({ ...add, path: '/runtime/design/images' })),
  defineImageRoute({ ...show, path: '/design/images/:image_id' }),
  defineImageRoute({ ...show, path: '/runtime/design/images/:image_id' }),
  defineRoute({ ...remove, path: '/design/images/:image_id' }),
  defineRoute({ ...remove, path: '/runtime/design/images/:image_id' }),
] as const

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
const assetRoutes = [
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

/** Images: what is to be seen, and what is put up. Spec 1, 2, 3, 5.5. */
export const imageRoutes = [...assetRoutes, ...playerImageRoutes, ...designImageRoutes] as const
