import type { GameView } from '../game-operation.ts'
import type { Metric } from './design.ts'

/** The metrics of the design, in order of id. Spec 1 `GET /runtime/definitions/metrics`. */
export const listMetrics: GameView<Record<never, never>, readonly Metric[]> = {
  kind: 'view',
  name: 'metrics.list',
  view: (_, __, { design }) => [...design.metrics.values()],
}
