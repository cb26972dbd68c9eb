import { accessSettings } from '../../../game/kernel/game-info.ts'
import { printable } from '../../../sentences/printable.ts'
import { usageError } from '../../../terminal/cli-error.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { choice, optional, required, text as textOption } from '../../option.ts'

/** `gamify process create`: creates a process for a player. Spec 6.2. */
export const create = defineCommand({
  arguments: {
    definition: required('definition', 'The process definition', 'process definition'),
    id: optional('id', 'The id, usually OWNER/NAME (default: a generated one)'),
  },
  options: {
    owner: textOption('--owner <player>', 'The owner', 'player'),
    name: textOption('--name <name>', 'The name'),
    access: choice(
      '--access <access>',
      'Who can join (default: the strictest setting that the design allows)',
      accessSettings,
    ),
  },
  examples: ['gamify process create expedition frodo/mountain --owner frodo --access PUBLIC'],
  async run({ definition, id, owner, name, access }, shell) {
    if (owner === undefined) throw usageError('the owner is missing', 'name the owner with --owner PLAYER')
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('POST /v2/admin/processes', {
        body: {
          definition,
          owner_id: owner,
          ...(id === undefined ? {} : { id }),
          ...(name === undefined ? {} : { name }),
          ...(access === undefined ? {} : { access }),
        },
      }),
    )
    shell.printJson(text)
    shell.confirm(`created ${printable(body.id)}, ${body.access}`)
  },
})
