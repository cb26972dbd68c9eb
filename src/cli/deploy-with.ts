import type { Client } from '../client/client.ts'
import { outOfLineOf } from '../client/out-of-line.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { hint } from '../terminal/hint.ts'
import type { Shell } from '../terminal/shell.ts'
import { DEPLOYED, issueTable, type ShownIssue } from '../terminal/render/issue-text.ts'
import { printable } from '../terminal/render/printable.ts'
import { outOfLineText } from '../terminal/render/reevaluation-text.ts'
import { withService } from '../terminal/service.ts'

/** What came of a deploy, as the service answers it. Spec 4.13. */
interface ShownDeployment {
  readonly status: 'simulated' | 'launched' | 'upgraded' | 'issues'
  readonly version: string
  readonly issues: readonly ShownIssue[]
}

/** The answer to a deploy. */
interface Deployment {
  readonly text: string
  readonly body: ShownDeployment
}

/** Deploys by a call, says what came of it, and gives the exit code: 1 where issues stand in the way. */
export async function deployWith(shell: Shell, deploy: (client: Client) => Promise<Deployment>): Promise<number> {
  const { text, body, counts } = await withService(shell, async ({ client }) => {
    const deployed = await deploy(client)
    return { ...deployed, counts: deployed.body.status === 'issues' ? undefined : await outOfLineOf(client) }
  })
  shell.printJson(text)
  const code = tellDeployed(shell, body)
  const outOfLine = counts && outOfLineText(counts)
  if (outOfLine !== undefined) shell.note(`${outOfLine}; run ${hint(shell, 'design reevaluate')}`)
  return code
}

function tellDeployed(shell: Shell, { status, version, issues }: ShownDeployment): number {
  if (status !== 'issues') {
    shell.confirm(`${shell.paint.good(DEPLOYED[status])} ${printable(version)}`)
    if (issues.length > 0) shell.confirm(issueTable(issues))
    return exitCode.ok
  }
  shell.print(issueTable(issues))
  shell.note(
    'production keeps its design, because players have data that the new design has no place for\n' +
      `run ${hint(shell, 'design fix ISSUE')} to see the fixes of an issue, and ${hint(shell, 'design upgrade')} when every issue has a fix`,
  )
  return exitCode.refused
}
