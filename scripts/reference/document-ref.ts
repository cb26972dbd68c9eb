import type { OpenApiDocument, Parameter, Ref } from '../../src/openapi/parts.ts'

/** A parameter of an operation, or the shared one that it refers to. */
export function documentRef({ components }: OpenApiDocument, given: Parameter | Ref): Parameter {
  if (!('$ref' in given)) return given
  const shared = components.parameters[given.$ref.replace(/^.*\//, '')]
  if (shared === undefined) throw new Error(`the document has no ${given.$ref}`)
  return shared
}
