import { suggestion } from '../../../game/kernel/nearest.ts'
import { usageError } from '../../cli-error.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { hint } from '../../hint.ts'
import { optional, required } from '../../option.ts'
import { issueSentence } from '../../../game/design/incompatibilities.ts'
import { printable } from '../../render/printable.ts'
import { withService } from '../../service.ts'

/** `gamify design fix`: chooses what is done about an issue. Spec 4.13, 6.2. */
export const fix = defineCommand({
  arguments: {
    issue: required('issue', "The id of the issue, from 'gamify design issues'", 'issue'),
    fix: optional('fix', 'The id of the fix'),
  },
  options: { yes: yesOption },
  examples: [
    'gamify design fix metric_removed-xp --runtime production',
    'gamify design fix metric_removed-xp keep --runtime production',
  ],
  notes: 'The upgrade applies the fix. Until then, you can choose another one.',
  async run({ issue: id, fix: asked, yes }, shell) {
    const { text, body } = await withService(shell, async ({ client }) => {
      const params = { issue_id: id }
      const { body: issue } = await client.call('GET /v2/design/issues/:issue_id', { params })
      const ids = issue.fixes.map((each) => each.id)
      const chosen = issue.fixes.find((each) => each.id === (asked ?? issue.apply))
      if (chosen === undefined) {
        const meant = asked === undefined ? '' : suggestion(asked, ids)
        throw usageError(`the issue '${id}' has no fix '${asked}'${meant}`, `it has: ${ids.join(', ')}`)
      }
      if (chosen.id === 'drop')
        await confirmLoss(shell, `${issueSentence(issue)}. ${chosen.description} when the design is upgraded to`, yes)
      return client.call('POST /v2/design/issues/:issue_id', { params, body: { apply: chosen.id } })
    })
    shell.printJson(text)
    const applied = body.fixes.find((each) => each.id === body.apply)
    shell.confirm(printable(`${body.id}: ${applied?.description ?? body.apply}`))
    shell.note(`${hint(shell, 'design upgrade')} completes the upgrade once every issue has a fix`)
  },
})
