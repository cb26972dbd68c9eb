import type { FixId, SettledIssue } from './shapes.ts'

/** A design that waits until its issues are fixed, and the fixes that were chosen, by issue; only `evolve` adds to them. */
export interface PendingDesign {
  readonly hash: string
  readonly fixes: Map<string, FixId>
}

/** How a runtime came to the design that it runs, and which one it is to run next. Spec 4.13. */
export interface Deployment {
  /** The version that the design in force was frozen as; null where it has none. */
  readonly label: string | null
  readonly pending: PendingDesign | null
  /** The incompatibilities that there were when it came into force. */
  readonly settled: readonly SettledIssue[]
}

/** That of a runtime to which no design was ever deployed. */
export const noDeployment: Deployment = { label: null, pending: null, settled: [] }
