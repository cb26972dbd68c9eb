import type { Fault } from './fault.ts'

/** The working version: the one that can be changed. Spec 4.13. */
export const LATEST = 'latest'

/**
 * The version that a call is about: `latest` or a label; `stash` asks for the copy as the last save left it that no deploy
 * has taken. Spec 4.13.
 */
export interface VersionChoice {
  readonly version: string
  readonly source?: 'stash' | undefined
}

/** A question about a version; `V` is what there are versions of. */
export interface VersionView<V, I, R> {
  readonly kind: 'version-view'
  readonly name: string
  readonly of: (input: I) => VersionChoice
  readonly view: (content: V, input: I) => Fault | R
}

/** A version as an edit leaves it, and what the edit answers. */
export interface Edited<V, R> {
  readonly content: V
  readonly answer: R
}

/**
 * A change of the working version; one that is frozen refuses it, once all that the change names is there. `names` tells
 * what is not; nothing need be where it is left out. Spec 5.2.
 */
export interface VersionEdit<V, I, R> {
  readonly kind: 'version-edit'
  readonly name: string
  readonly of: (input: I) => VersionChoice
  readonly names?: (content: V, input: I) => Fault | undefined
  readonly edit: (content: V, input: I) => Fault | Edited<V, R>
}

/** Lets the caller's runtime run a version; `X` is what came of it. */
export interface VersionDeployment<X, I, R> {
  readonly kind: 'version-deployment'
  readonly name: string
  /** Which version; undefined for the one that the runtime holds back until its issues are fixed. */
  readonly deploys: (input: I) => string | undefined
  readonly answer: (done: X) => R
}

/** What is done with versions, and not with the state of one runtime. */
export type VersionOperation<V, X, I, R> = VersionView<V, I, R> | VersionEdit<V, I, R> | VersionDeployment<X, I, R>

/** Any of them, its own types forgotten. */
export type AnyVersionOperation = VersionOperation<any, never, never, unknown>

const kinds: ReadonlySet<string> = new Set<AnyVersionOperation['kind']>([
  'version-view',
  'version-edit',
  'version-deployment',
])

/** Tells an operation on versions from one of a runtime. */
export function isOfVersions(op: { readonly kind: string }): op is AnyVersionOperation {
  return kinds.has(op.kind)
}
