import * as z from 'zod'
import { errorCode } from '../../game/kernel/error-code.ts'
import { customIssue } from '../../game/kernel/schema-problems.ts'
import { strictObject } from '../../game/kernel/schema.ts'
import { oneForm, onlyTrue } from '../terms/one-form.ts'
import { flowFigures, metricFigures, type Bounds } from './simulation.ts'

/** A name with its parts, which is looked up in the design. */
const named = z.string().max(256)

/** A day of the simulation, counted from 1. */
const day = z.int().min(1)

const personaField = { persona: z.string().max(64).optional() }

/** Reports missing bounds, and bounds in the wrong order. */
function checkBounds({ min, max }: Bounds, check: z.RefinementCtx): void {
  if (min === undefined && max === undefined) check.addIssue("expected 'min', 'max' or both")
  else if (min !== undefined && max !== undefined && min > max)
    check.addIssue(customIssue(['min'], 'expected min to be at most max'))
}

const boundsOf = (bound: z.ZodNumber) =>
  strictObject({ min: bound.optional(), max: bound.optional() }).superRefine(checkBounds)

const SHARE = 'expected a share from 0 to 1'
const share = boundsOf(z.number().min(0, SHARE).max(1, SHARE))
const fromZero = boundsOf(z.number().min(0))

const figureFields = { min: z.number().optional(), max: z.number().optional(), ...personaField }

const reachFields = { reach: named, by_day: day.optional(), ...personaField }

const reach = oneForm(
  `expected one of 'share', 'median_days' and 'median_plays' next to 'reach', such as "share": { "min": 0.5 }`,
  {
    share: strictObject({ ...reachFields, share }),
    median_days: strictObject({ ...reachFields, median_days: fromZero }),
    median_plays: strictObject({ ...reachFields, median_plays: fromZero }),
  },
)

/** The forms of expectations. The field with the name of the form identifies it. */
const forms = {
  reach,
  metric: strictObject({
    metric: named,
    of: z.enum(metricFigures),
    day: day.optional(),
    ...figureFields,
  }).superRefine(checkBounds),
  flow: strictObject({ flow: named, of: z.enum(flowFigures), ...figureFields }).superRefine(checkBounds),
  refused: strictObject({ refused: errorCode, share, ...personaField }),
  active: strictObject({
    active: onlyTrue,
    day: day.optional(),
    share,
    ...personaField,
  }),
}

/** What is expected, as authors write it. The default of a day is the last one. Spec 7.1 "Expectations". */
export const expectationSchema = oneForm(
  `expected an expectation: an object with 'reach', 'metric', 'flow', 'refused' or 'active'`,
  forms,
)

/** The forms that have a meaning at the end of a history, without days and personas. Spec 7.2 `--expect`. */
export const endForms = oneForm(`expected an expectation: an object with 'reach' and 'share', or 'metric' and 'of'`, {
  reach: strictObject({ reach: named, share }),
  metric: strictObject({
    metric: named,
    of: z.enum(metricFigures),
    min: z.number().optional(),
    max: z.number().optional(),
  }).superRefine(checkBounds),
})

/** The greatest number of expectations in a list. */
export const MAX_EXPECTATIONS = 1000

/** A list of what is expected. */
export const expectationsSchema = z.array(expectationSchema).max(MAX_EXPECTATIONS)

/** An expectation whose names are not looked up yet. */
export type WrittenExpectation = z.output<typeof expectationSchema>

/** The name of a form of expectations. */
export type ExpectationForm = keyof typeof forms
