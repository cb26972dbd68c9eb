import { defineCommand } from '../../command.ts'
import { integer } from '../../option.ts'
import { table } from '../../render/table.ts'
import { withService } from '../../service.ts'

const MAX_ROWS = 1_000_000

/** `gamify process list`: the processes of the game, a page of them. Spec 6.2. */
export const list = defineCommand({
  arguments: {},
  options: {
    limit: integer('--limit <n>', 'how many to show (default: 10)', 0, MAX_ROWS),
    skip: integer('--skip <n>', 'how many to leave out before (default: 0)', 0, MAX_ROWS),
  },
  examples: ['gamify process list', 'gamify process list --limit 50'],
  async run({ limit = 10, skip = 0 }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/admin/processes', { query: { limit: String(limit), skip: String(skip) } }),
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
    if (body.total === 0) shell.note("there are none; 'gamify process create' makes one, 'gamify seed' brings some in")
    if (body.data.length < body.total)
      shell.note(`${body.data.length} of ${body.total} processes; --skip and --limit show others`)
  },
})
