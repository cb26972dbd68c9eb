import { defineCommand } from '../../command.ts'
import { deployWith } from '../../deploy-with.ts'

/** `gamify design upgrade`: completes an upgrade that has waited for its issues to be fixed. Spec 4.13, 6.2. */
export const upgrade = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify design upgrade --runtime production'],
  run: (_, shell) => deployWith(shell, (client) => client.call('POST /v2/design/upgrade', {})),
})
