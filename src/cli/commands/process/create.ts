import { accessSettings } from '../../../game/kernel/access.ts'
import { defineCommand } from '../../command.ts'
import { choice, optional, required, text as textOption } from '../../option.ts'
import { printable } from '../../render/printable.ts'
import { withService } from '../../service.ts'
import { usageError } from '../../cli-error.ts'

/** `gamify process create`: makes a process for a player. Spec 6.2. */
export const create = defineCommand({
  arguments: {
    definition: required('definition', 'what to make it of: a process of the design', 'process definition'),
    id: optional('id', 'its id, OWNER/NAME as a rule; one is made up, unless told'),
  },
  options: {
    owner: textOption('--owner <player>', 'the player whose it is', 'player'),
    name: textOption('--name <name>', 'what it is called'),
    access: choice(
      '--access <access>',
      'who may come in; the strictest that the design allows, unless told',
      accessSettings,
    ),
  },
  examples: ['gamify process create expedition frodo/mountain --owner frodo --access PUBLIC'],
  async run({ definition, id, owner, name, access }, shell) {
    if (owner === undefined) throw usageError('whose process is it to be?', 'name a player with --owner PLAYER')
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
