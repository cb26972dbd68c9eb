import type { Client } from '../../client/client.ts'
import { previewReevaluation } from '../../client/control.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import { type Deployment, deploymentText, offeredFixes } from '../../inspect/deployment.ts'
import { outOfLineText } from '../../sentences/reevaluation-text.ts'
import { shellQuoted } from '../../sentences/shell-quoted.ts'
import type { Message } from '../model.ts'
import type { Command, CommandContext } from '../pane.ts'

/** A row that can be about a problem in a file or about an issue of a deployment. */
export interface ProblemOrIssue {
  /** A problem in a file, which the user fixes in that file. */
  readonly problem?: object
  readonly issue?: RouteOutput<'GET /v2/design/issues'>[number]
}

async function deploymentMessage(
  deployed: Deployment,
  commandLine: string,
  { service: { client }, toCommandLine }: CommandContext,
): Promise<Message> {
  const text = deploymentText(deployed)
  if (deployed.status === 'issues')
    return { tone: 'bad', text: `${text}: fix each with f, then upgrade with u`, commandLine }
  const outOfLine = await outOfLineAdvice(client, toCommandLine)
  return outOfLine === undefined
    ? { tone: 'good', text, commandLine }
    : { tone: 'bad', text: `${text}; ${outOfLine}`, commandLine }
}

/** Describes the players whom the deployed rules would change, and what to do; undefined if there are none. Spec 4.13. */
export async function outOfLineAdvice(
  client: Client,
  toCommandLine: CommandContext['toCommandLine'],
): Promise<string | undefined> {
  const counts = await previewReevaluation(client)
  const outOfLine = counts && outOfLineText(counts)
  return outOfLine && `${outOfLine}; run ${toCommandLine('design reevaluate')}`
}

const deploy: Command<ProblemOrIssue> = {
  key: 'D',
  name: 'design deploy',
  parameters: '[version]',
  description: 'deploy a version of the design',
  async run(prompt, _, context) {
    const {
      service: { client },
      toCommandLine,
    } = context
    const question = {
      title: 'Deploy which version?',
      hints: ["'latest', or a version that a deployment froze, such as v1."],
      suggested: 'latest',
    }
    const { version, body } = await prompt.ask(question, async (text) => ({
      version: text,
      body: (await client.call('POST /v2/design/versions/:version/deploy', { params: { version: text } })).body,
    }))
    return deploymentMessage(body, toCommandLine(`design deploy ${shellQuoted(version)}`), context)
  },
}

const fix: Command<ProblemOrIssue> = {
  key: 'f',
  name: 'design fix',
  parameters: '[fix]',
  description: 'choose a fix for the selected issue',
  disabledReason: (row) => {
    if (row?.issue !== undefined) return undefined
    return row?.problem === undefined
      ? 'select an issue first'
      : 'f fixes an issue of a deployment; fix a problem in its file'
  },
  async run(prompt, { issue }, { service: { client }, toCommandLine }) {
    const { id = '', fixes = [] } = issue ?? {}
    const apply = await prompt.choose(`Which fix for issue '${id}'?`, async () =>
      offeredFixes(fixes).map((each) => ({ value: each.id, label: each.id, description: each.description })),
    )
    const chosen = fixes.find((each) => each.id === apply)
    if (chosen === undefined) return { tone: 'bad', text: `issue '${id}' has no fix '${apply}'` }
    const { body } = await client.call('POST /v2/design/issues/:issue_id', {
      params: { issue_id: id },
      body: { apply: chosen.id },
    })
    const commandLine = toCommandLine(`design fix ${shellQuoted(id)} ${apply}`)
    return { tone: 'good', text: `issue '${body.id}': ${chosen.description}`, commandLine }
  },
}

const upgrade: Command<ProblemOrIssue> = {
  key: 'u',
  name: 'design upgrade',
  description: 'upgrade production after its issues are fixed',
  async run(_, __, context) {
    const {
      service: { client },
      toCommandLine,
    } = context
    const { body } = await client.call('POST /v2/design/upgrade', {})
    return deploymentMessage(body, toCommandLine('design upgrade'), context)
  },
}

/** The commands on the design. */
export const designCommands: readonly Command<ProblemOrIssue>[] = [deploy, fix, upgrade]
