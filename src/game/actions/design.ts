import * as z from 'zod'
import { commonFields, within, type Report } from '../design/component.ts'
import { strictObject } from '../kernel/schema.ts'
import { compileRewardRules } from '../rules/design.ts'
import {
  compileRequirement,
  requirementSchema,
  type Requirement,
  type RequirementCatalogue,
} from '../rules/requirement.ts'
import { checkReward, probabilitySchema, rewardSchema, type RewardRule } from '../rules/reward.ts'
import { variablesSchema, type Variable } from '../rules/variable.ts'
import { compileRate, rateSchema, type Rate } from './rate.ts'

const MAX_RULES = 1000

/** The design of an action. Spec 4.6. */
export const actionSchema = strictObject({
  ...commonFields,
  probability: probabilitySchema.optional(),
  rate: rateSchema.optional(),
  variables: variablesSchema.optional(),
  rules: z
    .array(
      strictObject({
        rewards: z.array(rewardSchema.superRefine(checkReward)).max(MAX_RULES),
        requires: requirementSchema.optional(),
      }),
    )
    .max(MAX_RULES)
    .optional(),
  requires: requirementSchema.optional(),
})
/** An action as its author writes it. */
export type ActionDesign = z.output<typeof actionSchema>

/** A compiled action. */
export interface Action {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  readonly probability: number
  readonly rate: Rate | undefined
  readonly variables: readonly Variable[]
  readonly rules: readonly RewardRule[]
  /** Which players can see and play it. */
  readonly requires: Requirement
}

/** Compiles an action and reports references to components that do not exist. */
export function compileAction(
  design: ActionDesign,
  catalogue: Omit<RequirementCatalogue, 'variables'>,
  report: Report,
): Action {
  const variables = design.variables ?? []
  return {
    id: design.id,
    name: design.name,
    description: design.description,
    probability: design.probability ?? 1,
    rate: design.rate && compileRate(design.rate),
    variables,
    rules: compileRewardRules(design.rules ?? [], variables, catalogue, report),
    requires: compileRequirement(design.requires, { ...catalogue, variables: undefined }, within(report, 'requires')),
  }
}
