import type { GameState } from '../game-state.ts'
import { metricIncompatibilities } from '../metrics/incompatibilities.ts'
import type { Design } from './design.ts'
import type { Incompatibility } from './issue.ts'

/** What each kind of component has to say. */
const ofKinds = [metricIncompatibilities]

/** What of the live state a design has no place for that the one in force has. Spec 4.13. */
export function incompatibilities(state: GameState, before: Design, after: Design): readonly Incompatibility[] {
  return ofKinds.flatMap((ofKind) => ofKind(state, before, after))
}
