import { control } from '../../../client/control.ts'
import { counted } from '../../../sentences/quantities.ts'
import { reportArrival } from '../../../terminal/restored.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { flag } from '../../option.ts'

/** `gamify state reset`: deletes all players and all history. Spec 6.2, 6.6. */
export const resetState = defineCommand({
  arguments: {},
  options: {
    seed: flag('--seed', "Apply the seeds of 'gamify serve --seed', or those of the project"),
    yes: yesOption,
  },
  examples: ['gamify state reset', 'gamify state reset --seed --yes'],
  notes: [
    'Deletes players, teams, processes and history. The design, the clock and the snapshots stay. First, it saves the',
    'current game as an automatic snapshot.',
    'With --json: { seq, players, snapshot }.',
  ].join('\n'),
  async run({ seed, yes }, shell) {
    await confirmLoss(shell, 'Delete all players and all history', yes)
    const { body: arrived, text } = await withService(shell, ({ client }) =>
      control(client, 'DELETE /_gamify/state', { query: { seed: seed ? 'true' : undefined } }),
    )
    shell.printJson(text)
    shell.confirm(`the game was reset; it has ${counted(arrived.players, 'player', 'players')}`)
    await reportArrival(shell, arrived)
  },
})
