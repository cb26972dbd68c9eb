/** The parts of a JSON Schema that the schemas of a design use. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly allOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly maxProperties?: number
  readonly items?: JsonSchema | readonly JsonSchema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly definitions?: Readonly<Record<string, JsonSchema>>
}

/** How a value can be edited. */
export type Shape =
  | { readonly form: 'text'; readonly isLong: boolean }
  | { readonly form: 'number'; readonly isWhole: boolean }
  /** A text or a number. */
  | { readonly form: 'amount' }
  | { readonly form: 'boolean' }
  | { readonly form: 'choice'; readonly options: readonly string[] }
  | { readonly form: 'list'; readonly item: JsonSchema }
  | { readonly form: 'tuple'; readonly items: readonly JsonSchema[] }
  | { readonly form: 'object'; readonly fields: readonly Field[] }
  /** Texts or numbers by name. */
  | { readonly form: 'record'; readonly item: JsonSchema }
  /** Objects of which one field says which others there are. */
  | { readonly form: 'variants'; readonly key: string; readonly options: ReadonlyMap<string, JsonSchema> }
  | { readonly form: 'json' }

/** A field of an object. */
export interface Field {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

/** Fields that no person writes. */
const UNSHOWN: ReadonlySet<string> = new Set(['$schema', '_errors'])

/** A schema whose references lead to definitions in itself. Spec 4.1. */
export class SchemaReader {
  readonly #root: JsonSchema

  constructor(root: JsonSchema) {
    this.#root = root
  }

  /** The schema of the whole value. */
  get rootSchema(): JsonSchema {
    return this.#root
  }

  /** Returns what a schema says, with its reference followed, and the description of where it is used. */
  resolved(schema: JsonSchema): JsonSchema {
    const { $ref, allOf, description } = schema
    const target = $ref === undefined ? allOf?.[0] : this.#root.definitions?.[$ref.replace('#/definitions/', '')]
    if (target === undefined || (allOf && allOf.length > 1)) return schema
    const found = this.resolved(target)
    return description === undefined ? found : { ...found, description }
  }

  /** Returns the alternatives of a schema. One that only allows an empty object is not among them. */
  alternatives(schema: JsonSchema): readonly JsonSchema[] {
    const here = this.resolved(schema)
    const options = here.anyOf ?? here.oneOf
    return options === undefined
      ? [here]
      : options.flatMap((option) => this.alternatives(option)).filter(({ maxProperties }) => maxProperties !== 0)
  }

  /** Whether an empty object stands for nothing. */
  canBeEmpty(schema: JsonSchema): boolean {
    return (this.resolved(schema).anyOf ?? []).some(({ maxProperties }) => maxProperties === 0)
  }

  /** Returns the ways in which a value can be edited, the most usual first. */
  shapesOf(schema: JsonSchema): readonly Shape[] {
    const options = this.alternatives(schema)
    const variants = this.#variantsOf(options)
    if (variants) return [variants]
    const scalars = options.filter(isScalar)
    const others = options.filter((option) => !isScalar(option)).map((option) => this.#shapeOf(option))
    const shapes = [...this.#scalarShapes(scalars), ...others]
    return shapes.filter((shape, i) => shapes.findIndex(({ form }) => form === shape.form) === i)
  }

  #scalarShapes(scalars: readonly JsonSchema[]): readonly Shape[] {
    const [first] = scalars
    if (first === undefined) return []
    return scalars.length === 1 && typeof first.type === 'string' ? [this.#shapeOf(first)] : [{ form: 'amount' }]
  }

  #shapeOf(schema: JsonSchema): Shape {
    const { type, properties, additionalProperties, items } = schema
    if (schema.enum ?? schema.const) return { form: 'choice', options: (schema.enum ?? [schema.const]).map(String) }
    if (type === 'string') return { form: 'text', isLong: (schema.maxLength ?? 0) >= LONG }
    if (type === 'number' || type === 'integer') return { form: 'number', isWhole: type === 'integer' }
    if (type === 'boolean') return { form: 'boolean' }
    if (type === 'array' && isList(items)) return { form: 'tuple', items }
    if (type === 'array' && items) return { form: 'list', item: items as JsonSchema }
    if (properties) return { form: 'object', fields: fieldsOf(schema) }
    if (typeof additionalProperties === 'object') return { form: 'record', item: additionalProperties }
    return { form: 'json' }
  }

  #variantsOf(options: readonly JsonSchema[]): Shape | undefined {
    const [first] = options
    if (first === undefined || options.some(({ properties }) => !properties)) return undefined
    const key = Object.keys(first.properties ?? {}).find((name) => first.properties?.[name]?.const !== undefined)
    if (key === undefined) return undefined
    const byName = Map.groupBy(options, ({ properties }) => String(properties?.[key]?.const))
    return {
      form: 'variants',
      key,
      options: new Map([...byName].flatMap(([name, [schema]]) => (schema ? [[name, schema] as const] : []))),
    }
  }

  /** Returns the schemas that a value at a path can follow, given the whole value, of which other fields decide. */
  schemasAt(value: unknown, path: readonly (string | number)[]): readonly JsonSchema[] {
    let here: readonly JsonSchema[] = [this.#root]
    let found = value
    for (const step of path) {
      here = this.fitting(here, found).flatMap((schema) => stepInto(schema, step))
      found =
        typeof found === 'object' && found !== null ? (found as Record<string | number, unknown>)[step] : undefined
    }
    return this.fitting(here, found)
  }

  /** Returns the alternatives of schemas that a value, which can be unfinished, may follow. */
  fitting(schemas: readonly JsonSchema[], value: unknown): readonly JsonSchema[] {
    const options = schemas.flatMap((schema) => this.alternatives(schema))
    const objects = options.filter((option) => mayFollow(option, value))
    return objects.length === 0 ? options : objects
  }

  /** Returns the schema of the variant that a value is. */
  variantOf({ key, options }: Extract<Shape, { form: 'variants' }>, value: unknown): JsonSchema | undefined {
    return options.get(String((value as Record<string, unknown> | undefined)?.[key]))
  }

  /** Returns a value to begin with, which has everything that is required. */
  blank(schema: JsonSchema, shape = this.shapesOf(schema)[0]): unknown {
    switch (shape?.form) {
      case 'text':
      case 'amount':
        return ''
      case 'number':
        return this.alternatives(schema).find(({ minimum }) => minimum !== undefined && minimum > 0)?.minimum ?? 0
      case 'boolean':
        return true
      case 'choice':
        return shape.options[0]
      case 'list':
        return []
      case 'tuple':
        return shape.items.map((item) => this.blank(item))
      case 'object':
        return this.#blankFields(shape.fields)
      case 'record':
        return {}
      case 'variants': {
        const [name, option] = [...shape.options][0] ?? []
        return option ? { ...this.#blankFields(fieldsOf(option)), [shape.key]: name } : {}
      }
      default:
        return null
    }
  }

  #blankFields(fields: readonly Field[]): object {
    return Object.fromEntries(
      fields.filter(({ isRequired }) => isRequired).map(({ name, schema }) => [name, this.blank(schema)]),
    )
  }
}

/** Texts that can be longer have room for several lines. */
const LONG = 1024

const isList = (items: JsonSchema['items']): items is readonly JsonSchema[] => Array.isArray(items)

/** Returns the fields of an object that people write. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): readonly Field[] {
  return Object.entries(properties)
    .filter(([name]) => !UNSHOWN.has(name))
    .map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }))
}

/** Whether a schema allows a single text or number. */
function isScalar({ type, enum: options, const: only }: JsonSchema): boolean {
  if (options !== undefined || only !== undefined) return false
  const types = typeof type === 'string' ? [type] : (type ?? [])
  return types.length > 0 && types.every((each) => ['string', 'number', 'integer'].includes(each))
}

/** Whether a value, which can be unfinished, may be meant to follow a schema. */
function mayFollow({ type, properties = {} }: JsonSchema, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return type === 'array'
  if (typeof value !== 'object') return type !== 'array' && type !== 'object'
  if (type === 'array') return false
  return Object.entries(value).every(([name, held]) => {
    const fixed = properties[name]?.const
    return fixed === undefined || fixed === held
  })
}

function stepInto(
  { properties, additionalProperties, items }: JsonSchema,
  step: string | number,
): readonly JsonSchema[] {
  if (typeof step === 'number') {
    const item = isList(items) ? items[step] : items
    return item ? [item as JsonSchema] : []
  }
  const field = properties?.[step]
  if (field) return [field]
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}

/** Whether a value is edited in a shape. */
export function isOfShape(value: unknown, { form }: Shape): boolean {
  switch (form) {
    case 'text':
    case 'choice':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'amount':
      return typeof value === 'string' || typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'list':
    case 'tuple':
      return Array.isArray(value)
    case 'object':
    case 'record':
    case 'variants':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return true
  }
}
