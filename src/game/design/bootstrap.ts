import { z } from 'zod'
import { idSchema, strictObject } from '../kernel/schema.ts'
import { suggestion } from '../kernel/nearest.ts'
import type { Metrics } from '../metrics/design.ts'
import { checkReward, compileReward, rewardFields, type Reward } from '../rules/reward.ts'
import { MAX_WORK, tooMuchGiven, workOfGifts } from '../rules/work.ts'
import { linkRole, linkTeamReference, type TeamRoles } from '../teams/reference.ts'
import { within, type Report } from './component.ts'
import { accessSettings, laneOrRole } from './instance-settings.ts'

const MAX_SCORES = 1000
const MAX_INSTANCES = 100
const MAX_ROLES = 100

/** A process or team to be made. */
const instanceFields = {
  definition: z.string(),
  id: idSchema,
  name: z.string().min(1).max(256).optional(),
  access: z.enum(accessSettings).optional(),
}

/** What each new player starts with. Spec 4.12. */
export const bootstrapSchema = strictObject({
  scores: z
    .array(
      strictObject({ metric: rewardFields.metric, value: rewardFields.value }).superRefine((score, check) =>
        checkReward({ ...score, verb: 'set' }, check),
      ),
    )
    .max(MAX_SCORES)
    .optional(),
  processes: z.array(strictObject(instanceFields)).max(MAX_INSTANCES).optional(),
  teams: z
    .array(strictObject({ ...instanceFields, roles: z.array(laneOrRole).max(MAX_ROLES).optional() }))
    .max(MAX_INSTANCES)
    .optional(),
})
export type BootstrapDesign = z.output<typeof bootstrapSchema>

/** What a bootstrap may refer to. */
export interface BootstrapCatalogue {
  readonly metrics: Metrics
  readonly processIds: ReadonlySet<string>
  readonly teams: TeamRoles
}

/** The scores that a new player is given, as rewards that set; what the rest refers to in vain is reported. */
export function compileBootstrap(
  { scores = [], processes = [], teams = [] }: BootstrapDesign,
  catalogue: BootstrapCatalogue,
  report: Report,
): Reward[] {
  const rewards = scores.flatMap((score, i) => {
    const reward = compileReward({ ...score, verb: 'set' }, catalogue.metrics, new Set(), within(report, 'scores', i))
    return reward ? [reward] : []
  })
  if (workOfGifts(rewards) > MAX_WORK) report(['scores'], tooMuchGiven)
  const { processIds } = catalogue
  processes.forEach(({ definition: id }, i) => {
    if (!processIds.has(id))
      report(['processes', i, 'definition'], `unknown process '${id}'${suggestion(id, processIds)}`, `processes/${id}`)
  })
  teams.forEach(({ definition: id, roles: given = [] }, i) => {
    const roles = linkTeamReference(id, catalogue.teams, ['teams', i, 'definition'], report)
    if (roles) given.forEach((role, j) => linkRole(role, { id, roles }, ['teams', i, 'roles', j], report))
  })
  return rewards
}
