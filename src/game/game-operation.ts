import type { deployed } from './design/answer-schema.ts'
import type { Design } from './design/design.ts'
import type { DesignSource } from './design/source.ts'
import type { GameState } from './game-state.ts'
import type { DesignImages } from './images/shown-image.ts'
import type { GalleryOperation } from './kernel/gallery-operation.ts'
import type { LogoutOperation } from './kernel/logout-operation.ts'
import type { Command, Context, Operation, View, Walk } from './kernel/operation.ts'
import type { Shape } from './kernel/shapes.ts'
import type { TokenOperation } from './kernel/token-operation.ts'
import type { BoardRequest } from './leaderboards/reading/reading.ts'
import type { Observer } from './rules/observer.ts'
import type { VersionDeployment, VersionEdit, VersionOperation, VersionView } from './kernel/version-operation.ts'

/** All that a decision of this game may know beside state and input; it tells the `observer` what it looks at. */
export interface GameContext extends Context<Design> {
  readonly observer?: Observer | undefined
}

/** The kernel's operations, over this game's state and design. */
export type GameCommand<I, R> = Command<GameState, GameContext, I, R>
export type GameView<I, R> = View<GameState, GameContext, I, R>
export type GameWalk<I, R> = Walk<GameState, GameContext, I, R, BoardRequest>
export type GameOperation<I, R> = Operation<GameState, GameContext, I, R, BoardRequest>

/** What came of a deployment; `version` is the label of the design, or `latest` where it has none yet. Spec 4.13. */
export type DeployedVersion = Shape<typeof deployed>

/** The kernel's operations on versions, over the versions of a design. */
export type DesignView<I, R> = VersionView<DesignSource, I, R>
export type DesignEdit<I, R> = VersionEdit<DesignSource, I, R>
export type DesignDeployment<I, R> = VersionDeployment<DeployedVersion, I, R>
export type DesignOperation<I, R> = VersionOperation<DesignSource, DeployedVersion, I, R>

/** The kernel's operation on images, over those of the design. */
export type ImageOperation<I, R> = GalleryOperation<DesignImages, I, R>

/** The kernel's operation that gives a token, over this game. */
export type GameTokenOperation<R> = TokenOperation<GameState, GameContext, R>

/** Whatever a route can run. */
export type RouteOperation<I, R> =
  | GameOperation<I, R>
  | DesignOperation<I, R>
  | ImageOperation<I, R>
  | GameTokenOperation<R>
  | LogoutOperation<R>
