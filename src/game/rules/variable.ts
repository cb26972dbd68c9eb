import * as z from 'zod'
import { parseAmount } from '../kernel/decimal.ts'
import type { FormulaValue } from '../kernel/formula-parser.ts'
import { invalid, type Fault, type InputProblem } from '../kernel/fault.ts'
import { nearest } from '../kernel/nearest.ts'
import { quoted } from '../kernel/message-text.ts'
import { nameSchema, strictObject } from '../kernel/schema.ts'
import { numberOrText, withShorthand } from '../kernel/shorthand.ts'

/** Values of the variables of a play by name: amounts of an `int`, texts of a `string`. Spec 4.6. */
export type Variables = ReadonlyMap<string, FormulaValue>

/** Those of what has none, as most actions: nothing is made anew for their plays. */
export const noVariables: Variables = new Map()

/** The text that a variable may hold, in characters, as a description may: every event of a play carries it. */
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
      message: misfit(type, value, `expected a default of type ${type}`),
    })
})
export type Variable = z.output<typeof variableSchema>

/** Variables of a component: each name once. */
export const variablesSchema = z
  .array(variableSchema)
  .max(100)
  .refine(
    (list) => new Set(list.map((variable) => variable.name)).size === list.length,
    'expected each variable name once',
  )

/**
 * The value as the type has it; undefined where it is none. An `int` may come as a string, which keeps every digit of a
 * large one; a JSON number beyond 2^53 has lost some already. Spec 4.16 "Variables".
 */
function valueAs(type: Variable['type'], value: unknown): FormulaValue | undefined {
  if (typeof value === 'string') {
    if (type === 'string') return value.length > MAX_TEXT ? undefined : { text: value }
    return value.includes('.') ? undefined : parseAmount(value)
  }
  return type === 'int' && Number.isSafeInteger(value) ? (value as number) + 0 : undefined
}

/** Why `valueAs` has no value, `otherType` where it is of another type. */
function misfit(type: Variable['type'], value: unknown, otherType: string): string {
  return type === 'string' && typeof value === 'string'
    ? `expected a string of at most ${MAX_TEXT} characters`
    : otherType
}

const nothingNamed: Readonly<Record<string, never>> = {}

/** Variables of a play as events carry them: name to value, an `int` that is no safe JSON number as a string. */
type VariableRecord = Readonly<Record<string, string | number>>

/** The variables of a play. */
export interface BoundVariables {
  /** What formulas read: a value for each declared variable. */
  readonly values: Variables
  /** What its events carry: the values that were given, and the defaults. */
  readonly shown: VariableRecord
}

const unbound: BoundVariables = { values: noVariables, shown: nothingNamed }

/** What an optional variable counts as that has neither a value nor a default. Spec 4.16 "Variables". */
const absent: Readonly<Record<Variable['type'], FormulaValue>> = { int: 0, string: { text: '' } }

/** The value of an optional variable in a play that leaves it out. Spec 4.16 "Variables". */
export function absentValue({ type, default: otherwise }: Variable): FormulaValue {
  return (otherwise === undefined ? undefined : valueAs(type, otherwise)) ?? absent[type]
}

/**
 * The values that a play runs with: those given, else the defaults; undeclared ones are ignored. What is missing or of
 * the wrong type is named. Spec 4.6, 4.16 "Variables".
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
      if (required) problems.push({ path: `${path}.${name}`, message: missing(name, type, given, declared) })
      else values.set(name, absent[type])
      continue
    }
    const fitting = valueAs(type, value)
    if (fitting === undefined) {
      const otherType = `expected the variable '${name}' to be of type ${type}`
      problems.push({ path: `${path}.${name}`, message: misfit(type, value, otherType) })
      continue
    }
    values.set(name, fitting)
    shown.push([name, typeof fitting === 'object' ? fitting.text : fitting])
  }
  return problems.length > 0 ? invalid(problems) : { values, shown: Object.fromEntries(shown) }
}

/** Undeclared names among which a misspelt one is looked for. */
const MAX_STRANGERS = 100

/** Names the missing variable, and a misspelt one that was given in its place. */
function missing(
  name: string,
  type: string,
  given: Readonly<Record<string, unknown>>,
  declared: readonly Variable[],
): string {
  const strangers = Object.keys(given)
    .slice(0, MAX_STRANGERS)
    .filter((key) => declared.every((variable) => variable.name !== key))
  const misspelt = nearest(name, strangers)
  const instead = misspelt === undefined ? '' : ` (the play has ${quoted(misspelt)} instead)`
  return `the variable '${name}' of type ${type} is required${instead}`
}

/** Those of the variables given that are declared: the others mean nothing, so the history need not hold them. Spec 4.16. */
export function declaredIn(
  given: Readonly<Record<string, unknown>>,
  declared: readonly Variable[],
): Readonly<Record<string, unknown>> {
  if (declared.length === 0) return nothingNamed
  // Goes by what is declared: there may be very many others.
  const named = declared.filter(({ name }) => Object.hasOwn(given, name))
  return Object.fromEntries(named.map(({ name }) => [name, given[name]]))
}
