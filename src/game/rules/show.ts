import { referTo, type MetricReference } from '../metrics/score.ts'
import type { Reward, Verb } from './reward.ts'

/** A reward as lists show it: formulas as they were written. Spec 1 "Action definition", 4.6, 4.16 "Lists". */
export interface ShownReward {
  readonly metric: MetricReference
  readonly value: Reward['written']
  readonly verb: Verb
  readonly probability: number
}

export function showReward({ metric, written, verb, probability }: Reward): ShownReward {
  return { metric: referTo(metric), value: written, verb, probability }
}
