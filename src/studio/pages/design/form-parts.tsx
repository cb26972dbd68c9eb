import { Plus, Trash2, type LucideIcon } from 'lucide-react'
import { createContext, use, useId, useState, type ReactNode } from 'react'
import { texts } from '../../texts.ts'
import type { JsonSchema, SchemaReader, Shape } from './json-schema.ts'
import { jsonText, readJson, type ValueProblem } from './json-text.ts'

const t = texts.design.form

/** A path in the value of a form. */
export type Path = readonly (string | number)[]

/** What all fields of a form share. */
export interface FormSetting {
  readonly schema: SchemaReader
  readonly problems: readonly ValueProblem[]
  readonly idsFor: (path: Path) => readonly string[]
  /** The fields at the top that cannot be changed. */
  readonly fixed: ReadonlySet<string>
}

/** The form around a field. */
export const FormContext = createContext<FormSetting | undefined>(undefined)

/** Returns the form around a field. */
export function useForm(): FormSetting {
  const form = use(FormContext)
  if (!form) throw new Error('there is no form around this field')
  return form
}

/** The fields that a value has. */
export type Held = Readonly<Record<string, unknown>>

/** Returns the fields that a value has: none, if it is no object. */
export const heldIn = (value: unknown): Held => (typeof value === 'object' && value !== null ? (value as Held) : {})

/** Removes a part of the value. */
export function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }): ReactNode {
  return (
    <button type="button" className="icon" aria-label={t.remove(name)} title={t.remove(name)} onClick={onRemove}>
      <Trash2 aria-hidden size={14} />
    </button>
  )
}

/** What is wrong with the value at a path. */
export function Problems({ path, id }: { readonly path: Path; readonly id?: string }): ReactNode {
  const { problems } = useForm()
  const own = problems.filter((problem) => isSamePath(problem.path, path))
  if (own.length === 0) return null
  return (
    <p className="problem" id={id}>
      {own.map(({ message }) => message).join('; ')}
    </p>
  )
}

/** Whether two paths are the same. */
export const isSamePath = (a: Path, b: Path): boolean =>
  a.length === b.length && a.every((step, i) => String(step) === String(b[i]))

interface ControlProps {
  readonly shape: Shape
  readonly value: unknown
  readonly shared: { readonly id: string }
  readonly isFixed: boolean
  readonly ids: readonly string[]
  readonly onChange: (value: unknown) => void
}

/** The input of a single value. */
export function Control({ shape, value, shared, isFixed, ids, onChange }: ControlProps): ReactNode {
  const shown = textOf(value)
  if (shape.form === 'boolean')
    return (
      <input {...shared} type="checkbox" checked={value === true} onChange={({ target }) => onChange(target.checked)} />
    )
  if (shape.form === 'choice')
    return (
      <select {...shared} value={shown} onChange={({ target }) => onChange(target.value)}>
        {!shape.options.includes(shown) && <option value={shown}>{shown}</option>}
        {shape.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  if (shape.form === 'text' && shape.isLong)
    return <textarea {...shared} rows={2} value={shown} onChange={({ target }) => onChange(target.value)} />
  const read = (text: string): unknown => {
    const isNumber = shape.form === 'number' || (shape.form === 'amount' && typeof value === 'number')
    return isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  }
  return (
    <>
      <input
        {...shared}
        value={shown}
        readOnly={isFixed}
        inputMode={shape.form === 'number' ? 'decimal' : undefined}
        list={ids.length > 0 ? `${shared.id}-ids` : undefined}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(read(target.value))}
      />
      {ids.length > 0 && (
        <datalist id={`${shared.id}-ids`}>
          {ids.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** A button that shows a picture and has a name. */
export function IconButton({
  name,
  isOff,
  onClick,
  icon: Icon,
}: {
  readonly name: string
  readonly isOff: boolean
  readonly onClick: () => void
  readonly icon: LucideIcon
}): ReactNode {
  return (
    <button type="button" className="icon" aria-label={name} title={name} disabled={isOff} onClick={onClick}>
      <Icon aria-hidden size={14} />
    </button>
  )
}

/** Amounts by name, a row each. */
export function RecordRows({
  value,
  path,
  onChange,
}: {
  readonly value: Held
  readonly path: Path
  readonly onChange: (value: unknown) => void
}): ReactNode {
  const rows = Object.entries(value)
  const put = (index: number, row: readonly [string, unknown]): void =>
    onChange(Object.fromEntries(rows.map((each, i) => (i === index ? row : each))))
  return (
    <ul className="form-record">
      {rows.map(([name, held], index) => (
        <li key={index}>
          <input
            aria-label={t.recordName(index + 1)}
            value={name}
            onChange={({ target }) => put(index, [target.value, held])}
          />
          <input
            aria-label={t.recordValue(name)}
            value={textOf(held)}
            onChange={({ target }) => put(index, [name, target.value])}
          />
          <RemoveButton name={name} onRemove={() => onChange(Object.fromEntries(rows.filter((_, i) => i !== index)))} />
          <Problems path={[...path, name]} />
        </li>
      ))}
      <li>
        <button type="button" onClick={() => onChange({ ...value, '': '1' })}>
          <Plus aria-hidden size={14} /> {t.addEntry}
        </button>
      </li>
    </ul>
  )
}

interface JsonPartProps {
  readonly name: string
  readonly value: unknown
  readonly path: Path
  readonly onChange: (value: unknown) => void
  readonly onRemove?: (() => void) | undefined
}

/** A value that has no form, as JSON. What is not JSON yet is kept until it is. */
export function JsonPart({ name, value, path, onChange, onRemove }: JsonPartProps): ReactNode {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const read = typed === undefined ? undefined : readJson(typed, texts.design.syntax, texts.design.notJson)
  const broken = read && 'broken' in read ? read.broken.message : undefined
  const change = (text: string): void => {
    setTyped(text)
    const next = readJson(text, texts.design.syntax, texts.design.notJson)
    if ('value' in next) onChange(next.value)
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>{t.asJson(name)}</label>
      <div className="form-control">
        <textarea
          id={id}
          className="code"
          rows={4}
          spellCheck={false}
          value={typed ?? jsonText(value)}
          aria-invalid={broken !== undefined || undefined}
          onChange={({ target }) => change(target.value)}
          onBlur={() => broken === undefined && setTyped(undefined)}
        />
        {onRemove && <RemoveButton name={name} onRemove={onRemove} />}
      </div>
      {broken !== undefined && <p className="problem">{broken}</p>}
      <Problems path={path} />
    </div>
  )
}

/** Writes a value for a field. What has no text is written as JSON. */
export const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Lets the person choose in which form a value is written, where there are several. */
export function ShapeChoice({
  shapes,
  shape,
  schema,
  name,
  onChange,
}: {
  readonly shapes: readonly Shape[]
  readonly shape: Shape
  readonly schema: JsonSchema
  readonly name: string
  readonly onChange: (value: unknown) => void
}): ReactNode {
  const { schema: reader } = useForm()
  if (shapes.length < 2) return null
  return (
    <select
      className="form-shape"
      aria-label={t.writtenAs(name)}
      value={shape.form}
      onChange={({ target }) => {
        const chosen = shapes.find(({ form }) => form === target.value)
        if (chosen) onChange(reader.blank(schema, chosen))
      }}
    >
      {shapes.map(({ form }) => (
        <option key={form} value={form}>
          {t.shapes[form]}
        </option>
      ))}
    </select>
  )
}

/** Fields that belong together, under their name. */
export function Group({
  name,
  description,
  path,
  onRemove,
  children,
}: {
  readonly name: string
  readonly description: string | undefined
  readonly path: Path
  readonly onRemove?: (() => void) | undefined
  readonly children: ReactNode
}): ReactNode {
  return (
    <fieldset className="form-group">
      <legend>
        {name} {onRemove && <RemoveButton name={name} onRemove={onRemove} />}
      </legend>
      {description !== undefined && <p className="form-hint">{description}</p>}
      <Problems path={path} />
      {children}
    </fieldset>
  )
}
