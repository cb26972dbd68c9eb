import type { DesignEdit, DesignView } from '../game-operation.ts'
import type { Message } from '../kernel/answer-shapes.ts'
import { fault, invalid, isFault, type Fault } from '../kernel/fault.ts'
import { invalidInput } from '../kernel/schema-problems.ts'
import type { Edited, VersionChoice } from '../kernel/version-operation.ts'
import { readingItself, readsItself } from '../metrics/design.ts'
import { pickFields, type FieldTree } from './fields.ts'
import { compareById } from './identity.ts'
import { kindNames, kindSchemas } from './kind-table.ts'
import { MAX_COMPONENTS, tooManyOf, type DesignSource, type Kind } from './source.ts'

/** A component as its author wrote it. */
export type Component = Readonly<Record<string, unknown>>

/** The component of a version with an id. */
interface Named extends VersionChoice {
  readonly id: string
}

const versionOf = <I extends VersionChoice>(input: I): VersionChoice => input

/**
 * The operations on the components of a kind. A saved component is valid in itself, but can refer to things that are
 * created later. Spec 4.1.
 */
export interface ComponentOperations {
  readonly list: DesignView<VersionChoice & { readonly fields?: FieldTree | undefined }, readonly unknown[]>
  readonly read: DesignView<Named, Component>
  readonly create: DesignEdit<{ readonly version: string; readonly component: Component }, Component>
  readonly update: DesignEdit<Named & { readonly changes: Component }, Component>
  readonly remove: DesignEdit<Named, Message>
}

/** Returns the operations on the components of a kind. */
export function componentOperations(kind: Kind): ComponentOperations {
  const name = kindNames[kind]
  const names = (source: DesignSource, { id }: Named): Fault | undefined => {
    const component = find(source, kind, id)
    return isFault(component) ? component : undefined
  }
  return {
    list: {
      kind: 'version-view',
      name: `design.${kind}.list`,
      versionOf: versionOf,
      view: (source, { fields }) => {
        const components = componentsOf(source, kind).toSorted(compareById)
        return fields ? components.map((component) => pickFields(component, fields)) : components
      },
    },
    read: {
      kind: 'version-view',
      name: `design.${kind}.read`,
      versionOf: versionOf,
      view: (source, { id }) => find(source, kind, id),
    },
    create: {
      kind: 'version-edit',
      name: `design.${kind}.create`,
      versionOf: versionOf,
      edit: (source, { component }) => {
        const components = componentsOf(source, kind)
        const id = String(component['id'])
        if (components.some((each) => each['id'] === id)) return fault(`${name}_exists`, { id })
        if (components.length >= MAX_COMPONENTS) return invalid([{ path: '', message: tooManyOf(kind) }])
        const created = withoutErrors(component)
        return saved(kind, { ...source, [kind]: [...components, created].sort(compareById) }, created)
      },
    },
    update: {
      kind: 'version-edit',
      name: `design.${kind}.update`,
      versionOf: versionOf,
      findMissing: names,
      edit: (source, { id, changes }) => {
        const component = find(source, kind, id)
        if (isFault(component)) return component
        const updated = withoutErrors({ ...component, ...changes })
        const problem = problemOf(kind, id, updated)
        return problem ?? saved(kind, replace(source, kind, component, [updated]), updated)
      },
    },
    remove: {
      kind: 'version-edit',
      name: `design.${kind}.remove`,
      versionOf: versionOf,
      findMissing: names,
      edit: (source, { id }) => {
        const component = find(source, kind, id)
        if (isFault(component)) return component
        const message = `The ${name} '${id}' has been deleted successfully`
        return { content: replace(source, kind, component, []), answer: { message } }
      },
    },
  }
}

/** Returns the components of a kind. Each is an object with an id, because nothing else is ever saved. */
function componentsOf(source: DesignSource, kind: Kind): readonly Component[] {
  return source[kind] as readonly Component[]
}

function find(source: DesignSource, kind: Kind, id: string): Fault | Component {
  const found = componentsOf(source, kind).find((component) => component['id'] === id)
  return found ?? fault(`${kindNames[kind]}_not_found`, { id })
}

function replace(source: DesignSource, kind: Kind, component: Component, by: readonly Component[]): DesignSource {
  return { ...source, [kind]: componentsOf(source, kind).flatMap((each) => (each === component ? by : [each])) }
}

/**
 * Returns the design with the saved component, or the fault of a compound that would read itself. Spec 4.16 "Amounts".
 */
function saved(kind: Kind, content: DesignSource, component: Component): Fault | Edited<DesignSource, Component> {
  const id = String(component['id'])
  const isCycle =
    kind === 'metrics' &&
    readsItself(id, new Map(componentsOf(content, kind).map((each) => [String(each['id']), each])))
  return isCycle
    ? invalid([{ path: 'constraints.formula', message: readingItself(id) }])
    : { content, answer: component }
}

/** Returns the fault of a changed component that had this id before. */
function problemOf(kind: Kind, id: string, component: Component): Fault | undefined {
  if (component['id'] !== id) return invalid([{ path: 'id', message: `expected '${id}': an id does not change` }])
  const parsed = kindSchemas[kind].safeParse(component, { reportInput: true })
  return parsed.success ? undefined : invalidInput(parsed.error)
}

/** Removes what editors left in a component, which has no effect. Spec 4.1 `_errors`. */
export function withoutErrors(component: Component): Component {
  const { _errors: _, ...rest } = component
  return rest
}
