import { table } from '../../../terminal/render/table.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { notePage, pageOptions, pageQuery } from '../../page.ts'

/** `gamify process list`: prints a page of the processes. Spec 6.2. */
export const list = defineCommand({
  arguments: {},
  options: pageOptions,
  examples: ['gamify process list', 'gamify process list --limit 50'],
  async run(page, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/admin/processes', { query: pageQuery(page) }),
    )
    shell.printJson(text)
    shell.print(
      table(
        ['PROCESS', 'NAME', 'DEFINITION', 'STATE', 'ACCESS', 'OWNER', 'PERFORMERS'],
        body.data.map(({ id, name, definition, state, access, owner, performers }) => [
          id,
          name,
          definition,
          state,
          access,
          owner.id,
          String(performers.length),
        ]),
      ),
    )
    notePage(shell, body, 'processes', "create one with 'gamify process create', or several with 'gamify seed'")
  },
})
