import type { FixId, SettledIssue } from './shapes.ts'

/** A design that waits until its issues are fixed, and the chosen fixes by issue. Only `evolve` adds to them. */
export interface PendingDesign {
  readonly hash: string
  readonly fixes: Map<string, FixId>
}

/** The deployed design of a runtime, and the one that waits. Spec 4.13. */
export interface Deployment {
  /** The version that the deployed design was frozen as; null if it has none. */
  readonly label: string | null
  readonly pending: PendingDesign | null
  /** The incompatibilities that were settled when it was deployed. */
  readonly settled: readonly SettledIssue[]
}

/** The deployment of a runtime that never had a design. */
export const noDeployment: Deployment = { label: null, pending: null, settled: [] }
