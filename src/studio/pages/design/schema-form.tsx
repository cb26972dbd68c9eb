import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { nameOf } from '../../../game/design/differences.ts'
import { requirementWords, rewardWords } from '../../../game/rules/words.ts'
import { texts } from '../../texts.ts'
import {
  Control,
  FormContext,
  Group,
  heldIn,
  IconButton,
  isSamePath,
  JsonPart,
  Problems,
  RecordRows,
  RemoveButton,
  ShapeChoice,
  textOf,
  useForm,
  type FormSetting,
  type Path,
} from './form-parts.tsx'
import { fieldsOf, isOfShape, type Field, type JsonSchema, type Shape } from './json-schema.ts'

const t = texts.design.form

/** A form for a value, made from its schema. What has no form is edited as JSON in its place. */
export function SchemaForm({
  root,
  value,
  onChange,
  ...setting
}: FormSetting & {
  readonly root: JsonSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}): ReactNode {
  return (
    <FormContext value={setting}>
      <Fields schema={root} value={value} path={[]} onChange={onChange} />
    </FormContext>
  )
}

interface PartProps {
  readonly schema: JsonSchema
  readonly value: unknown
  readonly path: Path
  readonly onChange: (value: unknown) => void
}

/** The fields of an object, or of the variant that it is. */
function Fields({ schema, value, path, onChange }: PartProps): ReactNode {
  const { schema: reader } = useForm()
  const shape = reader.shapesOf(schema)[0]
  if (shape?.form === 'variants') {
    const variant = reader.variantOf(shape, value)
    const change = (name: string): void => {
      const next = shape.options.get(name)
      if (!next) return
      const kept = heldIn(value)
      const known = fieldsOf(next).filter(({ name: field }) => Object.hasOwn(kept, field))
      const blank = heldIn(reader.blank(next))
      onChange({
        ...blank,
        ...Object.fromEntries(known.map(({ name: field }) => [field, kept[field]])),
        [shape.key]: name,
      })
    }
    return (
      <>
        <Choice
          name={shape.key}
          options={[...shape.options.keys()]}
          value={textOf(heldIn(value)[shape.key])}
          path={[...path, shape.key]}
          description={variant && reader.resolved(variant.properties?.[shape.key] ?? {}).description}
          onChange={change}
        />
        {variant && (
          <ObjectFields
            fields={fieldsOf(variant).filter(({ name }) => name !== shape.key)}
            value={value}
            path={path}
            onChange={onChange}
          />
        )}
      </>
    )
  }
  return (
    <ObjectFields fields={shape?.form === 'object' ? shape.fields : []} value={value} path={path} onChange={onChange} />
  )
}

function ObjectFields({
  fields,
  value,
  path,
  onChange,
}: Omit<PartProps, 'schema'> & { readonly fields: readonly Field[] }): ReactNode {
  const { schema: reader, fixed } = useForm()
  const held = heldIn(value)
  const set = (name: string, next: unknown): void => onChange({ ...held, [name]: next })
  const remove = (name: string): void =>
    onChange(Object.fromEntries(Object.entries(held).filter(([each]) => each !== name)))
  const absent = fields.filter(({ name, isRequired }) => !isRequired && !Object.hasOwn(held, name))
  return (
    <>
      {fields
        .filter((field) => !absent.includes(field))
        .map(({ name, schema, isRequired }) => (
          <Part
            key={name}
            name={name}
            schema={schema}
            value={held[name]}
            path={[...path, name]}
            isFixed={path.length === 0 && fixed.has(name)}
            onChange={(next) => set(name, next)}
            onRemove={isRequired ? undefined : () => remove(name)}
          />
        ))}
      {absent.length > 0 && (
        <p className="form-add">
          <span className="muted">{t.add}</span>
          {absent.map(({ name, schema }) => (
            <button
              key={name}
              type="button"
              title={reader.resolved(schema).description}
              onClick={() => set(name, reader.blank(schema))}
            >
              <Plus aria-hidden size={14} /> {name}
            </button>
          ))}
        </p>
      )}
    </>
  )
}

interface NamedPartProps extends PartProps {
  readonly name: string
  readonly isFixed?: boolean
  readonly onRemove?: (() => void) | undefined
}

/** A field with its label, description and problems, in the form that suits its value. */
function Part(props: NamedPartProps): ReactNode {
  const { name, schema, value, path, onChange, onRemove } = props
  const { schema: reader } = useForm()
  const shapes = reader.shapesOf(schema)
  const isNothing = reader.canBeEmpty(schema) && Object.keys(heldIn(value)).length === 0
  const shape = shapes.find((each) => isOfShape(value, each)) ?? (value === undefined ? shapes[0] : undefined)
  const { description } = reader.resolved(schema)
  if (!shape || shape.form === 'json') return <JsonPart {...props} />
  if (!isGroup(shape)) return <SimplePart {...props} shape={shape} shapes={shapes} description={description} />
  return (
    <Group name={name} description={description} path={path} onRemove={onRemove}>
      <ShapeChoice shapes={shapes} shape={shape} schema={schema} name={name} onChange={onChange} />
      {isNothing ? (
        <p className="form-add">
          <span className="muted">{t.nothing}</span>
          <button type="button" onClick={() => onChange(reader.blank(schema))}>
            <Plus aria-hidden size={14} /> {t.set}
          </button>
        </p>
      ) : (
        <GroupContent shape={shape} schema={schema} value={value} path={path} onChange={onChange} />
      )}
    </Group>
  )
}

const isGroup = ({ form }: Shape): boolean => ['list', 'tuple', 'object', 'record', 'variants'].includes(form)

function GroupContent({ shape, schema, value, path, onChange }: PartProps & { readonly shape: Shape }): ReactNode {
  const { schema: reader } = useForm()
  switch (shape.form) {
    case 'list':
      return <List item={shape.item} value={value as readonly unknown[]} path={path} onChange={onChange} />
    case 'tuple':
      return (
        <div className="form-tuple">
          {shape.items.map((item, i) => (
            <Part
              // The places of a tuple do not move.
              key={i}
              name={t.place(i + 1)}
              schema={item}
              value={(value as readonly unknown[] | undefined)?.[i]}
              path={[...path, i]}
              onChange={(next) => onChange(shape.items.map((_, at) => (at === i ? next : heldAt(value, at))))}
            />
          ))}
        </div>
      )
    case 'record':
      return <RecordRows value={heldIn(value)} path={path} onChange={onChange} />
    default: {
      const own = reader.alternatives(schema).filter((option) => option.properties)
      const isWhole = shape.form === 'variants' || own.length !== 1
      return <Fields schema={isWhole ? schema : (own[0] ?? schema)} value={value} path={path} onChange={onChange} />
    }
  }
}

const heldAt = (value: unknown, index: number): unknown => (Array.isArray(value) ? value[index] : undefined)

type SimplePartProps = NamedPartProps & {
  readonly shape: Shape
  readonly shapes: readonly Shape[]
  readonly description: string | undefined
}

function SimplePart(props: SimplePartProps): ReactNode {
  const { name, schema, value, path, shape, shapes, description, isFixed, onChange, onRemove } = props
  const { problems, idsFor } = useForm()
  const id = useId()
  const isBad = problems.some((problem) => isSamePath(problem.path, path))
  const ids = shape.form === 'text' || shape.form === 'amount' ? idsFor(path) : []
  const shared = {
    id,
    'aria-invalid': isBad || undefined,
    'aria-describedby':
      [description !== undefined && `${id}-hint`, isBad && `${id}-problem`].filter(Boolean).join(' ') || undefined,
    'data-path': path.join('.'),
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>{name}</label>
      <div className="form-control">
        <Control shape={shape} value={value} shared={shared} isFixed={isFixed ?? false} ids={ids} onChange={onChange} />
        <ShapeChoice shapes={shapes} shape={shape} schema={schema} name={name} onChange={onChange} />
        {onRemove && <RemoveButton name={name} onRemove={onRemove} />}
      </div>
      <Problems path={path} id={`${id}-problem`} />
      {description !== undefined && (
        <p className="form-hint" id={`${id}-hint`}>
          {isFixed ? t.fixed : description}
        </p>
      )}
    </div>
  )
}

function Choice({
  name,
  options,
  value,
  path,
  description,
  onChange,
}: {
  readonly name: string
  readonly options: readonly string[]
  readonly value: string
  readonly path: Path
  readonly description: string | undefined
  readonly onChange: (value: string) => void
}): ReactNode {
  const id = useId()
  return (
    <div className="form-field">
      <label htmlFor={id}>{name}</label>
      <div className="form-control">
        <Control
          shape={{ form: 'choice', options }}
          value={value}
          shared={{ id }}
          isFixed={false}
          ids={[]}
          onChange={(next) => onChange(String(next))}
        />
      </div>
      <Problems path={path} />
      {description !== undefined && <p className="form-hint">{description}</p>}
    </div>
  )
}

/** Longer lists show their items closed, and draw what is in them when they are opened. */
const OPEN_ITEMS = 4

function List({
  item,
  value,
  path,
  onChange,
}: {
  readonly item: JsonSchema
  readonly value: readonly unknown[]
  readonly path: Path
  readonly onChange: (value: unknown) => void
}): ReactNode {
  const { schema: reader } = useForm()
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const isPlain = !reader.shapesOf(item).some(isGroup)
  const replaced = (index: number, next: readonly unknown[]): void =>
    onChange([...list.slice(0, index), ...next, ...list.slice(index + 1)])
  const swap = (index: number): void => onChange(list.toSpliced(index, 2, list[index + 1], list[index]))
  return (
    <ol className="form-list" data-plain={isPlain || undefined}>
      {list.map((each, index) => {
        const name = t.item(index + 1, rewardWords(each) ?? requirementWords(each) ?? nameOf(each))
        const part = {
          schema: item,
          value: each,
          path: [...path, index],
          onChange: (next: unknown) => replaced(index, [next]),
        }
        return (
          // Items have no identity of their own: their place is all that names them.
          <li key={index}>
            {isPlain ? (
              <Part {...part} name={name} onRemove={() => replaced(index, [])} />
            ) : (
              <Item
                {...part}
                name={name}
                isOpen={list.length <= OPEN_ITEMS}
                buttons={
                  <>
                    <IconButton name={t.up(name)} isOff={index === 0} onClick={() => swap(index - 1)} icon={ArrowUp} />
                    <IconButton
                      name={t.down(name)}
                      isOff={index === list.length - 1}
                      onClick={() => swap(index)}
                      icon={ArrowDown}
                    />
                    <RemoveButton name={name} onRemove={() => replaced(index, [])} />
                  </>
                }
              />
            )}
          </li>
        )
      })}
      <li>
        <button type="button" onClick={() => onChange([...list, reader.blank(item)])}>
          <Plus aria-hidden size={14} /> {t.addItem(String(path.at(-1) ?? ''))}
        </button>
      </li>
    </ol>
  )
}

function Item({
  name,
  isOpen: isOpenFirst,
  buttons,
  ...part
}: PartProps & { readonly name: string; readonly isOpen: boolean; readonly buttons: ReactNode }): ReactNode {
  const { problems, schema: reader } = useForm()
  const [isOpen, setOpen] = useState(isOpenFirst)
  const { path, schema, value } = part
  const hasProblem = problems.some((problem) => path.every((step, i) => String(step) === String(problem.path[i])))
  const shapes = reader.shapesOf(schema)
  const shape = shapes.find((each) => isOfShape(value, each))
  return (
    <div className="form-item">
      <div className="form-item-head">
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {name}
        </button>
        {hasProblem && <span className="problem">{t.hasProblem}</span>}
        <span className="form-item-buttons">{buttons}</span>
      </div>
      <Problems path={path} />
      {isOpen &&
        (shape && shape.form !== 'json' ? (
          <GroupContent {...part} shape={shape} />
        ) : (
          <JsonPart {...part} name={name} />
        ))}
    </div>
  )
}
