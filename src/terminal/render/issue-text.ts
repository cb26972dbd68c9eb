import type { RouteOutput } from '../../client/route-types.ts'
import { issueSentence } from '../../game/design/incompatibilities.ts'
import { offeredFixes } from '../../inspect/deployment.ts'
import { table } from './table.ts'

/** An issue of a deployment. Spec 4.13. */
type ShownIssue = RouteOutput<'GET /v2/design/issues'>[number]

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
