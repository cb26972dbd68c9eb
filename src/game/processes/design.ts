import { z } from 'zod'
import { rateSchema } from '../actions/rate.ts'
import { commonFields, within, type Report } from '../design/component.ts'
import { accessList, instanceLimit, laneOrRole } from '../design/instance-settings.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'
import {
  compileRequirement,
  requirementSchema,
  type RequirementCatalogue,
  type RequirementDesign,
} from '../rules/requirement.ts'
import { checkReward, compileReward, probabilitySchema, rewardSchema } from '../rules/reward.ts'
import { checkFlow, type FlowDesign } from './flow.ts'

const MAX_LANES = 100
const MAX_NODES = 1000
const MAX_REWARDS = 1000

const noVariables: ReadonlySet<string> = new Set()

/** A reward of an activity. Spec 4.5, 4.9. */
const activityReward = strictObject({
  ...rewardSchema.shape,
  recurring: z.boolean().optional(),
  resolution: z.string().optional(),
}).superRefine(checkReward)

/** How many times more a task can be performed: "0", "3", "Infinity". */
const loopSchema = instanceLimit

const nodeFields = { id: idSchema, name: z.string().min(1).max(256), lane: z.string().optional() }

const activityFields = {
  ...nodeFields,
  description: z.string().max(4096).optional(),
  loop: loopSchema.optional(),
  rewards: z.array(activityReward).max(MAX_REWARDS).optional(),
  requires: requirementSchema.optional(),
  probability: probabilitySchema.optional(),
  rate: rateSchema.optional(),
}

interface Container {
  readonly activities?: readonly ActivityDesign[] | undefined
}

/** A task, or a sub_process with nodes of its own. */
interface ActivityDesign extends Container {
  readonly id: string
  readonly rewards?: readonly z.output<typeof activityReward>[] | undefined
  readonly requires?: RequirementDesign | undefined
}

const gatewaySchema = strictObject({ ...nodeFields, type: z.enum(['parallel', 'exclusive']) })
const flowSchema = strictObject({ src: z.string(), tgt: z.string(), retry: z.boolean().optional() })

const flowFields = {
  gateways: z.array(gatewaySchema).max(MAX_NODES).optional(),
  sequence_flows: z.array(flowSchema).max(MAX_NODES).optional(),
}

const activitySchema: z.ZodType<ActivityDesign> = z.discriminatedUnion('type', [
  strictObject({ ...activityFields, type: z.literal('task') }),
  strictObject({
    ...activityFields,
    type: z.literal('sub_process'),
    key: z.string().optional(),
    get activities(): z.ZodOptional<z.ZodArray<z.ZodType<ActivityDesign>>> {
      return z.array(activitySchema).max(MAX_NODES).optional()
    },
    ...flowFields,
  }),
]) as unknown as z.ZodType<ActivityDesign>

/** The design of a process. Spec 4.9. */
export const processSchema = strictObject({
  ...commonFields,
  lanes: z
    .array(strictObject({ name: laneOrRole, default: z.boolean().optional() }))
    .max(MAX_LANES)
    .refine(
      (lanes) => new Set(lanes.map(({ name }) => name)).size === lanes.length,
      'expected lanes of different names',
    )
    .optional(),
  activities: z.array(activitySchema).max(MAX_NODES).optional(),
  ...flowFields,
  settings: strictObject({
    access: accessList.optional(),
    max_global_instances: instanceLimit.optional(),
    max_active_global_instances: instanceLimit.optional(),
    max_player_instances: instanceLimit.optional(),
    max_active_player_instances: instanceLimit.optional(),
    requires: requirementSchema.optional(),
    public: z.boolean().optional(),
  }).optional(),
  conditions: z.unknown().optional(),
}).superRefine((design, check) =>
  checkFlow(design as FlowDesign, (path, message) => check.addIssue({ code: 'custom', path: [...path], message })),
)
export type ProcessDesign = z.output<typeof processSchema>

/** Reports what a process's design refers to in vain. */
export function linkProcess(design: ProcessDesign, catalogue: RequirementCatalogue, report: Report): void {
  compileRequirement(design.settings?.requires, catalogue, within(report, 'settings', 'requires'))
  linkActivities(design, catalogue, report)
}

function linkActivities({ activities = [] }: Container, catalogue: RequirementCatalogue, report: Report): void {
  activities.forEach((activity, i) => {
    const here = within(report, 'activities', i)
    compileRequirement(activity.requires, catalogue, within(here, 'requires'))
    activity.rewards?.forEach((reward, j) =>
      compileReward(reward, catalogue.metrics, noVariables, within(here, 'rewards', j)),
    )
    linkActivities(activity, catalogue, here)
  })
}
