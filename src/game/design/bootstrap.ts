import { z } from 'zod'
import { strictObject } from '../kernel/schema.ts'
import type { Metrics } from '../metrics/design.ts'
import { compileReward, rewardFields, type Reward } from '../rules/reward.ts'
import { MAX_WORK, tooMuchGiven, workOfGifts } from '../rules/work.ts'
import { within, type Report } from './component.ts'

const MAX_SCORES = 1000

/** What each new player starts with. Processes and teams are kept as they are until they can be played. Spec 4.12. */
export const bootstrapSchema = strictObject({
  scores: z
    .array(strictObject({ metric: rewardFields.metric, value: rewardFields.value }))
    .max(MAX_SCORES)
    .optional(),
  processes: z.array(z.looseObject({ definition: z.string(), id: z.string() })).optional(),
  teams: z.array(z.looseObject({ definition: z.string(), id: z.string() })).optional(),
})
export type BootstrapDesign = z.output<typeof bootstrapSchema>

/** The scores that a new player is given, as rewards that set. */
export function compileBootstrap(design: BootstrapDesign, metrics: Metrics, report: Report): Reward[] {
  const rewards = (design.scores ?? []).flatMap((score, i) => {
    const reward = compileReward({ ...score, verb: 'set' }, metrics, new Set(), within(report, 'scores', i))
    return reward ? [reward] : []
  })
  if (workOfGifts(rewards) > MAX_WORK) report(['scores'], tooMuchGiven)
  return rewards
}
