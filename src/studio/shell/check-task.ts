import { compileDesign } from '../../game/design/design.ts'
import type { DesignSource } from '../../game/design/source.ts'
import type { DesignFinding } from './worker.ts'

/** Finds the problems of a design, as the service would when it deploys it. Spec 4.13. */
export function checkedDesign(design: DesignSource): readonly DesignFinding[] {
  const compiled = compileDesign(design)
  if (!('problems' in compiled)) return []
  return compiled.problems.map(({ kind, id = '', path, message }) => ({ kind, id, path, message }))
}
