import { z } from 'zod'
import { defineImageRoute, defineRoute, takingImage } from '../define-route.ts'
import { message } from '../kernel/answer-schema.ts'
import { idSchema, paging } from '../kernel/schema.ts'
import { writable } from '../kernel/writable.ts'
import type { ImageDescriptor } from './descriptor.ts'
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
import { imageSizes, type ImageSize } from './size.ts'

const sizeNames = Object.keys(imageSizes) as ImageSize[]

/** `size`: `original` unless told. Spec 5.2 `invalid_size`. */
const sized = {
  size: z
    .string()
    .optional()
    .transform((text, check): ImageSize => {
      const size = text === undefined ? 'original' : sizeNames.find((name) => name === text)
      if (size !== undefined) return size
      const params = { fault: 'invalid_size', size: text, sizes: sizeNames.join(', ') }
      check.addIssue({ code: 'custom', params, message: 'no size' })
      return z.NEVER
    }),
}

const descriptor = z.strictObject({
  tags: z.array(z.string()),
  album: z.string(),
  sizes: z.array(z.strictObject({ name: z.enum(sizeNames), height: z.int().nullable(), width: z.int().nullable() })),
  id: z.string(),
})

const asset = { method: 'GET', resource: 'runtime', caller: 'player', query: () => z.object(sized) } as const
const ofDesign = { api: 'v2', resource: 'design', caller: 'operator' } as const
const showsDescriptor = { out: () => descriptor, present: (result: ImageDescriptor) => writable(result) } as const

const gameAsset = {
  ...asset,
  summary: 'See the image of the game',
  op: showGameImage,
  input: ({ query }: { query: { size: ImageSize } }) => query,
  faults: ['invalid_size'],
} as const

const playerAsset = {
  ...asset,
  summary: 'See the image of a player',
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
  summary: 'See the image of a process definition',
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
  summary: 'See the image of a team definition',
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
  summary: 'See the image of a metric, of a state or of an item',
  op: showMetricImage,
  params: () => z.object({ metric_id: idSchema }),
  query: () => z.object({ ...sized, state: z.string().optional(), item: z.string().optional() }),
  input: ({
    params,
    query,
  }: {
    params: { metric_id: string }
    query: { size: ImageSize; state?: string | undefined; item?: string | undefined }
  }) => ({ id: params.metric_id, ...query }),
  faults: ['invalid_size', 'image_not_found'],
} as const

/** What an upload may be refused for, a form that is none apart. */
const uploadFaults = ['validation_exception', 'payload_too_large', 'unsupported_media_type'] as const

const putUp = {
  ...showsDescriptor,
  api: 'v2',
  method: 'POST',
  summary: "Put up an image as the player's own",
  resource: 'runtime',
  caller: 'player',
  op: setPlayerImage,
  input: ({ image }: { image: string }) => ({ image }),
  faults: uploadFaults,
} as const

const list = {
  ...ofDesign,
  method: 'GET',
  summary: 'List the images of the design',
  op: listImages,
  query: () => z.object(paging),
  input: ({ query }: { query: { skip: number; limit: number } }) => query,
  out: () => z.array(descriptor),
  present: (images: readonly ImageDescriptor[]) => writable(images),
  faults: ['invalid_request'],
} as const

const add = {
  ...ofDesign,
  ...showsDescriptor,
  method: 'POST',
  summary: 'Add an image to the design',
  op: addImage,
  input: ({ image }: { image: string }) => ({ image }),
  faults: uploadFaults,
} as const

const imageParams = () => z.object({ image_id: z.string() })

const show = {
  ...ofDesign,
  method: 'GET',
  summary: 'See an image of the design, or a built-in one',
  op: showImage,
  params: imageParams,
  query: () => z.object(sized),
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
  present: (result: { readonly message: string }) => result,
  faults: ['image_not_found'],
} as const

/** Images: what is to be seen, and what is put up. Spec 1, 2, 3, 5.5. */
export const imageRoutes = [
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
  takingImage('players', defineRoute({ ...putUp, path: '/runtime/player' })),
  takingImage('players', defineRoute({ ...putUp, path: '/runtime/player/image' })),
  defineRoute({ ...list, path: '/design/images' }),
  defineRoute({ ...list, path: '/runtime/design/images' }),
  takingImage('design', defineRoute({ ...add, path: '/design/images' })),
  takingImage('design', defineRoute({ ...add, path: '/runtime/design/images' })),
  defineImageRoute({ ...show, path: '/design/images/:image_id' }),
  defineImageRoute({ ...show, path: '/runtime/design/images/:image_id' }),
  defineRoute({ ...remove, path: '/design/images/:image_id' }),
  defineRoute({ ...remove, path: '/runtime/design/images/:image_id' }),
] as const
