import { table } from '../../terminal/render/table.ts'
import { defineCommand } from '../command.ts'

/** `gamify routes`: lists the routes of both versions of the service. Spec 6.2. */
export const routes = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify routes', 'gamify routes --json'],
  notes: [
    'The list leaves out sign-in (/auth, /auth/token, /logout), the notification streams and the control routes (/_gamify).',
    'The page /_gamify/docs of a running emulator describes them.',
    'With --json: [{ method, path, summary, resource, caller }].',
  ].join('\n'),
  async run(_, shell) {
    const { routes: rows } = await import('../../game/routes.ts')
    const shown = rows.map(({ api, method, path, summary, resource, caller }) => ({
      method,
      path: `/${api}${path}`,
      summary,
      resource,
      caller,
    }))
    shell.printJson(JSON.stringify(shown))
    shell.print(
      table(
        ['METHOD', 'PATH', 'DESCRIPTION'],
        shown.map(({ method, path, summary }) => [method, path, summary]),
      ),
    )
  },
})
