import type { Fault } from './fault.ts'

/** The working version, which is the only one that can be changed. Spec 4.13. */
export const LATEST = 'latest'

/**
 * The version that a call is about: `latest` or a label. The source `stash` is the copy that the last save left and no
 * deploy has used. Spec 4.13.
 */
export interface VersionChoice {
  readonly version: string
  readonly source?: 'stash' | undefined
}

/** A query about a version. `V` is the type of a version. */
export interface VersionView<V, I, R> {
  readonly kind: 'version-view'
  readonly name: string
  readonly versionOf: (input: I) => VersionChoice
  readonly view: (content: V, input: I) => Fault | R
}

/** A version after an edit, and the answer of the edit. */
export interface Edited<V, R> {
  readonly content: V
  readonly answer: R
}

/**
 * A change of the working version. A frozen version rejects it, after `names` has found everything that the change
 * names. `names` returns the fault of something that does not exist; without it, the change can name anything. Spec
 * 5.2.
 */
export interface VersionEdit<V, I, R> {
  readonly kind: 'version-edit'
  readonly name: string
  readonly versionOf: (input: I) => VersionChoice
  readonly findMissing?: (content: V, input: I) => Fault | undefined
  readonly edit: (content: V, input: I) => Fault | Edited<V, R>
}

/** Deploys a version in the runtime of the caller. `X` is the type of the result. */
export interface VersionDeployment<X, I, R> {
  readonly kind: 'version-deployment'
  readonly name: string
  /** Returns the version, or undefined for the one that waits until its issues are fixed. */
  readonly deploys: (input: I) => string | undefined
  readonly answer: (done: X) => R
}

/** An operation on the versions of a design, not on the state of one runtime. */
export type VersionOperation<V, X, I, R> = VersionView<V, I, R> | VersionEdit<V, I, R> | VersionDeployment<X, I, R>

/** Any operation on versions, without its type parameters. */
export type AnyVersionOperation = VersionOperation<any, never, never, unknown>

const kinds: ReadonlySet<string> = new Set<AnyVersionOperation['kind']>([
  'version-view',
  'version-edit',
  'version-deployment',
])

/** Whether an operation is about versions and not about a runtime. */
export function isVersionOperation(op: { readonly kind: string }): op is AnyVersionOperation {
  return kinds.has(op.kind)
}
