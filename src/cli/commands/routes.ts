import { defineCommand } from '../command.ts'
import { table } from '../render/table.ts'

/** `gamify routes`: what can be called, both versions. Spec 6.2. */
export const routes = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify routes', 'gamify routes --json'],
  notes: 'With --json: [{ method, path, summary, resource, caller }].',
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
        ['METHOD', 'PATH', 'WHAT IT DOES'],
        shown.map(({ method, path, summary }) => [method, path, summary]),
      ),
    )
  },
})
