import { Plus, Trash2, type LucideIcon } from 'lucide-react'
import { createContext, use, useId, useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { optionName } from '../../parts/name.tsx'
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
        {!shape.options.includes(shown) && <option value={shown}>{optionName(shown)}</option>}
        {shape.options.map((option) => (
          <option key={option} value={option}>
            {optionName(option)}
          </option>
        ))}
      </select>
    )
  if (shape.form === 'text' && shape.isLong)
    return <textarea {...shared} rows={2} value={shown} onChange={({ target }) => onChange(target.value)} />
  const list = ids.length > 0 ? `${shared.id}-ids` : undefined
  const props = { ...shared, list, readOnly: isFixed, spellCheck: false, autoComplete: 'off' }
  return (
    <>
      {shape.form === 'number' || (shape.form === 'amount' && typeof value === 'number') ? (
        <NumberInput props={props} value={value} onChange={onChange} />
      ) : (
        <input {...props} value={shown} onChange={({ target }) => onChange(target.value)} />
      )}
      {list !== undefined && (
        <datalist id={list}>
          {ids.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** The input of a number. What is not a number yet is kept until it is, and the value stays as it was. */
function NumberInput({
  props,
  value,
  onChange,
}: {
  readonly props: InputHTMLAttributes<HTMLInputElement>
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}): ReactNode {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown }>()
  // A value that does not come from what was typed takes its place.
  const text = typed && Object.is(typed.value, value) ? typed.text : textOf(value)
  const isNumber = numberIn(text) !== undefined
  const change = (next: string): void => {
    const number = numberIn(next) ?? value
    setTyped({ text: next, value: number })
    if (number !== value) onChange(number)
  }
  return (
    <>
      <input
        {...props}
        value={text}
        inputMode="decimal"
        aria-invalid={!isNumber || props['aria-invalid']}
        onChange={({ target }) => change(target.value)}
      />
      {!isNumber && (
        <span className="problem" role="status">
          {t.notNumber(textOf(value))}
        </span>
      )}
    </>
  )
}

/** Returns the number that a text is; undefined if it is none. */
function numberIn(text: string): number | undefined {
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
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

/** A row of a record: its name, and the value. */
type Row = readonly [name: string, value: unknown]

/**
 * Amounts by name, a row each. The rows keep their order, and two of them can have the same name while one is written: the
 * value changes only when all names are different.
 */
export function RecordRows({
  value,
  path,
  onChange,
}: {
  readonly value: Held
  readonly path: Path
  readonly onChange: (value: unknown) => void
}): ReactNode {
  const [written, setWritten] = useState<{ readonly rows: readonly Row[]; readonly value: string }>()
  // A value that does not come from these rows takes their place.
  const rows = written?.value === JSON.stringify(value) ? written.rows : Object.entries(value)
  const write = (next: readonly Row[]): void => {
    const changed = haveOwnNames(next) ? Object.fromEntries(next) : value
    setWritten({ rows: next, value: JSON.stringify(changed) })
    if (changed !== value) onChange(changed)
  }
  const put = (index: number, row: Row): void => write(rows.with(index, row))
  return (
    <ul className="form-record">
      {rows.map(([name, held], index) => {
        const isTaken = rows.some(([other], i) => i !== index && other === name)
        return (
          <li key={index}>
            <input
              aria-label={t.recordName(index + 1)}
              aria-invalid={isTaken || undefined}
              value={name}
              onChange={({ target }) => put(index, [target.value, held])}
            />
            <input
              aria-label={t.recordValue(name)}
              value={textOf(held)}
              onChange={({ target }) => put(index, [name, target.value])}
            />
            <RemoveButton name={name} onRemove={() => write(rows.toSpliced(index, 1))} />
            {isTaken && <p className="problem">{t.nameTaken}</p>}
            <Problems path={[...path, name]} />
          </li>
        )
      })}
      <li>
        <button type="button" onClick={() => write([...rows, ['', '1']])}>
          <Plus aria-hidden size={14} /> {t.addEntry}
        </button>
      </li>
    </ul>
  )
}

const haveOwnNames = (rows: readonly Row[]): boolean => new Set(rows.map(([name]) => name)).size === rows.length

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
