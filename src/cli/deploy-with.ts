import type { Client } from '../client/client.ts'
import { DEPLOYED, type Deployment as ShownDeployment } from '../inspect/deployment.ts'
import { printable } from '../sentences/printable.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { hint } from '../terminal/hint.ts'
import { issueTable } from '../terminal/render/issue-text.ts'
import { reportOutOfLine } from '../terminal/report-out-of-line.ts'
import { withService } from '../terminal/service.ts'
import type { Shell } from '../terminal/shell.ts'

/** The answer to a deployment: as text, and parsed. */
interface Deployment {
  readonly text: string
  readonly body: ShownDeployment
}

/**
 * Deploys with `deploy`, reports the result, and returns the exit code: 1 if issues block the deployment. After a
 * deployment, calls `reportMore` with the deployed version.
 */
export async function deployWith(
  shell: Shell,
  deploy: (client: Client) => Promise<Deployment>,
  reportMore: (version: string) => Promise<void> = async () => {},
): Promise<number> {
  const { text, body } = await withService(shell, ({ client }) => deploy(client))
  shell.printJson(text)
  const code = reportDeployed(shell, body)
  if (body.status === 'issues') return code
  await reportMore(body.version)
  await reportOutOfLine(shell)
  return code
}

function reportDeployed(shell: Shell, { status, version, issues }: ShownDeployment): number {
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
