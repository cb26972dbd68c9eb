import { printable } from '../../../sentences/printable.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { required, text as textOption } from '../../option.ts'

/** `gamify player create`: creates a player. Spec 6.2. */
export const create = defineCommand({
  arguments: { id: required('id', 'The id: a letter, then letters, digits, _ or -') },
  options: {
    alias: textOption('--alias <name>', 'The name that others see (default: the id)'),
    email: textOption('--email <address>', 'The email address'),
  },
  examples: ['gamify player create neo --alias "The One"'],
  async run({ id, alias = id, email }, shell) {
    const { text } = await withService(shell, ({ client }) =>
      client.call('POST /v2/admin/players', { body: { id, alias, ...(email === undefined ? {} : { email }) } }),
    )
    shell.printJson(text)
    shell.confirm(`created ${printable(id)}`)
  },
})
