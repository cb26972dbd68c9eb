import { rewardText } from '../../../sentences/reward-text.ts'
import { table } from '../../../terminal/render/table.ts'
import { requirePlayer, withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { required } from '../../option.ts'

/** `gamify process triggers`: lists the triggers that a process offers a player now. Spec 6.2. */
export const triggers = defineCommand({
  arguments: { id: required('id', 'The process', 'process') },
  options: {},
  examples: ['gamify process triggers frodo/mountain --as frodo'],
  notes: [
    "Lists every trigger in the lanes of the player, including locked ones. The player's role, a requirement or a rate limit",
    "can lock a trigger; 'gamify play trigger' says which.",
  ].join('\n'),
  async run({ id }, shell) {
    const { text, body } = await withService(shell, (service) =>
      service.client.call('GET /v2/runtime/processes/:process_id/triggers', {
        params: { process_id: id },
        as: requirePlayer(service),
      }),
    )
    shell.printJson(text)
    if (body.length === 0) return shell.note('no triggers right now in any lane of this player')
    shell.print(
      table(
        ['TRIGGER', 'NAME', 'REWARDS'],
        body.map(({ trigger, name, actions }) => [trigger, name, actions.map(rewardText).join(', ')]),
      ),
    )
  },
})
