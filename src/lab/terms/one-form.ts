import * as z from 'zod'
import { isRecord } from '../../game/kernel/json-value.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import { nearest } from '../../game/kernel/nearest.ts'
import { customIssue } from '../../game/kernel/schema-problems.ts'
import { shownAs } from '../../game/kernel/shown-as.ts'

/** Schemas of objects, each by the field that only objects of its form have. */
type ObjectForms = Readonly<Record<string, z.ZodType>>

type OneForm<Forms extends ObjectForms, Plain extends z.ZodType> = z.ZodType<
  z.output<Forms[keyof Forms]> | z.output<Plain>
>

/**
 * Returns the schema of a value in one of several forms: an object, whose form one of its fields identifies, or a value
 * that is not an object. All problems are those of the form that the author chose. `expected` describes the forms to an
 * author who chose none.
 */
export function oneForm<Forms extends ObjectForms, Plain extends z.ZodType = z.ZodNever>(
  expected: string,
  forms: Forms,
  plain?: Plain,
): OneForm<Forms, Plain> {
  const read = z.unknown().transform((value, check) => {
    const isPlain = value !== undefined && !isRecord(value) && !Array.isArray(value)
    const form = plain && isPlain ? { schema: plain } : formOf(value, forms, expected)
    if ('path' in form) {
      check.issues.push({ ...form, input: value })
      return z.NEVER
    }
    const parsed = form.schema.safeParse(value, { reportInput: true })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) check.issues.push(...explained(issue, form.field))
    return z.NEVER
  })
  // The compiler cannot infer that the data are those of one of the schemas.
  return shownAs(read as unknown as OneForm<Forms, Plain>, () =>
    z.union([...Object.values(forms), ...(plain ? [plain] : [])]),
  )
}

type Issue = ReturnType<typeof customIssue>

/** The schema of a value, and the field that chose it. */
interface ChosenForm {
  readonly schema: z.ZodType
  readonly field?: string
}

function formOf(value: unknown, forms: ObjectForms, expected: string): ChosenForm | Issue {
  const given = isRecord(value) ? Object.keys(value) : []
  const chosen = given.filter((field) => Object.hasOwn(forms, field))
  const [field = '', another] = chosen
  const schema = forms[field]
  if (schema === undefined) return noForm(value, given, Object.keys(forms), expected)
  return another === undefined
    ? { schema, field }
    : customIssue([another], `expected only one of ${chosen.map((one) => `'${one}'`).join(' and ')}`)
}

/** Returns the issue of a value that chooses no form: its misspelt field, or else what was expected. */
function noForm(value: unknown, given: readonly string[], fields: readonly string[], expected: string): Issue {
  const misspelt = given.find((field) => nearest(field, fields) !== undefined)
  if (misspelt !== undefined)
    return customIssue([misspelt], (suggest) => `unknown field ${quoted(misspelt)}${suggest(misspelt, fields)}`)
  return customIssue([], value === undefined ? `missing; ${expected}` : expected)
}

/** Lists the fields of the chosen form in the message for an unknown field that resembles none of them. */
function explained(issue: z.core.$ZodIssue, chosen: string | undefined): z.core.$ZodRawIssue[] {
  if (issue.code !== 'unrecognized_keys' || chosen === undefined) return [{ ...issue, input: issue.input } as never]
  const known = issue.message.split('\n')
  const others = known.filter((field) => field !== chosen)
  return issue.keys.map((key) => ({
    ...customIssue([...(issue.path as string[]), key], (suggest) => {
      const meant = suggest(key, known)
      return `unknown field ${quoted(key)}${meant || `; with '${chosen}', expected only ${listed(others)}`}`
    }),
    input: issue.input,
  }))
}

const listed = (fields: readonly string[]): string => fields.map((field) => `'${field}'`).join(', ')

/** The value of a field that only identifies a form. */
export const onlyTrue = shownAs(
  z
    .boolean()
    .refine((given) => given, 'expected true')
    .transform(() => true as const),
  () => z.literal(true),
)
