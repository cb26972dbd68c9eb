import type { GameView } from '../game-operation.ts'
import type { GameInfo } from '../kernel/game-info.ts'

/** What the game says of itself. Spec 2 `GET /admin/`. */
export const readStatus: GameView<Record<never, never>, GameInfo> = {
  kind: 'view',
  name: 'game.status',
  view: (_, __, { game }) => game,
}
