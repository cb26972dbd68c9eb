import { kindNames } from '../../../game/design/kind-table.ts'
import { hint } from '../../../terminal/hint.ts'
import { issueTable } from '../../../terminal/render/issue-text.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { choice } from '../../option.ts'

/** `gamify design issues`: lists the live data that is incompatible with a deployed design. Spec 4.13, 6.2. */
export const issues = defineCommand({
  arguments: {},
  options: { type: choice('--type <kind>', 'Only issues of one kind of component', Object.values(kindNames)) },
  examples: ['gamify design issues --runtime production'],
  notes: [
    'Lists the issues of the design that is waiting for an upgrade. If no design is waiting, it lists the issues that the last',
    'deployment settled.',
  ].join('\n'),
  async run({ type }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/design/issues', { query: type === undefined ? {} : { type } }),
    )
    shell.printJson(text)
    if (body.length === 0) return shell.note(`${shell.options.runtime ?? 'the runtime'} has no issues`)
    shell.print(issueTable(body))
    shell.note(
      body.some((issue) => !issue.is_resolved)
        ? `run ${hint(shell, 'design fix ISSUE')} to see the fixes of an issue, ${hint(shell, 'design fix ISSUE FIX')} to choose one`
        : `every issue has a fix; if a design is waiting, run ${hint(shell, 'design upgrade')} to complete the upgrade`,
    )
  },
})
