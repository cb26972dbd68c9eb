import { defineCommand } from '../../command.ts'
import { tellDeployed } from '../../tell-deployed.ts'
import { withService } from '../../service.ts'

/** `gamify design upgrade`: completes an upgrade that has waited for its issues to be fixed. Spec 4.13, 6.2. */
export const upgrade = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify design upgrade --runtime production'],
  async run(_, shell) {
    const { text, body } = await withService(shell, ({ client }) => client.call('POST /v2/design/upgrade', {}))
    shell.printJson(text)
    return tellDeployed(shell, body)
  },
})
