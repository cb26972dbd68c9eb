import * as z from 'zod'
import { defineImageRoute, defineRoute, takingImage } from '../define-route.ts'
import { parseFields, type FieldTree } from '../design/fields.ts'
import { message } from '../kernel/answer-shapes.ts'
import { idSchema, paging } from '../kernel/schema.ts'
import { descriptorSchema, partialDescriptorSchema } from './descriptor.ts'
import {
  addImage,
  deleteImage,
  listImages,
  setPlayerImage,
  showGameImage,
  showImage,
  showMetricImage,
  showPlayerImage,
  showProcessImage,
  showTeamImage,
} from './operations.ts'
import { sizeQuery, type ImageSize } from './size.ts'

const getAsset = { method: 'GET', resource: 'runtime', caller: 'player', query: () => z.object(sizeQuery) } as const

const getGameImage = {
  ...getAsset,
  summary: 'Get the image of the game',
  op: showGameImage,
  input: ({ query }: { query: { size: ImageSize } }) => query,
  faults: ['invalid_size'],
} as const

const getPlayerImage = {
  ...getAsset,
  summary: 'Get the image of a player',
  op: showPlayerImage,
  params: () => z.object({ player_id: idSchema }),
  input: ({ params, query }: { params: { player_id: string }; query: { size: ImageSize } }) => ({
    id: params.player_id,
    ...query,
  }),
  faults: ['invalid_size', 'image_not_found'],
} as const

const getProcessImage = {
  ...getAsset,
  summary: 'Get the image of a process definition',
  op: showProcessImage,
  params: () => z.object({ process_definition_id: idSchema }),
  input: ({ params, query }: { params: { process_definition_id: string }; query: { size: ImageSize } }) => ({
    id: params.process_definition_id,
    ...query,
  }),
  faults: ['invalid_size', 'image_not_found'],
} as const

const getTeamImage = {
  ...getAsset,
  summary: 'Get the image of a team definition',
  op: showTeamImage,
  params: () => z.object({ team_definition_id: idSchema }),
  input: ({ params, query }: { params: { team_definition_id: string }; query: { size: ImageSize } }) => ({
    id: params.team_definition_id,
    ...query,
  }),
  faults: ['invalid_size', 'image_not_found'],
} as const

const getMetricImage = {
  ...getAsset,
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

/** Routes that get the image of the game, a player or a definition, in both versions. Spec 1, 3. */
const assetRoutes = [
  defineImageRoute({ ...getGameImage, api: 'v2', path: '/runtime/assets/game' }),
  defineImageRoute({ ...getGameImage, api: 'v1', path: '/assets/game' }),
  defineImageRoute({ ...getPlayerImage, api: 'v2', path: '/runtime/assets/players/:player_id' }),
  defineImageRoute({ ...getPlayerImage, api: 'v1', path: '/assets/players/:player_id' }),
  defineImageRoute({
    ...getProcessImage,
    api: 'v2',
    path: '/runtime/assets/definitions/processes/:process_definition_id',
  }),
  defineImageRoute({ ...getProcessImage, api: 'v1', path: '/assets/definitions/processes/:process_definition_id' }),
  defineImageRoute({ ...getTeamImage, api: 'v2', path: '/runtime/assets/definitions/teams/:team_definition_id' }),
  defineImageRoute({ ...getTeamImage, api: 'v1', path: '/assets/definitions/teams/:team_definition_id' }),
  defineImageRoute({ ...getMetricImage, api: 'v2', path: '/runtime/assets/definitions/metrics/:metric_id' }),
  defineImageRoute({ ...getMetricImage, api: 'v1', path: '/assets/definitions/metrics/:metric_id' }),
  defineImageRoute({ ...getMetricImage, api: 'v1', path: '/assets/metrics/:metric_id' }),
] as const

/** What all rows that upload an image have in common. A form without an image is refused as well. */
const uploadImage = {
  api: 'v2',
  method: 'POST',
  input: ({ image }: { image: string }) => ({ image }),
  out: descriptorSchema,
  faults: ['validation_exception', 'payload_too_large', 'unsupported_media_type'],
} as const

const uploadPlayerImage = {
  ...uploadImage,
  summary: "Upload the player's image",
  resource: 'runtime',
  caller: 'player',
  op: setPlayerImage,
} as const

/** Routes that upload a player's image. Spec 1, 5.5. */
const playerImageRoutes = [
  takingImage('players', defineRoute({ ...uploadPlayerImage, path: '/runtime/player' })),
  takingImage(
    'players',
    defineRoute({
      ...uploadPlayerImage,
      path: '/runtime/player/image',
      summary: "Upload the player's image (path that some clients use)",
    }),
  ),
] as const

const inDesign = { api: 'v2', resource: 'design', caller: 'operator' } as const

const fieldsQuery = z.string().default('').transform(parseFields)

const listDesignImages = {
  ...inDesign,
  method: 'GET',
  summary: 'List the images of the design',
  op: listImages,
  query: () => z.object({ ...paging, fields: fieldsQuery }),
  input: ({ query }: { query: { skip: number; limit: number; fields: FieldTree } }) => query,
  out: () => z.array(partialDescriptorSchema()),
  present: (images: readonly unknown[]) => images as z.input<ReturnType<typeof partialDescriptorSchema>>[],
  faults: ['invalid_request'],
} as const

const uploadDesignImage = { ...inDesign, ...uploadImage, summary: 'Add an image to the design', op: addImage } as const

const imageParams = () => z.object({ image_id: z.string() })

const getDesignImage = {
  ...inDesign,
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

const deleteDesignImage = {
  ...inDesign,
  method: 'DELETE',
  summary: 'Delete an image of the design',
  op: deleteImage,
  params: imageParams,
  input: ({ params }: { params: { image_id: string } }) => ({ id: params.image_id }),
  out: () => message,
  faults: ['image_not_found'],
} as const

/** Routes for the images of the design, each under both prefixes. Spec 2, 5.5. */
const designImageRoutes = [
  defineRoute({ ...listDesignImages, path: '/design/images' }),
  defineRoute({ ...listDesignImages, path: '/runtime/design/images' }),
  takingImage('design', defineRoute({ ...uploadDesignImage, path: '/design/images' })),
  takingImage('design', defineRoute({ ...uploadDesignImage, path: '/runtime/design/images' })),
  defineImageRoute({ ...getDesignImage, path: '/design/images/:image_id' }),
  defineImageRoute({ ...getDesignImage, path: '/runtime/design/images/:image_id' }),
  defineRoute({ ...deleteDesignImage, path: '/design/images/:image_id' }),
  defineRoute({ ...deleteDesignImage, path: '/runtime/design/images/:image_id' }),
] as const

/** Routes that get and upload images. Spec 1, 2, 3, 5.5. */
export const imageRoutes = [...assetRoutes, ...playerImageRoutes, ...designImageRoutes] as const
