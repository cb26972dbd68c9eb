import * as z from 'zod'
import { faultTable, type FaultCode } from '../../game/kernel/fault.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { customIssue } from '../../game/kernel/schema-problems.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import { MAX_RULE_DELAY_MS, parseRoutePattern } from '../../interface/route-pattern.ts'

const isCode = (text: string): text is FaultCode => Object.hasOwn(faultTable, text)

const route = z.string().transform((text, check) => {
  const pattern = parseRoutePattern(text)
  if (typeof pattern !== 'string') return pattern
  check.addIssue(pattern)
  return z.NEVER
})

const error = z.string().transform((text, check) => {
  if (isCode(text)) return text
  check.addIssue(customIssue([], (suggest) => `unknown error ${quoted(text)}${suggest(text, Object.keys(faultTable))}`))
  return z.NEVER
})

const ruleBody = strictObject({
  route,
  status: z.int().min(400).max(599).optional(),
  error: error.optional(),
  delay_ms: z.int().min(0).max(MAX_RULE_DELAY_MS).optional(),
  drop: z.boolean().optional(),
  rate: z.number().min(0).max(1),
  times: z.int().min(1).optional(),
}).superRefine(({ drop, status, error: code }, check) => {
  if (drop && (status ?? code) !== undefined)
    check.addIssue(customIssue(['drop'], "expected no 'error' and no 'status': a dropped call gets no answer"))
})

/** Returns the schema of a fault rule. Spec 6.6. */
export const ruleSchema = () => ruleBody
export type RuleBody = z.output<typeof ruleBody>
