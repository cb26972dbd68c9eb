import type { Design } from '../design/design.ts'
import { pickFields, type FieldTree } from '../design/fields.ts'
import type { DesignSource } from '../design/source.ts'
import type { GameCommand, GameView, ImageOperation } from '../game-operation.ts'
import type { Message } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import type { MetricDesign } from '../metrics/design.ts'
import { actingPlayer } from '../players/acting.ts'
import { referToPlayer } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { imageDescriptor, type ImageDescriptor } from './descriptor.ts'
import { isBuiltInId, type BuiltInId, type ImageSource, type ShownImage } from './shown-image.ts'
import type { ImageSize } from './size.ts'

/** The fault for an object without an image. Spec 5.2 `image_not_found`. */
const missingImageFault = (thing: string): Fault =>
  fault('image_not_found', { message: `The ${thing} has no display image` })

interface ImageQuery {
  readonly size: ImageSize
}

/** An object that can have an image of its own. */
interface WithImage {
  readonly image?: string | undefined
}

/**
 * Returns the image of an object: its own, or the built-in one if it has none or its own was deleted. Spec 4.1 `image`.
 */
function imageOf(thing: string, { image }: WithImage, builtIn: BuiltInId, of: string, size: ImageSize): ShownImage {
  const chosen: readonly ImageSource[] =
    image === undefined ? [] : [isBuiltInId(image) ? { builtIn: image, of } : { album: 'design', id: image }]
  return { sources: [...chosen, { builtIn, of }], size, missing: missingImageFault(thing) }
}

/** Shows the image of the game. Spec 1 `GET /runtime/assets/game`. */
export const showGameImage: GameView<ImageQuery, ShownImage> = {
  kind: 'view',
  name: 'images.game',
  view: (_, { size }, { game }) => imageOf('game', game, 'default-game', game.id, size),
}

/** Shows the image of a player. Spec 1 `GET /runtime/assets/players/:player_id`. */
export const showPlayerImage: GameView<ImageQuery & { readonly id: string }, ShownImage> = {
  kind: 'view',
  name: 'images.player',
  view: ({ players }, { id, size }) => {
    const player = findPlayer(players, id)
    if (!player) return missingImageFault('player')
    const own: readonly ImageSource[] = player.image === undefined ? [] : [{ album: 'players', id: player.image }]
    return { sources: [...own, { builtIn: 'default-player', of: id }], size, missing: missingImageFault('player') }
  },
}

/** Finds a component of the deployed design. The schema of its kind has checked it already. */
function findComponent<T extends { readonly id: string }>({ source }: Design, kind: keyof DesignSource, id: string) {
  return (source[kind] as readonly T[]).find((each) => each.id === id)
}

const showDefinitionImage = (
  kind: 'processes' | 'teams',
  thing: 'process' | 'team',
): GameView<ImageQuery & { readonly id: string }, ShownImage> => ({
  kind: 'view',
  name: `images.${thing}`,
  view: (_, { id, size }, { design }) => {
    const found = findComponent<WithImage & { readonly id: string }>(design, kind, id)
    return found ? imageOf(thing, found, `default-${thing}`, id, size) : missingImageFault(thing)
  },
})

/**
 * Shows the image of a process definition. Spec 1 `GET /runtime/assets/definitions/processes/:process_definition_id`.
 */
export const showProcessImage = showDefinitionImage('processes', 'process')

/** Shows the image of a team definition. Spec 1 `GET /runtime/assets/definitions/teams/:team_definition_id`. */
export const showTeamImage = showDefinitionImage('teams', 'team')

interface MetricImageQuery extends ImageQuery {
  readonly id: string
  readonly state?: string | undefined
  readonly item?: string | undefined
}

/**
 * Shows the image of a metric, or of one of its states or items. Spec 1 `GET
 * /runtime/assets/definitions/metrics/:metric_id`.
 */
export const showMetricImage: GameView<MetricImageQuery, ShownImage> = {
  kind: 'view',
  name: 'images.metric',
  view: (_, { id, state, item, size }, { design }) => {
    const metric = findComponent<MetricDesign>(design, 'metrics', id)
    if (!metric) return missingImageFault('metric')
    if (state !== undefined) return partImage('state', metric, statesOf(metric), state, size)
    if (item !== undefined) return partImage('item', metric, itemsOf(metric), item, size)
    return imageOf('metric', metric, builtInOf[metric.type], id, size)
  },
}

const builtInOf = {
  point: 'default-point-metric',
  compound: 'default-point-metric',
  set: 'default-set-metric',
  state: 'default-state-metric',
} as const satisfies Record<MetricDesign['type'], BuiltInId>

interface Part extends WithImage {
  readonly name: string
}

const statesOf = (metric: MetricDesign): readonly Part[] =>
  metric.type === 'state' ? (metric.constraints?.states ?? []) : []
const itemsOf = (metric: MetricDesign): readonly Part[] =>
  metric.type === 'set' ? (metric.constraints?.items ?? []) : []

function partImage(
  kind: 'state' | 'item',
  metric: MetricDesign,
  parts: readonly Part[],
  name: string,
  size: ImageSize,
): Fault | ShownImage {
  const part = parts.find((each) => each.name === name)
  // An id cannot contain a slash, so every part has a subject of its own.
  return part ? imageOf(kind, part, `default-${kind}`, `${metric.id}/${name}`, size) : missingImageFault(kind)
}

/** Sets the player's image to one that is already stored. Spec 1 `POST /runtime/player`. */
export const setPlayerImage: GameCommand<{ readonly image: string }, ImageDescriptor> = {
  kind: 'command',
  name: 'players.image',
  decide: (state, { image }, { caller }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    const isSame = player.image === image
    return {
      events: isSame ? [] : [{ event: 'player:pictured', player: referToPlayer(player), image } as const],
      answer: () => imageDescriptor('players', image),
    }
  },
}

interface ImagePage {
  readonly skip: number
  readonly limit: number
  /** All fields if empty. Spec 4.1. */
  readonly fields: FieldTree
}

/** Lists a page of the design's images, with the selected fields. Spec 2 `GET /design/images`. */
export const listImages: ImageOperation<ImagePage, readonly unknown[]> = {
  kind: 'gallery',
  name: 'images.list',
  use: (images, { skip, limit, fields }) => {
    const page = images.list(skip, limit)
    return fields.size === 0 ? page : page.map((image) => pickFields(image, fields))
  },
}

/** Returns the descriptor of an image that was just stored in the design. Spec 2 `POST /design/images`. */
export const addImage: ImageOperation<{ readonly image: string }, ImageDescriptor> = {
  kind: 'gallery',
  name: 'images.add',
  use: (_, { image }) => imageDescriptor('design', image),
}

/** Shows an image of the design, or a built-in one. Spec 2 `GET /design/images/:image_id`, 5.5. */
export const showImage: ImageOperation<ImageQuery & { readonly id: string }, ShownImage> = {
  kind: 'gallery',
  name: 'images.show',
  use: (_, { id, size }) => ({
    sources: [isBuiltInId(id) ? { builtIn: id, of: id } : { album: 'design', id }],
    size,
    missing: fault('image_not_found', { id }),
  }),
}

/** Deletes an image of the design. Components that name it then show the built-in image. Spec 2, 4.1. */
export const deleteImage: ImageOperation<{ readonly id: string }, Message> = {
  kind: 'gallery',
  name: 'images.delete',
  use: async (images, { id }) =>
    (await images.delete(id))
      ? { message: `The image '${id}' has been deleted successfully` }
      : fault('image_not_found', { id }),
}
