import * as z from 'zod'
import { fixIds } from './shapes.ts'
import { kinds } from './source.ts'

const named = z.record(z.string(), z.string())

/** An issue. `apply` is the chosen fix, or else the suggested one. Spec 4.13. */
export const issue = z.strictObject({
  id: z.string(),
  // Each kind of component has its own codes.
  code: z.string(),
  vars: z.record(z.string(), z.union([z.string(), z.number(), named])),
  is_resolved: z.boolean(),
  fixes: z.array(z.strictObject({ id: z.enum(fixIds), description: z.string() })),
  apply: z.enum(fixIds),
})

/** The result of a deployment. `version` is the label of the design, or `latest` if it has none yet. Spec 4.13. */
export const deployed = z.strictObject({
  status: z.enum(['simulated', 'launched', 'upgraded', 'issues']),
  version: z.string(),
  issues: z.array(issue),
})

/** Returns the schema of one difference between two designs. */
export const difference = () =>
  z.object({
    kind: z.enum([...kinds, 'bootstrap']),
    /** The id of the component; absent for the bootstrap. */
    id: z.string().optional(),
    /**
     * The path from the component to the difference, with readable names. It is empty if the whole component was added
     * or removed.
     */
    path: z.array(z.string()),
    change: z.enum(['added', 'removed', 'changed']),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  })
