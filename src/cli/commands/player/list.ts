import { table } from '../../../terminal/render/table.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { notePage, pageOptions, pageQuery } from '../../page.ts'

/** `gamify player list`: prints a page of the players. Spec 6.2. */
export const list = defineCommand({
  arguments: {},
  options: pageOptions,
  examples: ['gamify player list --limit 50'],
  async run(page, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/admin/players', { query: pageQuery(page) }),
    )
    shell.printJson(text)
    shell.print(
      table(
        ['PLAYER', 'ALIAS', 'ENABLED'],
        body.data.map(({ id, alias, enabled }) => [id, alias, enabled ? 'yes' : 'no']),
      ),
    )
    notePage(shell, body, 'players', "create some with 'gamify seed' or 'gamify player create'")
  },
})
