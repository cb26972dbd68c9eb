import type { RouteOutput } from '../../../client/route-types.ts'
import { issueSentence } from '../../../game/design/incompatibilities.ts'
import { suggestion } from '../../../game/kernel/nearest.ts'
import { offeredFixes } from '../../../inspect/deployment.ts'
import { printable } from '../../../sentences/printable.ts'
import { shellQuoted } from '../../../sentences/shell-quoted.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { hint } from '../../../terminal/hint.ts'
import { inColumns } from '../../../terminal/render/columns.ts'
import { withService, type Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { optional, required } from '../../option.ts'

type Issue = RouteOutput<'GET /v2/design/issues/:issue_id'>

/** `gamify design fix`: lists the fixes of an issue, or chooses one. Spec 4.13, 6.2. */
export const fix = defineCommand({
  arguments: {
    issue: required('issue', "The id of the issue, from 'gamify design issues'", 'issue'),
    fix: optional('fix', 'The id of the fix (default: list the fixes and choose none)', ['keep', 'rename', 'drop']),
  },
  options: { yes: yesOption },
  examples: [
    'gamify design fix metric_removed-xp --runtime production',
    'gamify design fix metric_removed-xp keep --runtime production',
  ],
  notes: [
    'The first fix in the printed list loses nothing. The upgrade applies the chosen fix; you can choose another until then.',
    "With --json: the issue as the service answers it; its 'apply' is the fix that was chosen, else the one that the service",
    'suggests.',
  ].join('\n'),
  async run({ issue: id, fix: requested, yes }, shell) {
    const params = { issue_id: id }
    const read = ({ client }: Service) => client.call('GET /v2/design/issues/:issue_id', { params })
    const { text, body: issue } = await withService(shell, read)
    if (requested === undefined) {
      shell.printJson(text)
      return listFixes(shell, issue)
    }
    const chosen = fixOf(issue, requested)
    if (chosen.id === 'drop')
      await confirmLoss(shell, `${issueSentence(issue)}. ${chosen.description} when the design is upgraded to`, yes)
    const body = { apply: chosen.id }
    const answer = await withService(shell, ({ client }) =>
      client.call('POST /v2/design/issues/:issue_id', { params, body }),
    )
    shell.printJson(answer.text)
    shell.confirm(printable(`${id}: ${chosen.description}`))
    shell.note(`${hint(shell, 'design upgrade')} completes the upgrade once every issue has a fix`)
  },
})

function listFixes(shell: Shell, issue: Issue): void {
  const fixes = offeredFixes(issue.fixes)
  const isChosen = (id: string): boolean => issue.is_resolved && issue.apply === id
  shell.print(printable(issueSentence(issue)))
  const lines = inColumns(
    fixes.map(({ id, description }) => [isChosen(id) ? `${id} (chosen)` : id, printable(description)]),
  )
  for (const line of lines) shell.print(line)
  const [first] = fixes
  if (first) shell.note(`run ${hint(shell, `design fix ${shellQuoted(issue.id)} ${first.id}`)} to choose the first`)
}

function fixOf({ id, fixes }: Issue, requested: string): Issue['fixes'][number] {
  const chosen = fixes.find((each) => each.id === requested)
  if (chosen !== undefined) return chosen
  const ids = offeredFixes(fixes).map((each) => each.id)
  throw usageError(
    `the issue '${id}' has no fix '${requested}'${suggestion(requested, ids)}`,
    `it has: ${ids.join(', ')}`,
  )
}
