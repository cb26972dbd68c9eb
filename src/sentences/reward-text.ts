import type { RouteOutput } from '../client/route-types.ts'
import { giftWords } from '../game/rules/words.ts'

/** A reward as answers contain it. Spec 1 "Action definition". */
type ShownReward = RouteOutput<'GET /v2/runtime/actions'>[number]['rewards'][number]

/** Describes a reward: `XP +10`, `Trophies +1 Crystal (50%)`. */
export function rewardText({ metric, verb, value, probability }: ShownReward): string {
  return `${metric.name} ${giftWords({ verb, value: typeof value === 'string' ? value : { ...value }, probability })}`
}
