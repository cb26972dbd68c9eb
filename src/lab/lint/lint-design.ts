import type { Design } from '../../game/design/design.ts'
import type { Kind } from '../../game/design/source.ts'
import type { LintId, Severity } from './lints.ts'

/** Something that a lint found. */
export interface Finding {
  readonly id: LintId
  /** The severity, if it is not the one of the lint. */
  readonly severity?: Severity
  readonly kind: Kind
  /** The id of the component. */
  readonly component: string
  /** The path from the component, as its author wrote it, to what was found. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Finds what a valid design most likely does not intend, in the order of the lints, then of the design. Spec 7.3 "Lints". */
export function lintDesign(_design: Design): readonly Finding[] {
  return []
}
