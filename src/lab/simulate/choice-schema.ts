import * as z from 'zod'
import { listOf, nameSchema, playCount, strictObject } from '../../game/kernel/schema.ts'
import { byName } from './by-name.ts'
import { variableValueSchema } from './drawn-amounts.ts'
import { oneForm, onlyTrue } from './one-form.ts'
import type { Choice } from './simulation.ts'

/** The limits of scopes and variables of one choice. */
const MAX_SCOPES = 100
const MAX_VARIABLES = 100

const MAX_WEIGHT = 1_000_000_000

/** The name of something in the design, which is looked up there. */
const named = z.string().max(256)

const weightField = {
  weight: z.number().positive('expected a weight above 0').max(MAX_WEIGHT).optional(),
}

const action = strictObject({
  action: named,
  ...weightField,
  count: playCount.optional(),
  scopes: listOf(strictObject({ id: named.min(1), entity_id: named.min(1).exactOptional() }), MAX_SCOPES).optional(),
  variables: byName(nameSchema, variableValueSchema, MAX_VARIABLES).optional(),
}).transform(({ action: id, weight = 1, count = 1, scopes = [], variables = {} }): Choice => ({
  kind: 'action',
  action: id,
  weight,
  count,
  scopes,
  variables,
}))

const process = strictObject({ process: named, ...weightField }).transform(({ process: id, weight = 1 }): Choice => ({
  kind: 'process',
  process: id,
  weight,
}))

const team = strictObject({ team: named, ...weightField }).transform(({ team: id, weight = 1 }): Choice => ({
  kind: 'team',
  team: id,
  weight,
}))

const nothing = strictObject({ nothing: onlyTrue, ...weightField }).transform(({ weight = 1 }): Choice => ({
  kind: 'nothing',
  weight,
}))

/** What a player tries, and how likely compared with their other choices. Spec 7.1 "Choices". */
export const choiceSchema: z.ZodType<Choice> = oneForm(
  `expected a choice: an object with 'action', 'process', 'team' or 'nothing'`,
  { action, process, team, nothing },
)
