import { accessSettings } from '../../../game/kernel/game-info.ts'
import { printable } from '../../../sentences/printable.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { choice, optional, required, text as textOption } from '../../option.ts'

/** `gamify team create`: creates a team without an owner. Spec 6.2. */
export const create = defineCommand({
  arguments: {
    definition: required('definition', 'The team definition', 'team definition'),
    id: optional('id', 'The id (default: a generated one)'),
  },
  options: {
    name: textOption('--name <name>', 'The name'),
    access: choice(
      '--access <access>',
      'Who can join (default: the strictest setting that the design allows)',
      accessSettings,
    ),
  },
  examples: ['gamify team create guild fellowship --name "The Fellowship" --access PROTECTED'],
  async run({ definition, id, name, access }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('POST /v2/admin/teams', {
        body: {
          definition,
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
