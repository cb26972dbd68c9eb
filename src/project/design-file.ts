import * as z from 'zod'
import { bootstrapSchema } from '../game/design/bootstrap.ts'
import { kindSchemas } from '../game/design/kind-table.ts'
import { kinds, type Kind } from '../game/design/source.ts'
import { formOf, type ToDocumented } from './documented-form.ts'
import { isProblem, parseJsonFile, type JsonFile } from './json-file.ts'
import type { Problem } from './problem.ts'

/** The content of a design file: components of a kind, or the bootstrap. */
export type Content = Kind | 'bootstrap'

const forms = new Map<Content, ToDocumented>([
  ...kinds.map((kind) => [kind, formOf(z.union([z.array(kindSchemas[kind]), kindSchemas[kind]]))] as const),
  ['bootstrap', formOf(bootstrapSchema)],
])

/**
 * Parses the bytes of a design file and converts its value to the documented form, or returns the problem. Spec 6.1.
 */
export async function parseDesignFile(path: string, bytes: Buffer, content: Content): Promise<JsonFile | Problem> {
  const file = await parseJsonFile(path, bytes)
  return isProblem(file) ? file : { ...file, value: forms.get(content)?.(file.value) }
}
