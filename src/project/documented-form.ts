import * as z from 'zod'
import { isRecord } from '../game/kernel/json-value.ts'
import { shorthandOf } from '../game/kernel/shorthand.ts'
import { mapFields } from '../game/kernel/json-value.ts'
import { shownSchema } from '../game/kernel/shown-as.ts'

/** Turns a value that people wrote into the form that the documents show. A value in that form stays the same value. */
export type Form = (value: unknown) => unknown

const forms = new WeakMap<z.core.$ZodType, Form>()

/** Reads the shorthands that a schema has for files, wherever they stand in a value; all else stays as it is. Spec 6.1. */
export function formOf(schema: z.core.$ZodType): Form {
  const known = forms.get(schema)
  if (known) return known
  // Made when it is first used: there are schemas that hold themselves.
  let made: Form | undefined
  const form: Form = (value) => (made ??= makeForm(schema))(value)
  forms.set(schema, form)
  return form
}

const asItIs: Form = (value) => value

function makeForm(schema: z.core.$ZodType): Form {
  const shorthand = shorthandOf(schema)
  if (shorthand) return shorthand.read
  const shown = shownSchema(schema)
  if (shown) return formOf(shown)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return formOfFields(new Map(Object.entries(def.shape).map(([name, field]) => [name, formOf(field)])))
    case 'record': {
      const form = formOf(def.valueType)
      return (value) => (isRecord(value) ? mapFields(value, form) : value)
    }
    case 'array': {
      const form = formOf(def.element)
      return formOfElements(() => form)
    }
    case 'tuple': {
      const items = def.items.map(formOf)
      return formOfElements((place) => items[place] ?? asItIs)
    }
    case 'union':
      return 'discriminator' in def
        ? formOfOptions(def as z.core.$ZodDiscriminatedUnionDef)
        : firstOf(def.options.map(formOf))
    case 'optional':
      return formOf(def.innerType)
    default:
      return asItIs
  }
}

function formOfFields(fields: ReadonlyMap<string, Form>): Form {
  return (value) => (isRecord(value) ? mapFields(value, (field, name) => (fields.get(name) ?? asItIs)(field)) : value)
}

function formOfElements(formAt: (place: number) => Form): Form {
  return (value) => {
    if (!Array.isArray(value)) return value
    const before: readonly unknown[] = value
    let changed: unknown[] | undefined
    for (const [place, element] of before.entries()) {
      const now = formAt(place)(element)
      if (now !== element) (changed ??= [...before])[place] = now
    }
    return changed ?? before
  }
}

/** That of the option which a field names. */
function formOfOptions({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): Form {
  const named = options.map((option) => [option._zod.propValues?.[discriminator], formOf(option)] as const)
  return (value) => {
    const name = isRecord(value) ? value[discriminator] : undefined
    const [, form = asItIs] = named.find(([names]) => names?.has(name as string)) ?? []
    return form(value)
  }
}

/** That of the first option which has a shorthand for the value. */
function firstOf(options: readonly Form[]): Form {
  return (value) => {
    for (const form of options) {
      const read = form(value)
      if (read !== value) return read
    }
    return value
  }
}
