import * as z from 'zod'
import { scope } from '../actions/shapes.ts'
import { playerReference, type Shape } from '../kernel/answer-shapes.ts'
import { optional, vars } from '../kernel/history-shapes.ts'
import { strictObject } from '../kernel/schema.ts'
import { changes } from '../metrics/shapes.ts'

/** A rule of the design changed something after a player acted. Spec 4.7, 5.3. */
const ruleFollowed = strictObject({
  event: z.enum(['level', 'achievement']),
  actor: playerReference,
  rule: strictObject({ id: z.string() }),
  changes,
})
export type RuleFollowed = Shape<typeof ruleFollowed>

/** An operator evaluated a custom rule for a player. Spec 4.7, 5.3. */
const customRuleEvaluated = strictObject({
  event: z.literal('custom_rule'),
  actor: playerReference,
  rule: strictObject({ id: z.string(), name: z.string(), vars }),
  changes,
  engine: optional(strictObject({ scopes: z.array(scope) })),
})
export type CustomRuleEvaluated = Shape<typeof customRuleEvaluated>

/** The events of rules. */
export const ruleEvents = { level: ruleFollowed, achievement: ruleFollowed, custom_rule: customRuleEvaluated }
export type RuleEvent = Shape<(typeof ruleEvents)[keyof typeof ruleEvents]>
