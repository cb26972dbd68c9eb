import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { type Immutable, message } from '../kernel/answer-shapes.ts'
import { idSchema } from '../kernel/schema.ts'
import { componentOperations, type Component } from './components.ts'
import { parseFields, type FieldTree } from './fields.ts'
import { asWritten, changesOf, kindNames, kindSchemas, someFieldsOf } from './kind-table.ts'
import type { Kind } from './source.ts'

/** The fields that all routes of the design share. */
export const ofDesign = { api: 'v2', resource: 'design', caller: 'operator' } as const

/** Returns the schema of the version in a path, which can be any text. Spec 5.2. */
export const versionParams = () => z.object({ version: z.string() })

/** The query parameter `source=stash`: the copy that the last save left and no deploy has used. Spec 4.13. */
export const sourceQuery = { source: z.literal('stash', "The 'source' parameter must be 'stash'").optional() }

const fieldsQuery = z
  .string()
  .optional()
  .transform((text): FieldTree | undefined => {
    const fields = parseFields(text ?? '')
    return fields.size === 0 ? undefined : fields
  })

/** Returns what the routes of a kind share. `Written` is the type of its components in a design. */
function sharedBy<const K extends Kind, Written extends object>(kind: K, schema: z.ZodType<unknown, Written>) {
  const path = `/design/versions/:version/${kind}` as const
  return {
    name: kindNames[kind],
    operations: componentOperations(kind),
    path,
    onePath: `${path}/:component_id` as const,
    component: () => asWritten(schema),
    shown: (found: Component) => found as Immutable<Written>,
  }
}

const oneParams = () => z.object({ version: z.string(), component_id: idSchema })

/** Returns the routes to all components of a kind. Spec 2 "Design routes", 4.1. */
function routesToAll<const K extends Kind, Written extends object>(kind: K, schema: z.ZodType<unknown, Written>) {
  const { name, operations, path, component, shown } = sharedBy(kind, schema)
  return [
    defineRoute({
      ...ofDesign,
      method: 'GET',
      path,
      summary: `List the ${kind} of a design`,
      op: operations.list,
      params: versionParams,
      query: () => z.object({ ...sourceQuery, fields: fieldsQuery }),
      input: ({ params, query }) => ({ ...params, ...query }),
      out: () => z.array(someFieldsOf<Written>(kind)),
      present: (found) => found as Immutable<Partial<Written>[]>,
      faults: ['invalid_request', 'version_not_found'],
    }),
    defineRoute({
      ...ofDesign,
      method: 'POST',
      path,
      summary: `Create one of the ${kind} of a design`,
      op: operations.create,
      params: versionParams,
      body: component,
      input: ({ params, body }) => ({ ...params, component: body as Component }),
      out: component,
      present: shown,
      faults: ['version_not_found', 'version_frozen', `${name}_exists`],
    }),
  ] as const
}

/** Returns the routes to one component. Spec 2 "Design routes", 4.1. */
function routesToOne<const K extends Kind, Written extends object>(kind: K, schema: z.ZodType<unknown, Written>) {
  const { name, operations, onePath, component, shown } = sharedBy(kind, schema)
  return [
    defineRoute({
      ...ofDesign,
      method: 'GET',
      path: onePath,
      summary: `Read one of the ${kind} of a design`,
      op: operations.read,
      params: oneParams,
      query: () => z.object(sourceQuery),
      input: ({ params, query }) => ({ version: params.version, id: params.component_id, ...query }),
      out: component,
      present: shown,
      faults: ['invalid_request', 'version_not_found', `${name}_not_found`],
    }),
    defineRoute({
      ...ofDesign,
      method: 'PATCH',
      path: onePath,
      summary: `Change one of the ${kind} of a design`,
      op: operations.update,
      params: oneParams,
      body: () => changesOf<Written>(kind),
      input: ({ params, body }) => ({ version: params.version, id: params.component_id, changes: body as Component }),
      out: component,
      present: shown,
      faults: ['version_not_found', 'version_frozen', `${name}_not_found`],
    }),
    defineRoute({
      ...ofDesign,
      method: 'DELETE',
      path: onePath,
      summary: `Delete one of the ${kind} of a design`,
      op: operations.remove,
      params: oneParams,
      input: ({ params }) => ({ version: params.version, id: params.component_id }),
      out: () => message,
      faults: ['version_not_found', 'version_frozen', `${name}_not_found`],
    }),
  ] as const
}

/** Returns the routes of a kind. */
const routesOf = <const K extends Kind, Written extends object>(kind: K, schema: z.ZodType<unknown, Written>) =>
  [...routesToAll(kind, schema), ...routesToOne(kind, schema)] as const

/** The routes of the components of a design, kind by kind. */
export const componentRoutes = [
  ...routesOf('metrics', kindSchemas.metrics),
  ...routesOf('actions', kindSchemas.actions),
  ...routesOf('processes', kindSchemas.processes),
  ...routesOf('teams', kindSchemas.teams),
  ...routesOf('rules', kindSchemas.rules),
  ...routesOf('leaderboards', kindSchemas.leaderboards),
] as const
