import { printable } from '../../sentences/printable.ts'
import { loadProject } from '../../terminal/load-project.ts'
import { findAddresses } from '../../terminal/service.ts'
import { defineCommand } from '../command.ts'
import { choice, text } from '../option.ts'
import { programVersion } from '../package-root.ts'
import { writeOutput } from '../write-file.ts'

/** `gamify openapi`: prints the OpenAPI document of a version of the interface. Spec 6.2. */
export const openapi = defineCommand({
  arguments: {},
  options: {
    api: choice('--api <version>', 'The version of the interface (default: v2)', ['v1', 'v2']),
    out: text('--out <file>', 'Write to this file instead of stdout', 'file'),
  },
  examples: ['gamify openapi --out openapi.json', 'gamify openapi --api v1'],
  notes: [
    'Needs no emulator. A running emulator serves the document at /_gamify/openapi.json, and as a page at /_gamify/docs.',
    'The document names the address that other commands use: --url, GAMIFY_URL, the address at which the project is served,',
    'or the address in gamify.json.',
    'With --json: the document on one line, or { api, file }.',
  ].join('\n'),
  async run({ api = 'v2', out }, shell) {
    const [{ openApiDocument }, { routes }] = await Promise.all([
      import('../../openapi/document.ts'),
      import('../../game/routes.ts'),
    ])
    const {
      urls: [url],
    } = await findAddresses(shell, await loadProject(shell))
    const document = openApiDocument(api, routes, programVersion(), { url, description: 'The emulator' })
    const text = JSON.stringify(document, null, 2)
    if (out === undefined) {
      shell.printJson(JSON.stringify(document))
      shell.print(text)
      return
    }
    await writeOutput(shell, out, `${text}\n`)
    shell.printJson(JSON.stringify({ api, file: out }))
    shell.confirm(`${shell.paint.good('wrote')} ${printable(out)}`)
  },
})
