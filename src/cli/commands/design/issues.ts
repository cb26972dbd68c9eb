import { kindNames } from '../../../game/design/kind-table.ts'
import { defineCommand } from '../../command.ts'
import { hint } from '../../hint.ts'
import { choice } from '../../option.ts'
import { issueTable } from '../../render/issue-text.ts'
import { withService } from '../../service.ts'

/** `gamify design issues`: what live state a deployed design has no place for. Spec 4.13, 6.2. */
export const issues = defineCommand({
  arguments: {},
  options: { type: choice('--type <kind>', 'Only issues of one kind of component', Object.values(kindNames)) },
  examples: ['gamify design issues --runtime production'],
  notes: 'Those of the design that waits to be upgraded to; where none waits, those that the last deploy has settled.',
  async run({ type }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/design/issues', { query: type === undefined ? {} : { type } }),
    )
    shell.printJson(text)
    if (body.length === 0) return shell.note(`${shell.options.runtime ?? 'the runtime'} has no issues`)
    shell.print(issueTable(body))
    shell.note(
      body.some((issue) => !issue.is_resolved)
        ? `${hint(shell, 'design fix ISSUE')} lists the fixes of an issue, ${hint(shell, 'design fix ISSUE FIX')} chooses one`
        : `all are settled; if a design is waiting, ${hint(shell, 'design upgrade')} completes the upgrade`,
    )
  },
})
