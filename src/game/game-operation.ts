import type { PreparedPlay } from './actions/evolve.ts'
import type { deployed } from './design/answer-schema.ts'
import type { Design } from './design/design.ts'
import type { DesignSource } from './design/source.ts'
import type { GameState } from './game-state.ts'
import type { DesignImages } from './images/shown-image.ts'
import type { Shape } from './kernel/answer-shapes.ts'
import type { GalleryOperation } from './kernel/image-album.ts'
import type { Command, Context, Operation, View, Walk, LogoutOperation, TokenOperation } from './kernel/operation.ts'
import type { VersionDeployment, VersionEdit, VersionOperation, VersionView } from './kernel/version-operation.ts'
import type { BoardRequest } from './leaderboards/reading/reading.ts'
import type { Observer } from './rules/observer.ts'

/**
 * Everything that a decision of this game can use in addition to state and input. It reports to the `observer` what it
 * examines.
 */
export interface GameContext extends Context<Design> {
  readonly observer?: Observer | undefined
}

/** The operations of the kernel, for the state and design of this game. */
export type GameCommand<I, R> = Command<GameState, GameContext, I, R, PreparedPlay>
export type GameView<I, R> = View<GameState, GameContext, I, R>
export type GameWalk<I, R> = Walk<GameState, GameContext, I, R, BoardRequest>
export type GameOperation<I, R> = Operation<GameState, GameContext, I, R, BoardRequest, PreparedPlay>

/** The result of a deployment. `version` is the label of the design, or `latest` if it has none yet. Spec 4.13. */
export type DeployedVersion = Shape<typeof deployed>

/** The operations of the kernel on versions, for the versions of a design. */
export type DesignView<I, R> = VersionView<DesignSource, I, R>
export type DesignEdit<I, R> = VersionEdit<DesignSource, I, R>
export type DesignDeployment<I, R> = VersionDeployment<DeployedVersion, I, R>
export type DesignOperation<I, R> = VersionOperation<DesignSource, DeployedVersion, I, R>

/** The operation of the kernel on images, for the images of the design. */
export type ImageOperation<I, R> = GalleryOperation<DesignImages, I, R>

/** The operation of the kernel that issues a token, for this game. */
export type GameTokenOperation<R> = TokenOperation<GameState, GameContext, R>

/** Any operation that a route can run. */
export type RouteOperation<I, R> =
  | GameOperation<I, R>
  | DesignOperation<I, R>
  | ImageOperation<I, R>
  | GameTokenOperation<R>
  | LogoutOperation<R>
