import type { RouteOutput } from '../../client/route-types.ts'
import { issueSentence } from '../../game/design/incompatibilities.ts'
import { table } from './table.ts'

/** An issue of a deployment. Spec 4.13. */
type ShownIssue = RouteOutput<'GET /v2/design/issues'>[number]

/** Sorts fixes for display: those that lose nothing come first. */
export function offeredFixes<Fix extends { readonly id: string }>(fixes: readonly Fix[]): readonly Fix[] {
  return fixes.toSorted((a, b) => Number(a.id === 'drop') - Number(b.id === 'drop'))
}

/** What a deployment did; the version follows. */
export const DEPLOYED = {
  simulated: 'staging runs',
  launched: 'production launched with',
  upgraded: 'production runs',
} as const

/** Formats issues as a table: the id, the chosen fix, the available fixes, and the description. */
export function issueTable(issues: readonly ShownIssue[]): string {
  return table(
    ['ISSUE', 'FIX', 'FIXES', 'DESCRIPTION'],
    issues.map((issue) => [
      issue.id,
      issue.is_resolved ? issue.apply : 'open',
      offeredFixes(issue.fixes)
        .map(({ id }) => id)
        .join(', '),
      issueSentence(issue),
    ]),
  )
}
