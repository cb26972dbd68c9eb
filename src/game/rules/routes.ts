import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { idSchema, listOf, namedEntries, strictObject } from '../kernel/schema.ts'
import { evaluation } from './answer-schema.ts'
import { evaluateRule, listRules, MAX_EVALUATIONS, type ListedRule } from './operations.ts'
import { scopesBody } from './scopes.ts'

const variableV1 = z.strictObject({ name: z.string(), type: z.enum(['int', 'string']) })
const variable = variableV1.extend({ required: z.boolean(), default: z.union([z.string(), z.number()]).optional() })

const ruleOf = <T extends z.ZodType>(each: T) =>
  z.strictObject({ id: z.string(), name: z.string(), type: z.literal('custom'), variables: z.array(each) })

const list = {
  method: 'GET',
  resource: 'admin',
  caller: 'operator',
  op: listRules,
  input: () => ({}),
  summary: 'List the custom rules',
  faults: [],
} as const

const bodySchema = () =>
  strictObject({
    data: listOf(
      strictObject({
        player_ids: listOf(idSchema, MAX_EVALUATIONS),
        variables: namedEntries.default({}),
        scopes: scopesBody.optional(),
      }),
      MAX_EVALUATIONS,
    ).refine(
      (data) => data.reduce((sum, { player_ids }) => sum + player_ids.length, 0) <= MAX_EVALUATIONS,
      `expected at most ${MAX_EVALUATIONS} players in one call`,
    ),
    scopes: scopesBody.default([]),
  })

type Request = { params: { rule_id: string }; body: z.output<ReturnType<typeof bodySchema>> }

const evaluate = {
  method: 'POST',
  resource: 'admin',
  caller: 'operator',
  op: evaluateRule,
  summary: 'Evaluate a custom rule for players',
  params: () => z.object({ rule_id: idSchema }),
  body: bodySchema,
  input: ({ params, body }: Request) => ({ rule: params.rule_id, ...body }),
  out: () => z.array(z.array(evaluation())),
  faults: [
    'invalid_request',
    'rule_not_found',
    'player_not_found',
    'leaderboard_not_found',
    'team_instance_not_found',
    'invalid_formula',
  ],
} as const

/** Version 1 shows only the name and type of a variable. Spec 3. */
const presentV1 = ({ variables, ...rule }: ListedRule) => ({
  ...rule,
  variables: variables.map(({ name, type }) => ({ name, type })),
})
const present = ({ variables, ...rule }: ListedRule) => ({
  ...rule,
  variables: variables.map((each) => ({ ...each, required: each.required ?? false })),
})

/** The routes that list and evaluate custom rules. */
export const ruleRoutes = [
  defineRoute({
    ...list,
    api: 'v2',
    path: '/admin/rules',
    out: () => z.array(ruleOf(variable)),
    present: (rules) => rules.map(present),
  }),
  defineRoute({
    ...list,
    api: 'v1',
    path: '/game/rule',
    out: () => z.array(ruleOf(variableV1)),
    present: (rules) => rules.map(presentV1),
  }),
  defineRoute({ ...evaluate, api: 'v2', path: '/admin/rules/:rule_id' }),
  defineRoute({ ...evaluate, api: 'v1', path: '/game/rule/:rule_id' }),
] as const
