import type { Kind } from '../../../game/design/source.ts'
import { SchemaReader, type JsonSchema } from './json-schema.ts'

/** Something of a design that is edited as a whole: a component of a kind, or the bootstrap. */
export type EditedKind = Kind | 'bootstrap'

/** The JSON Schemas of files of a design, each loaded when it is needed. Spec 6.1. */
const files: Readonly<Record<EditedKind, () => Promise<{ readonly default: unknown }>>> = {
  metrics: () => import('../../../../schemas/gamify.metric.schema.json', { with: { type: 'json' } }),
  actions: () => import('../../../../schemas/gamify.action.schema.json', { with: { type: 'json' } }),
  processes: () => import('../../../../schemas/gamify.process.schema.json', { with: { type: 'json' } }),
  teams: () => import('../../../../schemas/gamify.team.schema.json', { with: { type: 'json' } }),
  rules: () => import('../../../../schemas/gamify.rule.schema.json', { with: { type: 'json' } }),
  leaderboards: () => import('../../../../schemas/gamify.leaderboard.schema.json', { with: { type: 'json' } }),
  bootstrap: () => import('../../../../schemas/gamify.bootstrap.schema.json', { with: { type: 'json' } }),
}

/** The schema of one component, which a file can also have a list of. */
export async function readSchema(kind: EditedKind): Promise<SchemaReader> {
  const file = (await files[kind]()).default as JsonSchema & { readonly else?: JsonSchema }
  const one = file.else ?? file.allOf?.[0] ?? file
  const { definitions = {} } = file
  return new SchemaReader({ ...new SchemaReader({ definitions }).resolved(one), definitions })
}
