import { counted } from '../../cli/render/counts.ts'
import { outOfLineText } from '../../cli/render/reevaluation-text.ts'
import { shellQuoted } from '../../cli/render/shell-quoted.ts'
import { outOfLineOf } from '../../client/out-of-line.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import type { Deed } from '../deed.ts'
import type { Said } from '../model.ts'

/** Which issue a row is about, where it is about one. */
export interface MaybeIssue {
  readonly issue?: RouteOutput<'GET /v2/design/issues'>[number]
}

type Deployed = RouteOutput<'POST /v2/design/upgrade'>

async function deployedSaid(
  { status, version, issues }: Deployed,
  command: string,
  { service: { client }, commandLine }: Parameters<Deed['run']>[2],
): Promise<Said> {
  const counts = status === 'issues' ? undefined : await outOfLineOf(client)
  const outOfLine = counts && outOfLineText(counts)
  if (outOfLine !== undefined)
    return { tone: 'bad', text: `${status}: ${version}; ${outOfLine}: ${commandLine('design reevaluate')}`, command }
  return status === 'issues'
    ? {
        tone: 'bad',
        text: `${counted(issues.length, 'issue blocks', 'issues block')} ${version}: fix each with 'f', then upgrade with 'u'`,
        command,
      }
    : { tone: 'good', text: `${status}: ${version}`, command }
}

const deploy: Deed<MaybeIssue> = {
  key: 'D',
  words: 'design deploy',
  takes: '[version]',
  about: 'let the runtime play by a design',
  whyNot: () => undefined,
  async run(talk, _, game) {
    const {
      service: { client },
      commandLine,
    } = game
    const version = await talk.ask(
      'Which version?',
      ["'latest', or one that a deploy has frozen, such as v1."],
      'latest',
    )
    const { body } = await client.call('POST /v2/design/versions/:version/deploy', { params: { version } })
    return deployedSaid(body, commandLine(`design deploy ${shellQuoted(version)}`), game)
  },
}

const fix: Deed<MaybeIssue> = {
  key: 'f',
  words: 'design fix',
  takes: '[fix]',
  about: 'choose what is done about the chosen issue',
  whyNot: (row) => (row?.issue === undefined ? 'no issue is chosen' : undefined),
  async run(talk, { issue }, { service: { client }, commandLine }) {
    const { id = '', fixes = [] } = issue ?? {}
    const apply = await talk.choose(`What is done about ${id}?`, async () =>
      fixes.map((each) => ({ value: each.id, label: each.id, about: each.description })),
    )
    const chosen = fixes.find((each) => each.id === apply)
    if (chosen === undefined) return { tone: 'bad', text: `the issue ${id} has no fix '${apply}'` }
    const { body } = await client.call('POST /v2/design/issues/:issue_id', {
      params: { issue_id: id },
      body: { apply: chosen.id },
    })
    const command = commandLine(`design fix ${shellQuoted(id)} ${apply}`)
    return { tone: 'good', text: `${body.id}: ${chosen.description}`, command }
  },
}

const upgrade: Deed<MaybeIssue> = {
  key: 'u',
  words: 'design upgrade',
  takes: '',
  about: 'complete an upgrade whose issues are fixed',
  whyNot: () => undefined,
  async run(_, __, game) {
    const {
      service: { client },
      commandLine,
    } = game
    const { body } = await client.call('POST /v2/design/upgrade', {})
    return deployedSaid(body, commandLine('design upgrade'), game)
  },
}

/** What can be done about the design. */
export const designDeeds: readonly Deed<MaybeIssue>[] = [deploy, fix, upgrade]
