import { defineCommand } from '../../command.ts'
import { optional } from '../../option.ts'
import { deployWith } from '../../deploy-with.ts'

/** `gamify design deploy`: lets a runtime of the running game play by a design. Spec 4.13, 6.2. */
export const deploy = defineCommand({
  arguments: { version: optional('version', 'The version to deploy (default: latest)') },
  options: {},
  examples: ['gamify design deploy', 'gamify design deploy --runtime production', 'gamify design deploy v3'],
  notes: [
    'latest is the working design of the running game. It follows the design files if the emulator watches them, and',
    "'gamify design import' and the design routes change it.",
    'Exits with 1 if issues block the deployment.',
  ].join('\n'),
  run: ({ version = 'latest' }, shell) =>
    deployWith(shell, (client) => client.call('POST /v2/design/versions/:version/deploy', { params: { version } })),
})
