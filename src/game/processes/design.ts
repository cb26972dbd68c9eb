import * as z from 'zod'
import { rateSchema } from '../actions/rate.ts'
import { commonFields } from '../design/component.ts'
import { accessList, instanceLimit, laneOrRole } from '../design/instance-settings.ts'
import { customIssue } from '../kernel/schema-problems.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'
import { requirementSchema } from '../rules/requirement.ts'
import { checkReward, probabilitySchema, rewardSchema } from '../rules/reward.ts'
import type { ActivityDesign } from './container.ts'
import { checkFlow } from './flow.ts'

const MAX_LANES = 100
const MAX_NODES = 1000
/** Each activity of a fork has one flow in and one flow out. */
const MAX_FLOWS = 4 * MAX_NODES
const MAX_REWARDS = 1000

/** A reward of an activity. Spec 4.5, 4.9. */
const activityReward = strictObject({
  ...rewardSchema.shape,
  recurring: z.boolean().optional(),
  resolution: z.string().optional(),
}).superRefine(checkReward)

/** How often a task can be repeated: "0", "3", "Infinity". */
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

const gatewaySchema = strictObject({ ...nodeFields, type: z.enum(['parallel', 'exclusive']) })
const flowSchema = strictObject({ src: z.string(), tgt: z.string(), retry: z.boolean().optional() })

const flowFields = {
  gateways: z.array(gatewaySchema).max(MAX_NODES).optional(),
  sequence_flows: z.array(flowSchema).max(MAX_FLOWS).optional(),
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
    .refine((lanes) => new Set(lanes.map(({ name }) => name)).size === lanes.length, 'expected each lane name once')
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
}).superRefine((design, check) => checkFlow(design, (path, words) => check.addIssue(customIssue(path, words))))
/** A process definition as its author writes it. */
export type ProcessDesign = z.output<typeof processSchema>
