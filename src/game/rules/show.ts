import type { Shape } from '../kernel/answer-shapes.ts'
import { referTo } from '../metrics/score.ts'
import type { shownReward } from './answer-schema.ts'
import type { Reward } from './reward.ts'

/** A reward in lists, with its formulas as text. Spec 1 "Action definition", 4.6, 4.16 "Lists". */
export type ShownReward = Shape<typeof shownReward>

/** Converts a reward for lists. */
export function showReward({ metric, written, verb, probability }: Reward): ShownReward {
  return { metric: referTo(metric), value: written, verb, probability }
}
