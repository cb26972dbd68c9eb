import * as z from 'zod'
import { parseAmount } from '../kernel/decimal.ts'
import { invalid, type Fault, type InputProblem } from '../kernel/fault.ts'
import type { FormulaValue } from '../kernel/formula-parser.ts'
import { quoted } from '../kernel/message-text.ts'
import { nearest } from '../kernel/nearest.ts'
import { nameSchema, strictObject } from '../kernel/schema.ts'
import { numberOrText, withShorthand } from '../kernel/shorthand.ts'

/** The values of the variables of a play by name: amounts for `int`, texts for `string`. Spec 4.6. */
export type Variables = ReadonlyMap<string, FormulaValue>

/** The variables of an action that declares none, as most actions do. One object serves all plays. */
export const noVariables: Variables = new Map()

/**
 * The maximum length of the text of a variable, in characters. It equals the limit of descriptions, and is small
 * because every event of a play contains the text.
 */
const MAX_TEXT = 4096

/** A declared variable of an action or a custom rule. Spec 4.6. */
export const variableSchema = strictObject({
  name: nameSchema,
  type: z.enum(['int', 'string']),
  required: z.boolean().optional(),
  default: withShorthand(z.union([z.string(), z.int()]), { ...numberOrText, shown: () => z.int() }).optional(),
}).superRefine(({ type, default: value }, check) => {
  if (value !== undefined && valueAs(type, value) === undefined)
    check.addIssue({
      code: 'custom',
      path: ['default'],
      message: mismatchMessage(type, value, `expected a default of type ${type}`),
    })
})
export type Variable = z.output<typeof variableSchema>

/** The variables of a component. Names must be unique. */
export const variablesSchema = z
  .array(variableSchema)
  .max(100)
  .refine(
    (list) => new Set(list.map((variable) => variable.name)).size === list.length,
    'expected each variable name once',
  )

/**
 * Converts a value to the type of a variable, or returns undefined if it does not match. An `int` can be a string,
 * which keeps all digits of a large number; a JSON number beyond 2^53 has already lost some. Spec 4.16 "Variables".
 */
function valueAs(type: Variable['type'], value: unknown): FormulaValue | undefined {
  if (typeof value === 'string') {
    if (type === 'string') return value.length > MAX_TEXT ? undefined : { text: value }
    return value.includes('.') ? undefined : parseAmount(value)
  }
  return type === 'int' && Number.isSafeInteger(value) ? (value as number) + 0 : undefined
}

/** Returns why `valueAs` returned undefined: `otherType` if the type does not match. */
function mismatchMessage(type: Variable['type'], value: unknown, otherType: string): string {
  return type === 'string' && typeof value === 'string'
    ? `expected a string of at most ${MAX_TEXT} characters`
    : otherType
}

const emptyRecord: Readonly<Record<string, never>> = {}

/** The variables of a play in events, by name. An `int` beyond the safe integers is a string. */
type VariableRecord = Readonly<Record<string, string | number>>

/** The variables of a play. */
export interface BoundVariables {
  /** The values that formulas read, one for each declared variable. */
  readonly values: Variables
  /** The variables in the events of the play: the given values, and the defaults. */
  readonly shown: VariableRecord
}

const unbound: BoundVariables = { values: noVariables, shown: emptyRecord }

/** The values of optional variables without a value and without a default. Spec 4.16 "Variables". */
const emptyValues: Readonly<Record<Variable['type'], FormulaValue>> = { int: 0, string: { text: '' } }

/** Returns the value of an optional variable in a play that omits it. Spec 4.16 "Variables". */
export function absentValue({ type, default: otherwise }: Variable): FormulaValue {
  return (otherwise === undefined ? undefined : valueAs(type, otherwise)) ?? emptyValues[type]
}

/**
 * Returns the values of the variables of a play: the given ones, otherwise the defaults. Ignores undeclared variables.
 * The fault lists missing values and values of the wrong type. Spec 4.6, 4.16 "Variables".
 */
export function bindVariables(
  declared: readonly Variable[],
  given: Readonly<Record<string, unknown>>,
  path: string,
): BoundVariables | Fault {
  if (declared.length === 0) return unbound
  const values = new Map<string, FormulaValue>()
  const shown: [string, string | number][] = []
  const problems: InputProblem[] = []
  for (const { name, type, required, default: otherwise } of declared) {
    const value = Object.hasOwn(given, name) ? given[name] : required ? undefined : otherwise
    if (value === undefined) {
      if (required) problems.push({ path: `${path}.${name}`, message: missingMessage(name, type, given, declared) })
      else values.set(name, emptyValues[type])
      continue
    }
    const fitting = valueAs(type, value)
    if (fitting === undefined) {
      const otherType = `expected the variable '${name}' to be of type ${type}`
      problems.push({ path: `${path}.${name}`, message: mismatchMessage(type, value, otherType) })
      continue
    }
    values.set(name, fitting)
    shown.push([name, typeof fitting === 'object' ? fitting.text : fitting])
  }
  return problems.length > 0 ? invalid(problems) : { values, shown: Object.fromEntries(shown) }
}

/** The maximum number of undeclared names that are searched for a misspelt one. */
const MAX_UNDECLARED = 100

/** Returns a message about a missing variable that suggests an undeclared variable with a similar name. */
function missingMessage(
  name: string,
  type: string,
  given: Readonly<Record<string, unknown>>,
  declared: readonly Variable[],
): string {
  const undeclared = Object.keys(given)
    .slice(0, MAX_UNDECLARED)
    .filter((key) => declared.every((variable) => variable.name !== key))
  const misspelt = nearest(name, undeclared)
  const instead = misspelt === undefined ? '' : ` (the play has ${quoted(misspelt)} instead)`
  return `the variable '${name}' of type ${type} is required${instead}`
}

/**
 * Returns the given variables that are declared. The others have no effect, so the history does not keep them. Spec
 * 4.16.
 */
export function declaredValues(
  given: Readonly<Record<string, unknown>>,
  declared: readonly Variable[],
): Readonly<Record<string, unknown>> {
  if (declared.length === 0) return emptyRecord
  // Iterates over the declared variables, because there can be very many others.
  const named = declared.filter(({ name }) => Object.hasOwn(given, name))
  return Object.fromEntries(named.map(({ name }) => [name, given[name]]))
}
