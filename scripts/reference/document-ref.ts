import type { OpenApiDocument, Parameter, Ref } from '../../src/openapi/parts.ts'

/** Returns a parameter of an operation, resolving a reference to a shared one. */
export function documentRef({ components }: OpenApiDocument, given: Parameter | Ref): Parameter {
  if (!('$ref' in given)) return given
  const shared = components.parameters[given.$ref.replace(/^.*\//, '')]
  if (shared === undefined) throw new Error(`the document has no ${given.$ref}`)
  return shared
}
