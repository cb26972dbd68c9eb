import { counted } from '../../terminal/render/quantities.ts'
import { DEPLOYED, offeredFixes } from '../../terminal/render/issue-text.ts'
import { outOfLineText } from '../../terminal/render/reevaluation-text.ts'
import { shellQuoted } from '../../terminal/hint.ts'
import { outOfLineOf } from '../../client/out-of-line.ts'
import type { RouteOutput } from '../../client/route-types.ts'
import type { Deed } from '../deed.ts'
import type { Said } from '../model.ts'

/** A row that may be about an issue. */
export interface MaybeIssue {
  /** A problem in a file, which is mended there. */
  readonly problem?: object
  readonly issue?: RouteOutput<'GET /v2/design/issues'>[number]
}

type Deployed = RouteOutput<'POST /v2/design/upgrade'>

async function deployedSaid(
  { status, version, issues }: Deployed,
  command: string,
  { service: { client }, commandLine }: Parameters<Deed['run']>[2],
): Promise<Said> {
  if (status === 'issues') {
    const block = counted(issues.length, 'issue blocks', 'issues block')
    return { tone: 'bad', text: `${block} ${version}: fix each with f, then upgrade with u`, command }
  }
  const text = `${DEPLOYED[status]} ${version}`
  const counts = await outOfLineOf(client)
  const outOfLine = counts && outOfLineText(counts)
  if (outOfLine === undefined) return { tone: 'good', text, command }
  return { tone: 'bad', text: `${text}; ${outOfLine}; run ${commandLine('design reevaluate')}`, command }
}

const deploy: Deed<MaybeIssue> = {
  key: 'D',
  words: 'design deploy',
  takes: '[version]',
  about: 'deploy a version of the design',
  whyNot: () => undefined,
  async run(talk, _, game) {
    const {
      service: { client },
      commandLine,
    } = game
    const question = {
      title: 'Deploy which version?',
      about: ["'latest', or a version that a deployment froze, such as v1."],
      suggested: 'latest',
    }
    const { version, body } = await talk.ask(question, async (text) => ({
      version: text,
      body: (await client.call('POST /v2/design/versions/:version/deploy', { params: { version: text } })).body,
    }))
    return deployedSaid(body, commandLine(`design deploy ${shellQuoted(version)}`), game)
  },
}

const fix: Deed<MaybeIssue> = {
  key: 'f',
  words: 'design fix',
  takes: '[fix]',
  about: 'choose a fix for the selected issue',
  whyNot: (row) => {
    if (row?.issue !== undefined) return undefined
    return row?.problem === undefined
      ? 'select an issue first'
      : 'f fixes an issue of a deployment; fix a problem in its file'
  },
  async run(talk, { issue }, { service: { client }, commandLine }) {
    const { id = '', fixes = [] } = issue ?? {}
    const apply = await talk.choose(`Which fix for issue '${id}'?`, async () =>
      offeredFixes(fixes).map((each) => ({ value: each.id, label: each.id, about: each.description })),
    )
    const chosen = fixes.find((each) => each.id === apply)
    if (chosen === undefined) return { tone: 'bad', text: `issue '${id}' has no fix '${apply}'` }
    const { body } = await client.call('POST /v2/design/issues/:issue_id', {
      params: { issue_id: id },
      body: { apply: chosen.id },
    })
    const command = commandLine(`design fix ${shellQuoted(id)} ${apply}`)
    return { tone: 'good', text: `issue '${body.id}': ${chosen.description}`, command }
  },
}

const upgrade: Deed<MaybeIssue> = {
  key: 'u',
  words: 'design upgrade',
  takes: '',
  about: 'upgrade production after its issues are fixed',
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

/** The actions on the design. */
export const designDeeds: readonly Deed<MaybeIssue>[] = [deploy, fix, upgrade]
