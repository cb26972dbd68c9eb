import * as z from 'zod'
import { isRecord, mapFields } from '../game/kernel/json-value.ts'
import { shorthandOf } from '../game/kernel/shorthand.ts'
import { shownSchema } from '../game/kernel/shown-as.ts'

/** Converts a value that people wrote to the form that the documents show. Returns a value in that form unchanged. */
export type ToDocumented = (value: unknown) => unknown

const forms = new WeakMap<z.core.$ZodType, ToDocumented>()

/** Returns the conversion of the shorthands that a schema has for files, wherever they are in a value. Spec 6.1. */
export function formOf(schema: z.core.$ZodType): ToDocumented {
  const known = forms.get(schema)
  if (known) return known
  // Create it at the first use, because schemas can contain themselves.
  let made: ToDocumented | undefined
  const form: ToDocumented = (value) => (made ??= makeForm(schema))(value)
  forms.set(schema, form)
  return form
}

const unchanged: ToDocumented = (value) => value

function makeForm(schema: z.core.$ZodType): ToDocumented {
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
      return formOfElements((index) => items[index] ?? unchanged)
    }
    case 'union':
      return 'discriminator' in def
        ? formOfOptions(def as z.core.$ZodDiscriminatedUnionDef)
        : firstOf(def.options.map(formOf))
    case 'optional':
      return formOf(def.innerType)
    default:
      return unchanged
  }
}

function formOfFields(fields: ReadonlyMap<string, ToDocumented>): ToDocumented {
  return (value) =>
    isRecord(value) ? mapFields(value, (field, name) => (fields.get(name) ?? unchanged)(field)) : value
}

function formOfElements(formAt: (index: number) => ToDocumented): ToDocumented {
  return (value) => {
    if (!Array.isArray(value)) return value
    const before: readonly unknown[] = value
    let changed: unknown[] | undefined
    for (const [index, element] of before.entries()) {
      const now = formAt(index)(element)
      if (now !== element) (changed ??= [...before])[index] = now
    }
    return changed ?? before
  }
}

/** Returns the form of the option that the discriminator selects. */
function formOfOptions({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): ToDocumented {
  const named = options.map((option) => [option._zod.propValues?.[discriminator], formOf(option)] as const)
  return (value) => {
    const name = isRecord(value) ? value[discriminator] : undefined
    const [, form = unchanged] = named.find(([names]) => names?.has(name as string)) ?? []
    return form(value)
  }
}

/** Returns the form of the first option that has a shorthand for the value. */
function firstOf(options: readonly ToDocumented[]): ToDocumented {
  return (value) => {
    for (const form of options) {
      const read = form(value)
      if (read !== value) return read
    }
    return value
  }
}
