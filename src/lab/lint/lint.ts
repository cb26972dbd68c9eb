import type { LintId, Severity } from './lints.ts'

/** A finding of a lint. Its place is missing if the design does not come from files. Spec 7.3 "Lints". */
export interface Lint {
  readonly id: LintId
  readonly severity: Severity
  /** Such as `metrics/coins`. */
  readonly component: string
  readonly file?: string
  /** Lines and columns count from 1. */
  readonly line?: number
  readonly column?: number
  readonly message: string
  readonly why: string
  readonly fix: string
}
