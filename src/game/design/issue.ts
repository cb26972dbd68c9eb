import type { Drop } from '../metrics/drop.ts'

/** What the sentence of an issue is about: `metric_design: { id, name }`, and more by its code. */
type IssueVars = Readonly<Record<string, string | number | Readonly<Record<string, string>>>>

/**
 * Live state that a design has no place for. `id` follows from what it is about: [A-Za-z0-9_-] only, and the same for as
 * long as it stands. Spec 4.13.
 */
export interface Incompatibility {
  readonly id: string
  readonly code: IssueCode
  readonly vars: IssueVars
  /** What players lose where it is dropped. */
  readonly drop: Drop
}

export type IssueCode = 'metric_removed' | 'metric_retyped' | 'item_removed' | 'state_removed'

/** What can be done about an issue; the first is the one that is suggested. */
export const fixIds = ['drop', 'keep'] as const
export type FixId = (typeof fixIds)[number]

/** An incompatibility that was settled as a design came into force, and by which fix. */
export interface SettledIssue extends Omit<Incompatibility, 'drop'> {
  readonly fix: FixId
}

/** An issue as answers show it; `apply` is the fix that was chosen, or else the suggested one. Spec 4.13. */
export interface Issue extends Omit<Incompatibility, 'drop'> {
  readonly is_resolved: boolean
  readonly fixes: readonly { readonly id: FixId; readonly description: string }[]
  readonly apply: FixId
}

/**
 * The id of an issue about a component, or about a part of it whose name may be any text: what is no letter or digit of
 * ASCII stands in it by its code, so that no two parts share an id.
 */
export function issueId(code: IssueCode, component: string, part?: string): string {
  const named = part?.replace(/[^A-Za-z0-9]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`)
  return [code, component, ...(named === undefined ? [] : [named])].join('-')
}

const affected: Record<IssueCode, string> = {
  metric_removed: 'the scores that players have of the metric',
  metric_retyped: 'the scores that players have of the metric as it was',
  item_removed: 'what players hold of the item',
  state_removed: 'the state of the players who are in it',
}

/** Shows an issue, with the fix that was chosen for it. */
export function showIssue({ id, code, vars }: Omit<Incompatibility, 'drop'>, fix: FixId | undefined): Issue {
  const fixes = [
    { id: 'drop', description: `Drop ${affected[code]}` },
    { id: 'keep', description: `Keep ${affected[code]} aside, until a component of that id and type brings it back` },
  ] as const
  return { id, code, vars, is_resolved: fix !== undefined, fixes, apply: fix ?? fixIds[0] }
}
