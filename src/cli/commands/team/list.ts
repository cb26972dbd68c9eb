import { defineCommand } from '../../command.ts'
import { integer } from '../../option.ts'
import { table } from '../../render/table.ts'
import { withService } from '../../service.ts'

const MAX_ROWS = 1_000_000

/** `gamify team list`: the teams of the game, a page of them. Spec 6.2. */
export const list = defineCommand({
  arguments: {},
  options: {
    limit: integer('--limit <n>', 'how many to show (default: 10)', 0, MAX_ROWS),
    skip: integer('--skip <n>', 'how many to leave out before (default: 0)', 0, MAX_ROWS),
  },
  examples: ['gamify team list', 'gamify team list --limit 50'],
  async run({ limit = 10, skip = 0 }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/admin/teams', { query: { limit: String(limit), skip: String(skip) } }),
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
    if (body.total === 0) shell.note("there are none; 'gamify team create' makes one, 'gamify seed' brings some in")
    if (body.data.length < body.total)
      shell.note(`${body.data.length} of ${body.total} teams; --skip and --limit show others`)
  },
})
