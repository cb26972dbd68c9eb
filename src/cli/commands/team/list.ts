import { table } from '../../../terminal/render/table.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { notePage, pageOptions, pageQuery } from '../../page.ts'

/** `gamify team list`: prints a page of the teams. Spec 6.2. */
export const list = defineCommand({
  arguments: {},
  options: pageOptions,
  examples: ['gamify team list', 'gamify team list --limit 50'],
  async run(page, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/admin/teams', { query: pageQuery(page) }),
    )
    shell.printJson(text)
    shell.print(
      table(
        ['TEAM', 'NAME', 'DEFINITION', 'ACCESS', 'OWNER'],
        body.data.map(({ id, name, definition, access, owner }) => [
          id,
          name,
          definition.id,
          access,
          owner?.id ?? 'none',
        ]),
      ),
    )
    notePage(shell, body, 'teams', "create one with 'gamify team create', or several with 'gamify seed'")
  },
})
