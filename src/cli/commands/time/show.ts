import { gameClock, clockText } from '../../../terminal/game-clock.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
/** `gamify time show`, or `gamify time`: prints the game time. Spec 6.2. */
export const show = defineCommand({
  arguments: {},
  options: {},
  examples: ['gamify time', 'gamify time --runtime production'],
  async run(_, shell) {
    const clock = await withService(shell, ({ client }) => gameClock(client))
    shell.printJson(clock.text)
    shell.print(clockText(clock))
  },
})
