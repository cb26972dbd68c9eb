import { defineCommand } from '../../command.ts'
import { text as textOption } from '../../option.ts'
import { issueTable } from '../../render/issue-text.ts'
import { withService } from '../../service.ts'

/** `gamify design issues`: what live state a deployed design has no place for. Spec 4.13, 6.2. */
export const issues = defineCommand({
  arguments: {},
  options: { type: textOption('--type <kind>', 'those of one kind of component alone, such as metric') },
  examples: ['gamify design issues --runtime production'],
  notes: 'Those of the design that waits to be upgraded to; where none waits, those that the last deploy has settled.',
  async run({ type }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/design/issues', { query: type === undefined ? {} : { type } }),
    )
    shell.printJson(text)
    if (body.length === 0) return shell.note('there are none')
    shell.print(issueTable(body))
    if (body.some((issue) => !issue.is_resolved)) shell.note("'gamify design fix ISSUE' takes the suggested fix")
  },
})
