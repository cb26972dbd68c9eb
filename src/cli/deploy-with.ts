import type { Client } from '../client/client.ts'
import { outOfLineOf } from '../client/out-of-line.ts'
import { CliError } from '../terminal/cli-error.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { hint } from '../terminal/hint.ts'
import type { RouteOutput } from '../client/route-types.ts'
import type { Shell } from '../terminal/shell.ts'
import { DEPLOYED, issueTable } from '../terminal/render/issue-text.ts'
import { printable } from '../terminal/render/printable.ts'
import { outOfLineText } from '../terminal/render/reevaluation-text.ts'
import { withService } from '../terminal/service.ts'

/** What came of a deploy, as the service answers it. Spec 4.13. */
type ShownDeployment = RouteOutput<'POST /v2/design/versions/:version/deploy'>

/** The answer to a deploy. */
interface Deployment {
  readonly text: string
  readonly body: ShownDeployment
}

/**
 * Deploys by a call, says what came of it, and gives the exit code: 1 where issues block the deployment. `tellMore` gets the
 * version that was deployed.
 */
export async function deployWith(
  shell: Shell,
  deploy: (client: Client) => Promise<Deployment>,
  tellMore: (version: string) => Promise<void> = async () => {},
): Promise<number> {
  const { text, body } = await withService(shell, ({ client }) => deploy(client))
  shell.printJson(text)
  const code = tellDeployed(shell, body)
  if (body.status === 'issues') return code
  await tellMore(body.version)
  await tellOutOfLine(shell)
  return code
}

/** Says how many players are out of line. The deployment took effect before, so no failure here is one of the command. */
async function tellOutOfLine(shell: Shell): Promise<void> {
  try {
    const counts = await withService(shell, ({ client }) => outOfLineOf(client))
    const outOfLine = counts && outOfLineText(counts)
    if (outOfLine !== undefined) shell.note(`${outOfLine}; run ${hint(shell, 'design reevaluate')}`)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    const remedy = hint(shell, 'design reevaluate --dry-run')
    shell.note(
      `the design is deployed, but the players were not compared with its rules: ${printable(error.message)}\n` +
        `run ${remedy} to count the players that the rules would change`,
    )
  }
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
