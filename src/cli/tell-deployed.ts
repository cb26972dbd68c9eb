import { exitCode } from './exit-code.ts'
import { hint } from './hint.ts'
import type { Shell } from './shell.ts'
import { issueTable, type ShownIssue } from './render/issue-text.ts'
import { printable } from './render/printable.ts'

/** What came of a deploy, as the service answers it. Spec 4.13. */
export interface ShownDeployment {
  readonly status: 'simulated' | 'launched' | 'upgraded' | 'issues'
  readonly version: string
  readonly issues: readonly ShownIssue[]
}

const DONE = {
  simulated: 'staging runs',
  launched: 'production launched with',
  upgraded: 'production runs',
} as const

/** Says what came of a deploy, and gives the exit code: 1 where issues stand in the way. */
export function tellDeployed(shell: Shell, { status, version, issues }: ShownDeployment): number {
  if (status !== 'issues') {
    shell.confirm(`${shell.paint.good(DONE[status])} ${printable(version)}`)
    if (issues.length > 0) shell.confirm(issueTable(issues))
    return exitCode.ok
  }
  shell.print(issueTable(issues))
  shell.note(
    'production keeps its design, because players have data that the new design has no place for\n' +
      `${hint(shell, 'design fix ISSUE')} takes the first fix of one, ${hint(shell, 'design upgrade')} upgrades once all are fixed`,
  )
  return exitCode.refused
}
