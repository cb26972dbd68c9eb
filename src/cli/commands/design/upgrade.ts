import { issueSentence } from '../../../game/design/incompatibilities.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { deployWith } from '../../deploy-with.ts'

/** `gamify design upgrade`: completes an upgrade after its issues are fixed. Spec 4.13, 6.2. */
export const upgrade = defineCommand({
  arguments: {},
  options: { yes: yesOption },
  examples: ['gamify design upgrade --runtime production'],
  notes: 'It asks for confirmation if a chosen fix drops data.',
  async run({ yes }, shell) {
    const { body: issues } = await withService(shell, ({ client }) => client.call('GET /v2/design/issues', {}))
    const drops = issues.filter(({ apply }) => apply === 'drop')
    // If issues are open, the service rejects the upgrade and drops nothing, so there is nothing to confirm.
    if (drops.length > 0 && issues.every((issue) => issue.is_resolved))
      await confirmLoss(
        shell,
        `complete the upgrade and drop data for good: ${drops.map(issueSentence).join('; ')}`,
        yes,
      )
    return deployWith(shell, (client) => client.call('POST /v2/design/upgrade', {}))
  },
})
